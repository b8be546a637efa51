import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { briefCauseOf, causeOf, isArgumentError, isRequestError, UpstreamError } from '../../core/errors.ts';
import { isTimedOut } from '../../services/scheduling/deadline.ts';
import type { OperationRun } from './run/operationRun.ts';

/** Logs the errors of a run, except those after a disconnect: they are consequences of the abort. Those of a timeout are not. */
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
