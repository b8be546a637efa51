import { type ErrorCode, type Provider, UpstreamError } from '../../core/errors.ts';
import { CallLimitError } from './callLimit.ts';
import { isTimedOut, withDeadline } from './deadline.ts';
import { ResponseTooLarge, rejectedResponseBehind } from './upstreamFetch.ts';

/** A failure as the provider's SDK reports it. */
export interface Failure {
  /** HTTP status; undefined without a response. */
  status: number | undefined;
  /** Seconds of `Retry-After`. Calls wait for at most `MAX_RETRY_AFTER_SECONDS`. */
  retryAfter?: number | undefined;
}

/** The longest pause that a provider can impose. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** The outcome of a call; `cancelled` when the client disconnected. */
export type CallOutcome = 'ok' | 'cancelled' | ErrorCode;

/** The kind of a call: a fixed set, so that metrics have few labels. */
export type CallKind =
  | 'query'
  | 'index'
  | 'poll'
  | 'live'
  | 'asset'
  | 'assets'
  | 'playback id'
  | 'text track'
  | 'search';

/** Receives every call that was sent to a provider. */
export type ObserveCalls = (call: {
  provider: Provider;
  kind: CallKind;
  /** Failed attempts before this one. */
  retries: number;
  outcome: CallOutcome;
  /** HTTP status of a failed response. */
  status?: number | undefined;
  seconds: number;
  error?: UpstreamError;
}) => void;

export interface UpstreamCallOptions {
  provider: Provider;
  /** Default: `query`. */
  kind?: CallKind;
  /** Time until the whole response is read. */
  timeoutMs: number;
  /** Extracts the failure from an error of the provider's SDK. */
  readFailure(error: unknown): Failure;
  observe?: ObserveCalls | undefined;
}

/** Calls a provider; every failure is an `UpstreamError`, or a `CallLimitError` if it was not sent. */
export type UpstreamCall = <T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  attempt?: Attempt,
) => Promise<T>;

/** One attempt of a call. */
export interface Attempt {
  /** Time left, if less than the timeout. */
  readonly leftMs?: number;
  /** Attempts before this one. */
  readonly retries?: number;
  /** Calls that the provider counts, if one request contains several. Default: 1. */
  readonly calls?: number;
}

/**
 * Creates a call to a provider with a timeout and error mapping. It ends at the timeout or with the operation, whichever is
 * first, even if the SDK ignores the abort signal, and fails with a stable error code.
 */
export function createUpstreamCall({
  provider,
  kind = 'query',
  timeoutMs,
  readFailure,
  observe,
}: UpstreamCallOptions): UpstreamCall {
  const failure = (error: unknown, signal: AbortSignal, own: AbortSignal): UpstreamError => {
    if (error instanceof UpstreamError) return error;
    const ended = abortCause(provider, error, signal, own);
    if (ended) return ended;
    const rejected = rejectedResponseBehind(error);
    if (rejected instanceof ResponseTooLarge)
      return new UpstreamError(provider, 'UPSTREAM_TOO_LARGE', rejected);
    if (rejected) return new UpstreamError(provider, 'UPSTREAM_REJECTED', rejected);
    const { status, retryAfter } = readFailure(error);
    return new UpstreamError(provider, codeOf(status), error, limitedRetryAfter(retryAfter));
  };
  return async (signal, call, { leftMs = timeoutMs, retries = 0 } = {}) => {
    const { signal: ended, release } = withDeadline(
      signal,
      Math.max(0, Math.min(timeoutMs, Math.ceil(leftMs))),
    );
    const begun = performance.now();
    const report = (outcome: CallOutcome, error?: UpstreamError) => {
      const status = error?.originalError && readFailure(error.originalError).status;
      observe?.({
        provider,
        kind,
        retries,
        outcome,
        seconds: (performance.now() - begun) / 1000,
        ...(status !== undefined && { status }),
        ...(error && { error }),
      });
    };
    try {
      ended.throwIfAborted();
      const response = await raceAbort(call(ended), ended);
      report('ok');
      return response;
    } catch (error) {
      if (error instanceof CallLimitError) throw error;
      const failed = failure(error, signal, ended);
      report(failed.isCancelled ? 'cancelled' : (failed.extensions.code as ErrorCode), failed);
      throw failed;
    } finally {
      release();
    }
  };
}

/**
 * Maps an abort to an error: the client disconnected, the operation timed out, or the provider's own timeout passed.
 * @param signal of the operation
 * @param own of the call; it aborts with the operation or at the call's timeout
 * @returns undefined when neither is aborted
 */
export function abortCause(
  provider: Provider,
  cause: unknown,
  signal: AbortSignal,
  own?: AbortSignal,
): UpstreamError | undefined {
  if (isTimedOut(signal)) return new UpstreamError(provider, 'UPSTREAM_TIMEOUT', cause, undefined, true);
  if (signal.aborted) return new UpstreamError(provider, 'UPSTREAM_UNAVAILABLE', cause, undefined, true);
  return own?.aborted ? new UpstreamError(provider, 'UPSTREAM_TIMEOUT', cause) : undefined;
}

/** Maps an abort while waiting for a provider to an `UpstreamError`, and rethrows other errors. */
export const failAsUpstream =
  (provider: Provider, signal: AbortSignal) =>
  (error: unknown): never => {
    throw error instanceof UpstreamError ? error : (abortCause(provider, error, signal) ?? error);
  };

/**
 * Resolves with the work, or rejects with the signal's reason when it aborts. Removes its listener: the signal may live as
 * long as the process.
 */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const limitedRetryAfter = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);

/** Statuses about the query, not the credentials: malformed or too large. */
const QUERY_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 414, 422]);

function codeOf(status: number | undefined): ErrorCode {
  if (status === 429) return 'UPSTREAM_THROTTLED';
  if (QUERY_STATUSES.has(status)) return 'UPSTREAM_QUERY_REJECTED';
  if (status !== undefined && status >= 400 && status < 500) return 'UPSTREAM_REJECTED';
  return 'UPSTREAM_UNAVAILABLE';
}
