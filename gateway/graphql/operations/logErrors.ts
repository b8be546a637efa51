import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { briefCauseOf, causeOf, isRequestError, UpstreamError } from '../../core/errors.ts';

/**
 * Tells the log of faults of providers and of the gateway in an answer, with their causes; what clients got wrong is
 * theirs. A provider that refuses does so until somebody does something, which makes it an error.
 */
export function logServerErrors(
  log: Logger,
  errors: readonly GraphQLError[],
  operationName: string | null | undefined,
): void {
  for (const error of errors) {
    const code = error.extensions.code;
    const path = error.path?.join('.');
    if (error instanceof UpstreamError || error.originalError instanceof UpstreamError)
      log[code === 'UPSTREAM_REFUSED' ? 'error' : 'warn'](
        { operationName, path, code, cause: briefCauseOf(error) },
        'a provider failed',
      );
    else if (!isRequestError(error) && (code === undefined || code === 'INTERNAL_SERVER_ERROR'))
      log.error({ operationName, path, err: causeOf(error) }, 'the gateway failed at a field');
  }
}
