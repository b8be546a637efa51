import { identityOf } from '../../core/context.ts';
import { type Provider, UpstreamError } from '../../core/errors.ts';
import { createFairLimiter, QueueFull } from '../scheduling/fairLimiter.ts';
import { currentCaller } from './caller.ts';
import { CallLimitError, type CallLimiter, type CallLimitReason, UNLIMITED_CALLS } from './callLimit.ts';
import {
  type BreakerPolicy,
  type BreakerState,
  CircuitOpen,
  createCircuitBreaker,
} from './circuitBreaker.ts';

/** Limits that protect a provider from the gateway and the gateway from the provider. */
export interface ResilienceLimits extends BreakerPolicy {
  /**
   * Concurrent calls, and calls that queue for a slot; further calls are rejected at once. Callers share
   * both: alone, one gets three quarters.
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

/** A caller has at most this many times the free slots, so that the next one finds a free slot at once. */
const TAKEN_PER_FREE_SLOT = 3;
/** The key of calls without a caller: all background work shares its turns. */
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
  /** The clock of the throttle and of the circuit breaker, in milliseconds from any start. */
  readonly now?: () => number;
}

/** A call under a policy. */
interface GuardedCall {
  /** Aborts at the deadline of the call, or earlier with its operation. */
  readonly ended: AbortSignal;
  /** Total time, including the wait for a slot and the retry. */
  readonly timeoutMs: number;
  /** Calls that the provider counts. */
  readonly calls: number;
  /** True for reads, which may be sent twice. */
  readonly isIdempotent: boolean;
}

/**
 * Sends a call when the policy allows it.
 * @param send receives the number of earlier attempts
 * @throws what `send` throws; CallLimitError; another error if the call was not sent
 */
export type ResiliencePolicy = <T>(send: (retries: number) => Promise<T>, call: GuardedCall) => Promise<T>;

/** Sends a call at once, and never again. */
export const UNGUARDED: ResiliencePolicy = (send) => send(0);

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
  const { maxConcurrent, maxQueued } = limits;
  const limiter = createFairLimiter({
    max: maxConcurrent,
    sharePerFree: TAKEN_PER_FREE_SLOT,
    queue: { max: maxQueued, sharePerFree: TAKEN_PER_FREE_SLOT },
    onQueueChanged: (length) => observe?.queueChanged(provider, length),
  });
  const runUnlessOpen = createCircuitBreaker(limits, (state) => observe?.stateChanged(provider, state), now);
  const throttle = createThrottle(provider, now);
  const retryBudget = createRetryBudget();

  const sendGuarded = async <T>(send: () => Promise<T>, { calls, ended }: GuardedCall): Promise<T> => {
    let refund = () => {};
    try {
      throttle.check();
      const caller = currentCaller();
      refund = await callLimiter.charge(provider, caller, calls);
      using _slot = await limiter.start(caller ? identityOf(caller) : BACKGROUND, 1, ended);
      // The breaker is checked after queueing: the provider may have failed meanwhile.
      return await runUnlessOpen(() => {
        refund = () => {};
        return send();
      }, ended);
    } catch (error) {
      refund();
      const rejection = rejectionReason(error);
      if (rejection) report(rejection);
      throttle.record(error);
      throw error instanceof QueueFull && error.isOfKey ? queueFullError(provider, error) : error;
    }
  };
  return async (send, call) => {
    const { timeoutMs, isIdempotent, ended } = call;
    const end = performance.now() + timeoutMs;
    const left = () => end - performance.now();
    const sendOnce = (retries: number) =>
      sendGuarded(async () => {
        const leftMs = left();
        // A timeout in the queue says nothing about the provider, so it counts as cancelled.
        if (leftMs <= 0) throw timeoutOf(provider, 'the deadline passed in the queue');
        return send(retries).catch((error: unknown) => {
          throw leftMs < FULL_TIME_SHARE * timeoutMs ? withoutBlame(error) : error;
        });
      }, call);
    retryBudget.earn();
    try {
      return await sendOnce(0);
    } catch (error) {
      const isInTime = !ended.aborted && left() >= (1 - RETRY_TIME_SHARE) * timeoutMs;
      if (!isIdempotent || !isInTime || codeOf(error) !== 'UPSTREAM_UNAVAILABLE' || !retryBudget.spend())
        throw error;
      report('retried');
      return sendOnce(1);
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
const withoutBlame = (error: unknown): unknown =>
  error instanceof UpstreamError && codeOf(error) === 'UPSTREAM_TIMEOUT'
    ? timeoutOf(error.provider, error.originalError)
    : error;

/** Returns the error of a timeout that says nothing about the provider. */
const timeoutOf = (provider: Provider, cause: unknown): UpstreamError =>
  new UpstreamError(provider, 'UPSTREAM_TIMEOUT', cause, undefined, true);

/** Returns the code of a failure of the provider; undefined for a call that was not sent. */
const codeOf = (error: unknown) => (error instanceof UpstreamError ? error.extensions.code : undefined);

function rejectionReason(error: unknown): ResilienceEvent | undefined {
  if (error instanceof CircuitOpen) return 'circuit_open';
  if (error instanceof QueueFull) return error.isOfKey ? 'caller_queue_full' : 'bulkhead_full';
  if (error instanceof CallLimitError) return error.reason;
  return error instanceof ThrottledLocally ? 'throttled' : undefined;
}

const queueFullError = (provider: Provider, { waiting }: QueueFull): CallLimitError =>
  new CallLimitError(
    `expected fewer waiting ${provider} calls from one caller, got ${waiting}; retry in ${QUEUE_RETRY_AFTER_SECONDS} s`,
    {
      reason: 'caller_queue_full',
      provider,
      limit: { waiting },
      retryAfterSeconds: QUEUE_RETRY_AFTER_SECONDS,
    },
  );

/** The pause after a 429 without `Retry-After`. */
const DEFAULT_PAUSE_SECONDS = 2;

/** Creates a throttle: after a 429 no calls are sent for as long as the provider says. */
function createThrottle(provider: Provider, now: () => number) {
  let until = Number.NEGATIVE_INFINITY;
  return {
    /** @throws UpstreamError `UPSTREAM_THROTTLED` during the pause */
    check() {
      const left = (until - now()) / 1000;
      if (left > 0) throw new ThrottledLocally(provider, left);
    },
    record(error: unknown) {
      const isThrottled = error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_THROTTLED';
      if (!isThrottled || error instanceof ThrottledLocally) return;
      until = now() + 1000 * Number(error.extensions.retryAfter ?? DEFAULT_PAUSE_SECONDS);
    },
  };
}

/** A call that was not sent because of an earlier 429. */
class ThrottledLocally extends UpstreamError {
  constructor(provider: Provider, seconds: number) {
    super(
      provider,
      'UPSTREAM_THROTTLED',
      new Error('throttled after an earlier 429 of the provider'),
      Math.ceil(seconds),
    );
  }
}
