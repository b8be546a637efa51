import { AsyncLocalStorage } from 'node:async_hooks';
import { BrokenCircuitError, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { type Provider, UpstreamError } from '../../core/errors.ts';
import { type BreakerPolicy, type BreakerState, createCircuitBreaker } from './circuitBreaker.ts';
import { withDeadline } from './deadline.ts';
import { createThrottle, ThrottledLocally } from './throttle.ts';
import { abortCause, raceAbort, type UpstreamCall } from './upstreamCall.ts';

/** Limits that protect a provider from the gateway and the gateway from the provider. */
export interface ResilienceLimits extends BreakerPolicy {
  /** Concurrent calls, and calls that queue for a slot; further calls are rejected at once. */
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

/** With these values a dead upstream got a tenth of the calls, and responses took some tens of milliseconds. */
const DEFAULT_LIMITS: ResilienceLimits = {
  maxConcurrent: 50,
  maxQueued: 100,
  failureRatio: 0.5,
  minCalls: 20,
  windowMs: 10_000,
  maxConsecutiveFailures: 5,
  consecutiveFailuresMs: 3_000,
  halfOpenAfterMs: 5_000,
};
/** A call is retried once, if at most this share of its time is used. */
const RETRY_TIME_SHARE = 0.6;
/** One call in ten may be retried; up to this many retries are saved. */
const RETRIES_PER_CALL = 0.1;
const MAX_SAVED_RETRIES = 10;

/** `retried`, or rejected by an open circuit, a full bulkhead or a throttle. */
export type ResilienceEvent = 'retried' | 'circuit_open' | 'bulkhead_full' | 'throttled';

/** Receives the events of resilience policies. */
export interface ObserveResilience {
  stateChanged(provider: Provider, state: BreakerState): void;
  happened(provider: Provider, act: ResilienceEvent): void;
}

interface ResilienceOptions {
  readonly limits?: Partial<ResilienceLimits>;
  readonly observe?: ObserveResilience | undefined;
  /** The clock of the throttle, in milliseconds from any start. */
  readonly now?: () => number;
}

interface CallOptions {
  /** Total time, including queueing and the retry. */
  readonly timeoutMs: number;
  /** True for reads, which may be sent twice. */
  readonly isIdempotent: boolean;
}

/** Wraps a call in the policy. */
export type ResiliencePolicy = (call: UpstreamCall, options: CallOptions) => UpstreamCall;

/**
 * Creates the policy that all calls to one provider share: circuit breaker, bulkhead, one retry from a retry budget, and a
 * throttle that honours `Retry-After`.
 */
export function createResiliencePolicy(
  provider: Provider,
  { limits: policy = {}, observe, now = () => performance.now() }: ResilienceOptions = {},
): ResiliencePolicy {
  const limits = { ...DEFAULT_LIMITS, ...policy };
  const report = (act: ResilienceEvent) => observe?.happened(provider, act);
  const queue = bulkhead(limits.maxConcurrent, limits.maxQueued);
  const breaker = createCircuitBreaker(limits, (state) => observe?.stateChanged(provider, state));
  const throttle = createThrottle(provider, now);
  const retryBudget = createRetryBudget();

  const sendGuarded = async <T>(send: () => Promise<T>, ended: AbortSignal): Promise<T> => {
    try {
      throttle.check();
      // The breaker is checked after queueing: the provider may have failed meanwhile. `bind` keeps the async context of
      // this call; otherwise it would continue in that of the call that freed the slot.
      const execute = AsyncLocalStorage.bind(() => breaker.execute(send));
      return await queue.execute(execute, ended);
    } catch (error) {
      const rejection = rejectionReason(error);
      if (rejection) report(rejection);
      throttle.record(error);
      throw error;
    }
  };
  return (call, { timeoutMs, isIdempotent }) =>
    async (signal, request) => {
      const end = performance.now() + timeoutMs;
      const left = () => end - performance.now();
      const { signal: ended, release } = withDeadline(signal, timeoutMs);
      const send = async (retries: number) => {
        // A timeout in the queue says nothing about the provider, so it counts as cancelled.
        if (left() <= 0)
          throw new UpstreamError(
            provider,
            'UPSTREAM_TIMEOUT',
            'the deadline passed in the queue',
            undefined,
            true,
          );
        return call(signal, request, { leftMs: left(), retries });
      };
      const once = async (retries: number) => {
        try {
          // The call enforces the timeout of what is sent; this one is for the queue.
          return await raceAbort(
            sendGuarded(() => send(retries), ended),
            ended,
          );
        } catch (error) {
          throw asUpstream(provider, error, signal, ended);
        }
      };
      retryBudget.earn();
      try {
        return await once(0);
      } catch (error) {
        const isInTime = !ended.aborted && left() >= (1 - RETRY_TIME_SHARE) * timeoutMs;
        if (!isIdempotent || !isInTime || !isRetryable(error) || !retryBudget.spend()) throw error;
        report('retried');
        return await once(1);
      } finally {
        release();
      }
    };
}

/** Limits retries to a share of all calls, so that a failing provider does not get twice the load. */
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

/** A provider that gave no response may give one to a retry; a call that this policy rejected may not. */
const isRetryable = (error: unknown): boolean =>
  codeOf(error) === 'UPSTREAM_UNAVAILABLE' &&
  rejectionReason((error as UpstreamError).originalError) === undefined;

function rejectionReason(error: unknown): ResilienceEvent | undefined {
  if (error instanceof BrokenCircuitError) return 'circuit_open';
  if (error instanceof BulkheadRejectedError) return 'bulkhead_full';
  return error instanceof ThrottledLocally ? 'throttled' : undefined;
}

function asUpstream(
  provider: Provider,
  error: unknown,
  signal: AbortSignal,
  own: AbortSignal,
): UpstreamError {
  if (error instanceof UpstreamError) return error;
  return (
    abortCause(provider, error, signal, own) ?? new UpstreamError(provider, 'UPSTREAM_UNAVAILABLE', error)
  );
}
