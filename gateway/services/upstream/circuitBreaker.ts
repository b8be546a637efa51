import { CircuitState, circuitBreaker, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel';
import { UpstreamError } from '../../core/errors.ts';

/** `open`: no calls; `testing`: one, to see whether the provider is back. */
export type LineState = 'closed' | 'open' | 'testing';

/** When a line opens, and for how long. Times are milliseconds. */
export interface BreakerPolicy {
  /** The part of calls that has to fail, of at least so many in a window, for the line to open. */
  readonly failureRatio: number;
  readonly minCalls: number;
  readonly windowMs: number;
  /** It opens as well when nothing but failures has come, so many of them and for so long. */
  readonly maxConsecutiveFailures: number;
  readonly consecutiveFailuresMs: number;
  /** Until one call is let through to see whether the provider is back. */
  readonly halfOpenAfterMs: number;
}

/** Stops asking a provider that fails, and after a rest looks whether it is back. */
export function createCircuitBreaker(policy: BreakerPolicy, changed: (state: LineState) => void) {
  const { failureRatio, minCalls, windowMs, maxConsecutiveFailures, consecutiveFailuresMs, halfOpenAfterMs } = policy;
  const breaker = circuitBreaker(handleWhen(isProviderFailure), {
    breaker: anyOf(
      new SamplingBreaker({ threshold: failureRatio, duration: windowMs, minimumRps: minCalls / (windowMs / 1000) }),
      consecutiveFailures(maxConsecutiveFailures, consecutiveFailuresMs),
    ),
    halfOpenAfter: halfOpenAfterMs,
  });
  breaker.onStateChange((state) => changed(STATE[state]));
  return breaker;
}

const STATE: Readonly<Record<CircuitState, LineState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'testing',
  [CircuitState.Isolated]: 'open',
};

/** Opens when either does. */
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
 * Where few ask, a share of many calls is never reached, and each would wait for a provider that hangs. Where many ask,
 * a provider that fails now and then soon answers one of them.
 */
function consecutiveFailures(least: number, ms: number): IBreaker {
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
      return count >= least && performance.now() - since >= ms;
    },
  };
}

/** Faults that say something of the provider's health; a refusal is an answer, and a client that has gone is neither. */
function isProviderFailure(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.isAbandoned) return false;
  return error.extensions.code === 'UPSTREAM_UNAVAILABLE' || error.extensions.code === 'UPSTREAM_TIMEOUT';
}
