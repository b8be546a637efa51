import { type ErrorCode, type Provider, UpstreamError } from '../../core/errors.ts';
import { withDeadline, isTimedOut } from './deadline.ts';
import { ResponseTooLarge, rejectedResponseBehind } from './upstreamFetch.ts';

/** What a provider's own client says of a failure, in the wire's terms. */
export interface Failure {
  /** The HTTP status of the answer; undefined when there was none. */
  status: number | undefined;
  /** Seconds to wait, where the provider says so. */
  retryAfter?: number | undefined;
}

/** How a call ended: well, with a failure, or because nobody waited any more. */
export type CallOutcome = 'ok' | 'abandoned' | ErrorCode;

/** What a call asks of its provider; there are few, and none is a client's own word. */
export type CallKind =
  | 'query'
  | 'index'
  | 'sweep'
  | 'asset'
  | 'assets'
  | 'playback id'
  | 'text track'
  | 'search';

/** Hears of every call that went to a provider: what it asked, its outcome and its seconds. */
export type ObserveCalls = (call: {
  provider: Provider;
  kind: CallKind;
  /** How many times it was sent before, and failed. */
  resends: number;
  outcome: CallOutcome;
  /** Of the answer, where one came and it was a failure. */
  status?: number | undefined;
  seconds: number;
  /** What the call failed with. */
  error?: UpstreamError;
}) => void;

/** The policy of one provider's wire. */
export interface UpstreamCallOptions {
  provider: Provider;
  /** What its calls ask; those of a wire that nobody observes need none. */
  kind?: CallKind;
  /** Milliseconds from the call to the whole answer. */
  deadline: number;
  /** Reads what happened out of an error of the provider's client. */
  readFailure(error: unknown): Failure;
  observe?: ObserveCalls | undefined;
}

/** Calls a provider under its policy; every failure comes out as an `UpstreamError`. */
export type UpstreamCall = <T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  attempt?: Attempt,
) => Promise<T>;

/** Which of a call's attempts it is. */
export interface Attempt {
  /** Milliseconds that are left, where they are fewer than the deadline. */
  readonly left?: number;
  /** How many came before it. */
  readonly resends?: number;
}

/**
 * One policy around every call to a provider: it ends at the deadline or when the operation ends, whichever is first,
 * also where the provider's client cannot be aborted, and it fails with a code that clients may rely on.
 */
export function createUpstreamCall({ provider, kind = 'query', deadline, readFailure, observe }: UpstreamCallOptions): UpstreamCall {
  const failure = (error: unknown, signal: AbortSignal, own: AbortSignal): UpstreamError => {
    if (error instanceof UpstreamError) return error;
    const ended = abortCause(provider, error, signal, own);
    if (ended) return ended;
    const unfit = rejectedResponseBehind(error);
    if (unfit instanceof ResponseTooLarge) return new UpstreamError(provider, 'UPSTREAM_TOO_LARGE', unfit);
    if (unfit) return new UpstreamError(provider, 'UPSTREAM_REFUSED', unfit);
    const { status, retryAfter } = readFailure(error);
    return new UpstreamError(provider, codeOf(status), error, retryAfter);
  };
  return async (signal, call, { left = deadline, resends = 0 } = {}) => {
    const { signal: ended, release } = withDeadline(signal, Math.max(0, Math.min(deadline, Math.ceil(left))));
    const begun = performance.now();
    const tell = (outcome: CallOutcome, error?: UpstreamError) => {
      const status = error?.originalError && readFailure(error.originalError).status;
      observe?.({
        provider,
        kind,
        resends,
        outcome,
        seconds: (performance.now() - begun) / 1000,
        ...(status !== undefined && { status }),
        ...(error && { error }),
      });
    };
    try {
      ended.throwIfAborted();
      const answer = await raceAbort(call(ended), ended);
      tell('ok');
      return answer;
    } catch (error) {
      const failed = failure(error, signal, ended);
      tell(failed.isAbandoned ? 'abandoned' : (failed.extensions.code as ErrorCode), failed);
      throw failed;
    } finally {
      release();
    }
  };
}

/**
 * What a call that was ended came to: nobody waits any more, the operation has no more time, or the provider has had
 * its own.
 * @param signal the operation's
 * @param own the call's, which ends with the operation's or by its deadline
 * @returns undefined when neither has ended it
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

/** Makes of what ended an operation, wherever it was waiting for a provider, the failure that clients are told. */
export const failAsUpstream =
  (provider: Provider, signal: AbortSignal) =>
  (error: unknown): never => {
    throw error instanceof UpstreamError ? error : (abortCause(provider, error, signal) ?? error);
  };

/**
 * What the work brings, or the signal's reason as soon as it aborts. Nothing stays behind at the signal, which may live
 * as long as the process.
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

/** Answers to what was asked, and not to who asks: it cannot be read, is too large, or too long. */
const OF_QUERY: ReadonlySet<number | undefined> = new Set([400, 413, 414, 422]);

function codeOf(status: number | undefined): ErrorCode {
  if (status === 429) return 'UPSTREAM_THROTTLED';
  if (OF_QUERY.has(status)) return 'UPSTREAM_QUERY_REFUSED';
  if (status !== undefined && status >= 400 && status < 500) return 'UPSTREAM_REFUSED';
  return 'UPSTREAM_UNAVAILABLE';
}
