import { GraphQLError } from 'graphql';

export type Provider = 'content' | 'media' | 'search';

/** The codes that clients may rely on in `extensions.code`. */
export type ErrorCode =
  /** An argument is of the right type but not acceptable; the message says what is. */
  | 'BAD_USER_INPUT'
  /** A cursor that this list did not give out, or gave out under another order. */
  | 'BAD_CURSOR'
  /** A page of a size that is not served. */
  | 'PAGE_SIZE'
  /** A provider could not be reached, or answered with a fault of its own. */
  | 'UPSTREAM_UNAVAILABLE'
  /** A provider did not answer in time. */
  | 'UPSTREAM_TIMEOUT'
  /** A provider refuses more requests for now; `extensions.retryAfter` tells the seconds when known. */
  | 'UPSTREAM_THROTTLED'
  /** A provider refused the gateway's credentials, or answered in a shape it should not. */
  | 'UPSTREAM_REFUSED'
  /** A document lacks what its type promises. */
  | 'INCOMPLETE_DOCUMENT';

/** An error for the client's own input: what was expected, what came, what to do. */
export const inputError = (message: string, code: ErrorCode = 'BAD_USER_INPUT'): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

const PUBLIC_MESSAGE: Partial<Record<ErrorCode, string>> = {
  UPSTREAM_UNAVAILABLE: 'service is not available at the moment; try again shortly',
  UPSTREAM_TIMEOUT: 'service did not answer in time; try again shortly',
  UPSTREAM_THROTTLED: 'service is receiving too many requests; try again later',
  UPSTREAM_REFUSED: 'service refused the request; the operators have been told',
};

/** A provider's failure as the client sees it: which service and what to do, with the cause kept for the log alone. */
export class UpstreamError extends GraphQLError {
  readonly provider: Provider;
  constructor(provider: Provider, code: ErrorCode, cause: unknown, retryAfter?: number) {
    super(`the ${provider} ${PUBLIC_MESSAGE[code] ?? 'service failed'}`, {
      extensions: { code, service: provider, ...(retryAfter !== undefined && { retryAfter }) },
      originalError: cause instanceof Error ? cause : new Error(String(cause)),
    });
    this.provider = provider;
  }
}
