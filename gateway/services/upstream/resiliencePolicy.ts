import { BrokenCircuitError } from 'cockatiel';
import { identityOf } from '../../core/context.ts';
import { type Provider, UpstreamError } from '../../core/errors.ts';
import { currentCaller } from './caller.ts';
import { CallLimitError, type CallLimiter, type CallLimitReason, UNLIMITED_CALLS } from './callLimit.ts';
import { type BreakerPolicy, type BreakerState, createCircuitBreaker } from './circuitBreaker.ts';
import { withDeadline } from './deadline.ts';
import { BulkheadFull, CallerQueueFull, createFairBulkhead } from './fairBulkhead.ts';
import { createThrottle, ThrottledLocally } from './throttle.ts';
import { abortCause, raceAbort, type UpstreamCall } from './upstreamCall.ts';

/** Limits that protect a provider from the gateway and the gateway from the provider. */
export interface ResilienceLimits extends BreakerPolicy {
  /**
   * Concurrent calls, and calls that queue for a slot; further calls are rejected at once. Callers share both: see
   * `fairBulkhead.ts`.
   */
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
/** A timeout of a call that had less than this share of its time says nothing about the provider. */
const FULL_TIME_SHARE = 0.9;
/** One call in ten may be retried; up to this many retries are saved. */
const RETRIES_PER_CALL = 0.1;
const MAX_SAVED_RETRIES = 10;

/** The bulkhead's name for calls without a caller: all background work shares its turns. */
const BACKGROUND = 'background';
/** Seconds after which a caller retries whose share of the queue is full. */
const QUEUE_RETRY_AFTER_SECONDS = 1;

/** `retried`, or rejected by an open circuit, a full bulkhead, a throttle or a call limit. */
export type ResilienceEvent = 'retried' | 'circuit_open' | 'bulkhead_full' | 'throttled' | CallLimitReason;

/** Receives the events of resilience policies. */
export interface ObserveResilience {
  stateChanged(provider: Provider, state: BreakerState): void;
  happened(provider: Provider, act: ResilienceEvent): void;
  /** @param length number of calls that wait for a slot */
  queueChanged(provider: Provider, length: number): void;
}

interface ResilienceOptions {
  readonly limits?: Partial<ResilienceLimits>;
  readonly observe?: ObserveResilience | undefined;
  /** Default: no limits. */
  readonly callLimiter?: CallLimiter;
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
 * Creates the policy that all calls to one provider share: call limits, circuit breaker, bulkhead, one retry from a retry
 * budget, and a throttle that honours `Retry-After`.
 */
export function createResiliencePolicy(
  provider: Provider,
  {
    limits: policy = {},
    observe,
    callLimiter = UNLIMITED_CALLS,
    now = () => performance.now(),
  }: ResilienceOptions = {},
): ResiliencePolicy {
  const limits = { ...DEFAULT_LIMITS, ...policy };
  const report = (act: ResilienceEvent) => observe?.happened(provider, act);
  const bulkhead = createFairBulkhead({
    ...limits,
    onQueueChanged: (length) => observe?.queueChanged(provider, length),
  });
  const breaker = createCircuitBreaker(limits, (state) => observe?.stateChanged(provider, state));
  const throttle = createThrottle(provider, now);
  const retryBudget = createRetryBudget();

  const sendGuarded = async <T>(
    send: () => Promise<T>,
    { calls, ended }: { readonly calls: number; readonly ended: AbortSignal },
  ): Promise<T> => {
    let refund = () => {};
    try {
      throttle.check();
      const caller = currentCaller();
      refund = await callLimiter.charge(provider, caller, calls);
      return await bulkhead.run(caller ? identityOf(caller) : BACKGROUND, ended, () =>
        // The breaker is checked after queueing: the provider may have failed meanwhile.
        breaker.execute(() => {
          refund = () => {};
          return send();
        }),
      );
    } catch (error) {
      refund();
      const rejection = rejectionReason(error);
      if (rejection) report(rejection);
      throttle.record(error);
      throw error;
    }
  };
  return (call, { timeoutMs, isIdempotent }) =>
    async (signal, request, { calls = 1 } = {}) => {
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
        const leftMs = left();
        try {
          return await call(signal, request, { leftMs, retries });
        } catch (error) {
          throw leftMs < FULL_TIME_SHARE * timeoutMs ? withoutBlame(error) : error;
        }
      };
      const once = async (retries: number) => {
        try {
          // The call enforces the timeout of what is sent; this one is for the queue.
          return await raceAbort(
            sendGuarded(() => send(retries), { calls, ended }),
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

/**
 * Marks a timeout as cancelled. Otherwise one caller could open the circuit for all: its calls wait in the queue, and the
 * rest of their time is too short for any provider.
 */
function withoutBlame(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || codeOf(error) !== 'UPSTREAM_TIMEOUT') return error;
  return new UpstreamError(error.provider, 'UPSTREAM_TIMEOUT', error.originalError, undefined, true);
}

const codeOf = (error: unknown) => (error instanceof UpstreamError ? error.extensions.code : undefined);

/** A provider that gave no response may give one to a retry; a call that this policy rejected may not. */
const isRetryable = (error: unknown): boolean =>
  codeOf(error) === 'UPSTREAM_UNAVAILABLE' &&
  rejectionReason((error as UpstreamError).originalError) === undefined;

function rejectionReason(error: unknown): ResilienceEvent | undefined {
  if (error instanceof BrokenCircuitError) return 'circuit_open';
  if (error instanceof BulkheadFull) return 'bulkhead_full';
  if (error instanceof CallerQueueFull) return 'caller_queue_full';
  if (error instanceof CallLimitError) return error.reason;
  return error instanceof ThrottledLocally ? 'throttled' : undefined;
}

/** Returns the error for clients: that of the provider, or of a call limit. */
function asUpstream(
  provider: Provider,
  error: unknown,
  signal: AbortSignal,
  own: AbortSignal,
): UpstreamError | CallLimitError {
  if (error instanceof UpstreamError || error instanceof CallLimitError) return error;
  if (error instanceof CallerQueueFull)
    return new CallLimitError(
      `expected fewer waiting ${provider} calls from one caller, got ${error.waiting}; retry in ${QUEUE_RETRY_AFTER_SECONDS} s`,
      {
        reason: 'caller_queue_full',
        provider,
        limit: { waiting: error.waiting },
        retryAfterSeconds: QUEUE_RETRY_AFTER_SECONDS,
      },
    );
  return (
    abortCause(provider, error, signal, own) ?? new UpstreamError(provider, 'UPSTREAM_UNAVAILABLE', error)
  );
}
