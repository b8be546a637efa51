import type { Logger } from 'pino';
import { briefCauseOf, type Provider } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { ObserveLine } from './line.ts';
import type { LineState } from './lineBreaker.ts';
import type { ObserveCalls } from './wire.ts';

/** Milliseconds between two complaints about the same provider; each call may bring one. */
const COMPLAIN_EVERY = 10_000;

const SAID: Readonly<Record<LineState, string>> = {
  open: 'a provider fails and is left alone',
  testing: 'a provider is asked once, to see whether it is back',
  closed: 'a provider answers again',
};

/** Tells operators how the providers do: every call and what the lines do in numbers, what needs somebody in the log. */
export function tellHealth(
  metrics: Pick<Metrics, 'observeCalls' | 'observeLine'>,
  log: Logger,
): { readonly observeCalls: ObserveCalls; readonly observeLine: ObserveLine } {
  const complaints = new Map<Provider, { at: number; unsaid: number }>();
  const complain = (provider: Provider, error: unknown) => {
    const { at, unsaid } = complaints.get(provider) ?? { at: Number.NEGATIVE_INFINITY, unsaid: 0 };
    if (performance.now() - at < COMPLAIN_EVERY) {
      complaints.set(provider, { at, unsaid: unsaid + 1 });
      return;
    }
    complaints.set(provider, { at: performance.now(), unsaid: 0 });
    log.error({ provider, cause: briefCauseOf(error), unsaid }, 'a provider refuses this gateway');
  };
  return {
    observeCalls(call) {
      metrics.observeCalls(call);
      if (call.outcome === 'UPSTREAM_REFUSED') complain(call.provider, call.error);
    },
    observeLine: {
      changed(provider, state) {
        metrics.observeLine.changed(provider, state);
        log[state === 'open' ? 'warn' : 'info']({ provider, state }, SAID[state]);
      },
      acted: metrics.observeLine.acted,
    },
  };
}
