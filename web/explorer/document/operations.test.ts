import { describe, expect, test } from '@jest/globals';
import { linkTo, operationInAddress } from './link.ts';
import { operationsIn, printedOperation, requestOf } from './operations.ts';
import { titleOf } from './titleOf.ts';

const SEVERAL = '# Both\nquery A { a ...F } subscription B { b } fragment F on Query { c }';

describe('explorer: operations', () => {
  test('lists the operations of a document, and none of one that does not parse', () => {
    expect(operationsIn(SEVERAL)).toEqual([
      { name: 'A', type: 'query' },
      { name: 'B', type: 'subscription' },
    ]);
    expect(operationsIn('{')).toEqual([]);
  });

  test.each([
    [
      'the chosen one of several',
      { query: SEVERAL, operationName: 'B' },
      'subscription',
      { operationName: 'B' },
    ],
    ['the first one of several', { query: SEVERAL }, 'query', { operationName: 'A' }],
    [
      'the first one if the chosen one is gone',
      { query: SEVERAL, operationName: 'C' },
      'query',
      { operationName: 'A' },
    ],
    ['an anonymous one without a name', { query: '{ a }' }, 'query', {}],
    ['a document that does not parse as it is', { query: '{', operationName: 'A' }, 'query', {}],
  ])('sends %s', (_, operation, type, sent) => {
    expect(requestOf({ variables: '', ...operation })).toEqual({
      type,
      request: { query: operation.query, ...sent },
    });
  });

  test('sends variables, and rejects those that are no JSON object', () => {
    expect(requestOf({ query: '{ a }', variables: '{"n": 1}' }).request.variables).toEqual({ n: 1 });
    for (const variables of ['{n: 1}', '[1]'])
      expect(() => requestOf({ query: '{ a }', variables })).toThrow(
        `Variables: expected a JSON object such as {"first": 5}, got ${variables}`,
      );
  });

  test('prints one operation with its fragments, without comments', () => {
    expect(printedOperation({ query: SEVERAL, operationName: 'A' })).toBe(
      'query A {\n  a\n  ...F\n}\n\nfragment F on Query {\n  c\n}',
    );
  });

  test.each([
    ['query Film($slug: String!) { film }', 'Film'],
    ['# query Old\n{ films { nodes } }', 'films'],
    ['{ newest: films { nodes } }', 'films'],
    ['', 'Untitled'],
  ])('%j has the title %s', (query, title) => {
    expect(titleOf({ query })).toBe(title);
  });

  test('a link has the operation in its fragment', () => {
    const operation = { query: '{ a(b: "&#=+ü") }\n', variables: '{"n": 1}', operationName: 'A' };
    const link = new URL(linkTo(operation, 'https://example.org/explorer/?x=1#old'));
    expect([link.pathname, link.search]).toEqual(['/explorer/', '']);
    expect(operationInAddress(link)).toEqual(operation);
    expect(operationInAddress({ hash: '#other=1', search: '?other=1' })).toBeUndefined();
  });
});
