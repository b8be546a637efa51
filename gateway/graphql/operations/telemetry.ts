import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from '../../core/context.ts';
import { briefCauseOf, causeOf, isArgumentError, isRequestError, UpstreamError } from '../../core/errors.ts';
import type { RejectionReason } from '../../core/rejected.ts';
import { isTimedOut } from '../../services/scheduling/deadline.ts';
import { currentRequest, type RequestContext } from '../../services/telemetry/requestContext.ts';
import type { OperationRun } from './run/operationRun.ts';

const MAX_NAME_CHARACTERS = 100;

/** Records the operation and the caller of a run in the request context. */
export function recordRun(run: OperationRun): void {
  const request = currentRequest();
  if (request) recordOperation(request, run.contextValue.caller, operationOf(run));
}

/** Records the errors of the response to the current request. */
export function recordErrors(errors: readonly GraphQLFormattedError[] = []): void {
  const request = currentRequest();
  if (!request || errors.length === 0) return;
  request.codes = codesOf(errors);
  request.reason = reasonOf(errors);
}

/** Returns the code of each error of a response. */
export const codesOf = (errors: readonly GraphQLFormattedError[]): string[] =>
  errors.map(({ extensions }) => String(extensions?.code ?? 'INTERNAL_SERVER_ERROR'));

const reasonOf = (errors: readonly GraphQLFormattedError[]): RejectionReason | undefined =>
  errors[0]?.extensions?.reason as RejectionReason | undefined;

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

/** Logs the errors of a run, except errors after a disconnect: they are consequences of the abort. Errors of a timeout are not. */
export function logRunErrors(
  log: Logger,
  { operation, contextValue: { signal } }: OperationRun,
  errors: readonly GraphQLError[],
): void {
  if (!signal.aborted || isTimedOut(signal)) logServerErrors(log, errors, operation?.name?.value);
}

/**
 * Logs errors of providers and of the gateway with their causes; errors of clients are not logged. Rejected credentials
 * (`UPSTREAM_REJECTED`) need an operator and have the level `error`, other failures of providers `warn`.
 */
function logServerErrors(
  log: Logger,
  errors: readonly GraphQLError[],
  operationName: string | null | undefined,
): void {
  for (const error of errors) {
    const code = error.extensions.code;
    const path = error.path?.join('.');
    if (error instanceof UpstreamError || error.originalError instanceof UpstreamError)
      log[code === 'UPSTREAM_REJECTED' ? 'error' : 'warn'](
        { operationName, path, code, cause: briefCauseOf(error) },
        'a provider failed',
      );
    else if (isRequestError(error) || isArgumentError(error)) continue;
    else if (code === undefined || code === 'INTERNAL_SERVER_ERROR')
      log.error({ operationName, path, err: causeOf(error) }, 'the gateway failed at a field');
  }
}
