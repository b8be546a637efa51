import { CircuitState, circuitBreaker, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel';
import { UpstreamError } from '../../core/errors.ts';

/** `open` rejects all calls; `half_open` lets one through as a test. */
export type BreakerState = 'closed' | 'open' | 'half_open';

/** The conditions under which the circuit opens, and for how long. */
export interface BreakerPolicy {
  /** The circuit opens when this share of at least `minCalls` calls in a window fails. */
  readonly failureRatio: number;
  readonly minCalls: number;
  readonly windowMs: number;
  /** It also opens after this many consecutive failures over at least this time. */
  readonly maxConsecutiveFailures: number;
  readonly consecutiveFailuresMs: number;
  /** Time until one test call is let through. */
  readonly halfOpenAfterMs: number;
}

/** Creates a circuit breaker. @param changed called with each new state */
export function createCircuitBreaker(policy: BreakerPolicy, changed: (state: BreakerState) => void) {
  const { failureRatio, minCalls, windowMs, maxConsecutiveFailures, consecutiveFailuresMs, halfOpenAfterMs } =
    policy;
  const breaker = circuitBreaker(handleWhen(isProviderFailure), {
    breaker: anyOf(
      new SamplingBreaker({
        threshold: failureRatio,
        duration: windowMs,
        minimumRps: minCalls / (windowMs / 1000),
      }),
      openAfterConsecutiveFailures(maxConsecutiveFailures, consecutiveFailuresMs),
    ),
    halfOpenAfter: halfOpenAfterMs,
  });
  breaker.onStateChange((state) => changed(STATE[state]));
  return breaker;
}

const STATE: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
};

/** Opens when either breaker opens. */
const anyOf = (one: IBreaker, other: IBreaker): IBreaker => ({
  state: undefined,
  success(state) {
    one.success(state);
    other.success(state);
  },
  failure(state) {
    const opens = [one.failure(state), other.failure(state)];
    return opens.includes(true);
  },
});

/**
 * Opens after consecutive failures. With little traffic the sampling breaker never reaches its minimum; with much traffic
 * an occasional failure is soon followed by a success.
 */
function openAfterConsecutiveFailures(minFailures: number, durationMs: number): IBreaker {
  let count = 0;
  let since = 0;
  return {
    state: undefined,
    success() {
      count = 0;
    },
    failure() {
      if (count === 0) since = performance.now();
      count += 1;
      return count >= minFailures && performance.now() - since >= durationMs;
    },
  };
}

/** True for errors that say something about the provider's health: not for 4xx responses and cancelled calls. */
function isProviderFailure(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.isCancelled) return false;
  return error.extensions.code === 'UPSTREAM_UNAVAILABLE' || error.extensions.code === 'UPSTREAM_TIMEOUT';
}
