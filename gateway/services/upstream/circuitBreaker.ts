import { UpstreamError } from '../../core/errors.ts';
import { raceAbort } from '../scheduling/deadline.ts';

/** `open` rejects all calls; `half_open` lets one through as a test. */
export type BreakerState = 'closed' | 'open' | 'half_open';

/** The conditions under which the circuit opens, and for how long. */
export interface BreakerPolicy {
  /** The circuit opens when more than this share of at least `minCalls` calls in a window fails. */
  readonly failureRatio: number;
  readonly minCalls: number;
  readonly windowMs: number;
  /** It also opens after this many consecutive failures over at least this time. */
  readonly maxConsecutiveFailures: number;
  readonly consecutiveFailuresMs: number;
  /** Time until one test call is let through. */
  readonly halfOpenAfterMs: number;
}

/** A call that was not sent, because the circuit is open. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
}

/**
 * Creates a circuit breaker.
 * @param changed called with each new state
 * @param now milliseconds from any start
 * @returns runs a call, or throws `CircuitOpen`; during a test call, other calls wait for its result until their signal aborts
 */
export function createCircuitBreaker(
  policy: BreakerPolicy,
  changed: (state: BreakerState) => void,
  now: () => number,
) {
  let results = createCallResults(policy, now);
  let state: BreakerState = 'closed';
  let openedAt = 0;
  let test: Promise<void> | undefined;
  const change = (next: BreakerState, at = now()) => {
    state = next;
    if (next === 'open') openedAt = at;
    if (next === 'closed') results = createCallResults(policy, now);
    changed(next);
  };
  const send = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      const response = await call();
      results.addSuccess();
      return response;
    } catch (error) {
      if (isProviderFailure(error) && results.addFailure() && state === 'closed') change('open');
      throw error;
    }
  };
  return async function run<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (test) {
      await raceAbort(test, signal);
      return run(call, signal);
    }
    if (state === 'closed') return send(call);
    if (now() - openedAt < policy.halfOpenAfterMs) throw new CircuitOpen('the circuit breaker is open');
    change('half_open');
    const response = call();
    const end = (next: BreakerState, at?: number) => {
      test = undefined;
      change(next, at);
    };
    test = response.then(
      () => end('closed'),
      (error: unknown) => {
        // A cancelled call says nothing about the provider: the next call is the test.
        if (error instanceof UpstreamError && error.isCancelled) end('open', openedAt);
        else end(isProviderFailure(error) ? 'open' : 'closed');
      },
    );
    return response;
  };
}

/** The window moves in steps of a tenth. */
const STEPS = 10;

/**
 * Counts the results of calls. With little traffic, a window never has its minimum of calls, so consecutive failures count too;
 * with much traffic, a success soon follows an occasional failure.
 */
function createCallResults(policy: BreakerPolicy, now: () => number) {
  let steps: { readonly startedAt: number; calls: number; failures: number }[] = [];
  let consecutive = 0;
  let failingSince = 0;
  const currentStep = () => {
    const time = now();
    const last = steps.at(-1);
    if (last && time - last.startedAt < policy.windowMs / STEPS) return last;
    const step = { startedAt: time, calls: 0, failures: 0 };
    steps = [...steps.filter(({ startedAt }) => time - startedAt < policy.windowMs), step];
    return step;
  };
  return {
    addSuccess() {
      currentStep().calls += 1;
      consecutive = 0;
    },
    /** Adds a failure. @returns whether the circuit opens */
    addFailure(): boolean {
      const step = currentStep();
      step.calls += 1;
      step.failures += 1;
      if (consecutive === 0) failingSince = now();
      consecutive += 1;
      if (
        consecutive >= policy.maxConsecutiveFailures &&
        now() - failingSince >= policy.consecutiveFailuresMs
      )
        return true;
      const calls = steps.reduce((sum, step) => sum + step.calls, 0);
      const failures = steps.reduce((sum, step) => sum + step.failures, 0);
      return calls >= policy.minCalls && failures > policy.failureRatio * calls;
    },
  };
}

/** True for errors that say something about the provider's health: not for 4xx responses and cancelled calls. */
function isProviderFailure(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.isCancelled) return false;
  return error.extensions.code === 'UPSTREAM_UNAVAILABLE' || error.extensions.code === 'UPSTREAM_TIMEOUT';
}
