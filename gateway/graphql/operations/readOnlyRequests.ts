import { GraphQLError, OperationTypeNode } from 'graphql';
import type { ErrorCode } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';
import type { OperationRun } from './run/operationRun.ts';

/**
 * Rejects mutations in requests that only read: GET must not change anything (RFC 9110, 9.2.1). Tools of assistants execute no
 * subscriptions either.
 * @throws GraphQLError `NEEDS_POST` or `BAD_USER_INPUT`
 */
export function rejectWrites({
  operation,
  contextValue: { request },
}: Pick<OperationRun, 'operation' | 'contextValue'>): void {
  if (operation?.operation === OperationTypeNode.MUTATION && request?.isReadOnly)
    throw request.isTool ? notForTools('a mutation', 'only reads') : needsPost();
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION && request?.isTool)
    throw notForTools('a subscription', 'answers once');
}

const needsPost = () =>
  new HttpError(
    405,
    'NEEDS_POST',
    'expected a query, got a mutation; send mutations to /graphql by POST',
    [['allow', 'POST']],
    {
      allowed: ['POST'],
    },
  );

const notForTools = (got: string, reason: string) =>
  new GraphQLError(
    `expected a query, got ${got}; this tool ${reason}: send a query, or say that you cannot do this`,
    { extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode } },
  );
