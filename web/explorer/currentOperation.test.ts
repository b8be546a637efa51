import { expect, test } from '@jest/globals';
import { getOperationAST, parse } from 'graphql';
import { withCurrentOperation } from './currentOperation.ts';

/** Returns the operation that is sent for a query while the editor's operation name is `operationName`. */
function sentFor(query: string, operationName: string | null) {
  let sent: { operationName: string | null | undefined; operation: string | undefined } | undefined;
  const send = withCurrentOperation((params, options) => {
    const document = options?.documentAST;
    sent = {
      operationName: params.operationName,
      operation: document && getOperationAST(document, params.operationName)?.operation,
    };
    return Promise.resolve({ data: null });
  });
  void send({ query, operationName }, { documentAST: parse('query Former { a }') });
  return sent;
}

test.each([
  ['the name in the query, not the former one', 'subscription Live { b }', 'Former', 'Live', 'subscription'],
  ['the chosen one of several operations', 'query A { a } mutation B { b }', 'B', 'B', 'mutation'],
  ['no name for an anonymous operation', '{ b }', 'Former', undefined, 'query'],
  ['a query that does not parse as it is', '{', 'Former', 'Former', 'query'],
])('explorer: sends %s', (_, query, editorName, operationName, operation) => {
  expect(sentFor(query, editorName)).toEqual({ operationName, operation });
});
