import type { GraphQLFormattedError } from 'graphql';
import type { Caller } from '../../core/context.ts';
import { currentRequest, type RequestContext } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { OperationRun } from './run/operationRun.ts';

const MAX_NAME_CHARACTERS = 100;

/** Records the operation and the caller of a run in the request context. */
export function recordRun(run: OperationRun): void {
  const request = currentRequest();
  if (request) recordOperation(request, run.contextValue.caller, operationOf(run));
}

/** Records the codes of the errors of a response in the request context and in metrics. */
export function recordErrors(
  { graphqlError }: Pick<RequestObserver, 'graphqlError'>,
  errors: readonly GraphQLFormattedError[],
): void {
  if (errors.length === 0) return;
  const codes = errors.map(({ extensions }) => String(extensions?.code ?? 'INTERNAL_SERVER_ERROR'));
  for (const code of codes) graphqlError(code);
  const request = currentRequest();
  if (request) request.codes = [...new Set(codes)];
}

const operationOf = ({ operation }: OperationRun): RequestContext['operation'] =>
  operation && { type: operation.operation, name: operation.name?.value };

/** Records the operation and the caller of a request. */
export function recordOperation(
  request: RequestContext,
  caller: Caller,
  operation: RequestContext['operation'],
): void {
  request.caller = caller.name;
  if (operation)
    request.operation = { type: operation.type, name: operation.name?.slice(0, MAX_NAME_CHARACTERS) };
}
