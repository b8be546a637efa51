import { type ErrorCode, type Provider, UpstreamError } from '../../core/errors.ts';
import { isTimedOut, raceAbort, withDeadline } from '../scheduling/deadline.ts';
import { CallLimitError } from './callLimit.ts';
import { type ResiliencePolicy, UNGUARDED } from './resiliencePolicy.ts';
import { ResponseTooLarge, rejectedResponseBehind } from './sendRequest.ts';

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
  /** Failed attempts before this attempt. */
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
  /** Time until the whole response is read, including the wait for a slot and the retry. */
  timeoutMs: number;
  /** True for reads, which may be sent twice. */
  isIdempotent?: boolean;
  /** Extracts the failure from an error of the provider's SDK. */
  readFailure(error: unknown): Failure;
  observe?: ObserveCalls | undefined;
  /** Default: no limits and no retry. */
  policy?: ResiliencePolicy;
}

/**
 * Calls a provider; every failure is an `UpstreamError`, or a `CallLimitError` if it was not sent.
 * @param signal ends the call
 * @param request sends the request; its signal also aborts at the deadline
 */
export type UpstreamCall = <T>(
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
  options?: {
    /** Calls that the provider counts, if one request contains several. Default: 1. */
    readonly calls?: number;
  },
) => Promise<T>;

/**
 * Creates a call to a provider with a deadline, a resilience policy and error mapping. It ends at the deadline or with the
 * operation, whichever is first, even if the SDK ignores the abort signal, and fails with a stable error code.
 */
export function createUpstreamCall({
  provider,
  kind = 'query',
  timeoutMs,
  isIdempotent = false,
  readFailure,
  observe,
  policy = UNGUARDED,
}: UpstreamCallOptions): UpstreamCall {
  const failure = (
    error: unknown,
    signal: AbortSignal,
    ended: AbortSignal,
  ): UpstreamError | CallLimitError => {
    if (error instanceof UpstreamError || error instanceof CallLimitError) return error;
    const aborted = abortCause(provider, error, signal, ended);
    if (aborted) return aborted;
    const rejected = rejectedResponseBehind(error);
    if (rejected instanceof ResponseTooLarge)
      return new UpstreamError(provider, 'UPSTREAM_TOO_LARGE', rejected);
    if (rejected) return new UpstreamError(provider, 'UPSTREAM_REJECTED', rejected);
    const { status, retryAfter } = readFailure(error);
    return new UpstreamError(provider, codeOf(status), error, limitedRetryAfter(retryAfter));
  };
  return async (signal, request, { calls = 1 } = {}) => {
    const { signal: ended, release } = withDeadline(signal, timeoutMs);
    const send = async (retries: number) => {
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
        const response = await raceAbort(request(ended), ended);
        report('ok');
        return response;
      } catch (error) {
        const failed = failure(error, signal, ended);
        if (failed instanceof UpstreamError)
          report(failed.isCancelled ? 'cancelled' : (failed.extensions.code as ErrorCode), failed);
        throw failed;
      }
    };
    try {
      return await policy(send, { ended, timeoutMs, calls, isIdempotent });
    } catch (error) {
      throw failure(error, signal, ended);
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
function abortCause(
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
