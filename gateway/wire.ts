import { type ErrorCode, type Provider, UpstreamError } from './errors.ts';

/** What a provider's own client says of a failure, in the wire's terms. */
export interface Failure {
  /** The HTTP status of the answer; undefined when there was none. */
  status: number | undefined;
  /** Seconds to wait, where the provider says so. */
  retryAfter?: number | undefined;
}

/** The policy of one provider's wire. */
export interface WireOptions {
  provider: Provider;
  /** Milliseconds from the call to the whole answer. */
  deadline: number;
  /** Reads what happened out of an error of the provider's client. */
  readFailure(error: unknown): Failure;
}

/** Calls a provider under its policy; every failure comes out as an `UpstreamError`. */
export type Wire = <T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * One policy around every call to a provider: it ends at the deadline or when the operation ends, whichever is first,
 * also where the provider's client cannot be aborted, and it fails with a code that clients may rely on.
 */
export function createWire({ provider, deadline, readFailure }: WireOptions): Wire {
  return async (signal, call) => {
    const timeout = AbortSignal.timeout(deadline);
    const ended = AbortSignal.any([signal, timeout]);
    try {
      ended.throwIfAborted();
      return await Promise.race([call(ended), rejectOnAbort(ended)]);
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      if (timeout.aborted) throw new UpstreamError(provider, 'UPSTREAM_TIMEOUT', error);
      const { status, retryAfter } = readFailure(error);
      throw new UpstreamError(provider, codeOf(status), error, retryAfter);
    }
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function codeOf(status: number | undefined): ErrorCode {
  if (status === 429) return 'UPSTREAM_THROTTLED';
  if (status !== undefined && status >= 400 && status < 500) return 'UPSTREAM_REFUSED';
  return 'UPSTREAM_UNAVAILABLE';
}
