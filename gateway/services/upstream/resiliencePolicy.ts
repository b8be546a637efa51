import { AsyncLocalStorage } from 'node:async_hooks';
import { BrokenCircuitError, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { type Provider, UpstreamError } from '../../core/errors.ts';
import { withDeadline } from './deadline.ts';
import { type BreakerPolicy, type LineState, createCircuitBreaker } from './circuitBreaker.ts';
import { ThrottledLocally, createThrottle } from './throttle.ts';
import { raceAbort, type UpstreamCall, abortCause } from './upstreamCall.ts';

/** What protects a provider from this gateway, and this gateway from it. Times are milliseconds. */
export interface ResilienceLimits extends BreakerPolicy {
  /** Calls under way, and calls that wait for one of them to end; more are refused at once. */
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

/** Starting values that kept a dead upstream at a tenth of the calls and answers at some tens of milliseconds. */
const POLICY: ResilienceLimits = {
  maxConcurrent: 50,
  maxQueued: 100,
  failureRatio: 0.5,
  minCalls: 20,
  windowMs: 10_000,
  maxConsecutiveFailures: 5,
  consecutiveFailuresMs: 3_000,
  halfOpenAfterMs: 5_000,
};
/** A call is repeated once, when no more than this part of its time is gone. */
const RETRY_TIME_SHARE = 0.6;
/** Of ten calls one may be repeated; this many may be saved up. */
const RETRIES_PER_CALL = 0.1;
const MAX_SAVED_RETRIES = 10;

/** What the line does with a call beside sending it: `repeated`, or refused in an open, a full or a silent line. */
export type ResilienceEvent = 'repeated' | 'open' | 'full' | 'silent';

/** Hears what the lines do. */
export interface ObserveResilience {
  changed(provider: Provider, state: LineState): void;
  acted(provider: Provider, act: ResilienceEvent): void;
}

interface ResilienceOptions {
  readonly policy?: Partial<ResilienceLimits>;
  readonly observe?: ObserveResilience | undefined;
  /** The time by which a provider's silence is kept, in milliseconds from any beginning. */
  readonly now?: () => number;
}

interface CallOptions {
  /** Milliseconds for the whole, waiting and repeating included. */
  readonly deadline: number;
  /** Whether the call may be made twice: it only reads. */
  readonly repeats: boolean;
}

/** Puts a wire under the policy of the line it belongs to. */
export type ResiliencePolicy = (wire: UpstreamCall, options: CallOptions) => UpstreamCall;

/**
 * What all calls to one provider share: a breaker that stops asking who fails, a bulkhead that keeps a slow provider
 * from taking everything, one repetition out of a budget, and the silence that a provider has asked for.
 */
export function createResiliencePolicy(
  provider: Provider,
  { policy = {}, observe, now = () => performance.now() }: ResilienceOptions = {},
): ResiliencePolicy {
  const limits = { ...POLICY, ...policy };
  const tell = (act: ResilienceEvent) => observe?.acted(provider, act);
  const places = bulkhead(limits.maxConcurrent, limits.maxQueued);
  const breaker = createCircuitBreaker(limits, (state) => observe?.changed(provider, state));
  const silence = createThrottle(provider, now);
  const budget = createRetryBudget();

  const guarded = async <T>(send: () => Promise<T>, ended: AbortSignal): Promise<T> => {
    try {
      silence.refuse();
      // Who has waited for a place asks the breaker then: the provider may have failed meanwhile.
      // It goes on as what it is for, and not as the call that made room for it.
      const turn = AsyncLocalStorage.bind(() => breaker.execute(send));
      return await places.execute(turn, ended);
    } catch (error) {
      const refusal = rejectionReason(error);
      if (refusal) tell(refusal);
      silence.hear(error);
      throw error;
    }
  };
  return (wire, { deadline, repeats }) =>
    async (signal, call) => {
      const end = performance.now() + deadline;
      const left = () => end - performance.now();
      const { signal: ended, release } = withDeadline(signal, deadline);
      const send = async (resends: number) => {
        // Time that was spent waiting for a place says nothing of the provider.
        if (left() <= 0)
          throw new UpstreamError(provider, 'UPSTREAM_TIMEOUT', 'no time was left', undefined, true);
        return wire(signal, call, { left: left(), resends });
      };
      const once = async (resends: number) => {
        try {
          // The wire keeps the deadline of what is sent; this one is for what waits.
          return await raceAbort(
            guarded(() => send(resends), ended),
            ended,
          );
        } catch (error) {
          throw asUpstream(provider, error, signal, ended);
        }
      };
      budget.earn();
      try {
        return await once(0);
      } catch (error) {
        const isInTime = !ended.aborted && left() >= (1 - RETRY_TIME_SHARE) * deadline;
        if (!repeats || !isInTime || !isRetryable(error) || !budget.spend()) throw error;
        tell('repeated');
        return await once(1);
      } finally {
        release();
      }
    };
}

/** Repetitions are a share of all calls, so that a provider in trouble is not asked twice as much. */
function createRetryBudget() {
  let saved = MAX_SAVED_RETRIES / 2;
  return {
    earn() {
      saved = Math.min(MAX_SAVED_RETRIES, saved + RETRIES_PER_CALL);
    },
    spend(): boolean {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}

const codeOf = (error: unknown) => (error instanceof UpstreamError ? error.extensions.code : undefined);

/** Nobody has answered, and it was the provider that did not: asking again may help, and does not where the line refused. */
const isRetryable = (error: unknown): boolean =>
  codeOf(error) === 'UPSTREAM_UNAVAILABLE' && rejectionReason((error as UpstreamError).originalError) === undefined;

function rejectionReason(error: unknown): ResilienceEvent | undefined {
  if (error instanceof BrokenCircuitError) return 'open';
  if (error instanceof BulkheadRejectedError) return 'full';
  return error instanceof ThrottledLocally ? 'silent' : undefined;
}

function asUpstream(
  provider: Provider,
  error: unknown,
  signal: AbortSignal,
  own: AbortSignal,
): UpstreamError {
  if (error instanceof UpstreamError) return error;
  return abortCause(provider, error, signal, own) ?? new UpstreamError(provider, 'UPSTREAM_UNAVAILABLE', error);
}
