import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  handleWhen,
  SamplingBreaker,
} from 'cockatiel';
import { type Provider, UpstreamError } from './errors.ts';
import type { Wire } from './wire.ts';

/** What protects a provider from this gateway, and this gateway from it. */
export interface LinePolicy {
  /** Calls under way, and calls that wait for one of them to end; more are refused at once. */
  readonly running: number;
  readonly waiting: number;
  /** The part of calls that has to fail, of at least so many in a window of milliseconds, for the line to open. */
  readonly failing: number;
  readonly atLeast: number;
  readonly window: number;
  /** Milliseconds until one call is let through to see whether the provider is back. */
  readonly rest: number;
}

/** Starting values that kept a dead upstream at a tenth of the calls and answers at some tens of milliseconds. */
const POLICY: LinePolicy = {
  running: 50,
  waiting: 100,
  failing: 0.5,
  atLeast: 20,
  window: 10_000,
  rest: 5_000,
};
/** A call is repeated once, when no more than this part of its time is gone. */
const TIME_TO_REPEAT = 0.6;
/** Of ten calls one may be repeated; this many may be saved up. */
const REPEATS_PER_CALL = 0.1;
const MOST_REPEATS = 10;
/** Seconds without calls after a refusal that names none, and the most that a provider can ask for. */
const DEFAULT_PAUSE = 2;
const LONGEST_PAUSE = 60;

interface CallOptions {
  /** Milliseconds for the whole, repeating included. */
  readonly deadline: number;
  /** Whether the call may be made twice: it only reads. */
  readonly repeats: boolean;
}

/** Puts a wire under the policy of the line it belongs to. */
export type Line = (wire: Wire, options: CallOptions) => Wire;

/**
 * What all calls to one provider share: a breaker that stops asking who fails, a bulkhead that keeps a slow provider
 * from taking everything, one repetition out of a budget, and the silence that a provider has asked for.
 */
export function createLine(provider: Provider, policy: Partial<LinePolicy> = {}): Line {
  const { running, waiting, failing, atLeast, window, rest } = { ...POLICY, ...policy };
  const breaker = circuitBreaker(handleWhen(isProvidersFault), {
    breaker: new SamplingBreaker({
      threshold: failing,
      duration: window,
      minimumRps: atLeast / (window / 1000),
    }),
    halfOpenAfter: rest,
  });
  const places = bulkhead(running, waiting);
  let repeats = MOST_REPEATS / 2;
  let silentUntil = 0;

  const refuseInSilence = () => {
    const left = (silentUntil - performance.now()) / 1000;
    if (left > 0)
      throw new UpstreamError(provider, 'UPSTREAM_THROTTLED', new Error('asked to wait'), Math.ceil(left));
  };
  const keepSilence = (error: unknown) => {
    if (!(error instanceof UpstreamError) || error.extensions.code !== 'UPSTREAM_THROTTLED') return;
    const told = Number(error.extensions.retryAfter ?? DEFAULT_PAUSE);
    silentUntil = performance.now() + 1000 * Math.min(Math.max(told, 0), LONGEST_PAUSE);
  };
  const mayRepeat = (error: unknown, options: CallOptions, left: number) =>
    options.repeats &&
    error instanceof UpstreamError &&
    error.extensions.code === 'UPSTREAM_UNAVAILABLE' &&
    left >= (1 - TIME_TO_REPEAT) * options.deadline &&
    repeats >= 1;

  return (wire, options) => async (signal, call) => {
    const end = performance.now() + options.deadline;
    const once = async () => {
      refuseInSilence();
      try {
        return await breaker.execute(() =>
          places.execute(() => wire(signal, call, end - performance.now()), signal),
        );
      } catch (error) {
        keepSilence(error);
        throw asUpstream(provider, error);
      }
    };
    repeats = Math.min(MOST_REPEATS, repeats + REPEATS_PER_CALL);
    try {
      return await once();
    } catch (error) {
      if (signal.aborted || !mayRepeat(error, options, end - performance.now())) throw error;
      repeats -= 1;
      return once();
    }
  };
}

/** Faults that say something of the provider's health; a refusal is an answer, and a client that has gone is neither. */
function isProvidersFault(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.isAbandoned) return false;
  return error.extensions.code === 'UPSTREAM_UNAVAILABLE' || error.extensions.code === 'UPSTREAM_TIMEOUT';
}

function asUpstream(provider: Provider, error: unknown): unknown {
  const isRefused = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;
  return isRefused || !(error instanceof UpstreamError)
    ? new UpstreamError(provider, 'UPSTREAM_UNAVAILABLE', error)
    : error;
}
