import { type GraphQLError, OperationTypeNode } from 'graphql';
import { inputError } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';
import type { OperationRun } from './run/operationRun.ts';

/**
 * Rejects operations of a type that their request does not allow. GET must not change anything (RFC 9110, 9.2.1), tools of
 * assistants answer once, and a connection for events has no response to other operations.
 * @throws GraphQLError `NEEDS_POST`, `BAD_USER_INPUT` or, without an operation, `OPERATION_RESOLUTION_FAILURE`
 */
export function checkOperationType({
  operation,
  contextValue: { request },
}: Pick<OperationRun, 'operation' | 'contextValue'>): void {
  if (operation?.operation === OperationTypeNode.MUTATION && request?.isReadOnly)
    throw request.isTool ? notForTools('a mutation', 'only reads') : needsPost();
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION && request?.isTool)
    throw notForTools('a subscription', 'answers once');
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION && request?.requiresSubscription)
    throw operation ? notForEvents(operation.operation) : unknownOperation();
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

const notForTools = (got: string, reason: string): GraphQLError =>
  inputError(
    `expected a query, got ${got}; this tool ${reason}: send a query, or say that you cannot do this`,
  );

const notForEvents = (got: string): GraphQLError =>
  inputError(`expected one subscription, got ${got}; send other operations over HTTP`);

const unknownOperation = (): GraphQLError =>
  inputError(
    'expected one subscription, got no operation of that name; set operationName to its name',
    'OPERATION_RESOLUTION_FAILURE',
  );
