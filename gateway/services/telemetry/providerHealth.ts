import type { Logger } from 'pino';
import { briefCauseOf, type Provider } from '../../core/errors.ts';
import type { Metrics } from './metrics.ts';
import type { ObserveResilience } from '../upstream/resiliencePolicy.ts';
import type { LineState } from '../upstream/circuitBreaker.ts';
import type { ObserveCalls } from '../upstream/upstreamCall.ts';

/** Milliseconds between two complaints about the same provider; each call may bring one. */
const LOG_INTERVAL_MS = 10_000;

const STATE_MESSAGES: Readonly<Record<LineState, string>> = {
  open: 'a provider fails and is left alone',
  testing: 'a provider is asked once, to see whether it is back',
  closed: 'a provider answers again',
};

/** Tells operators how the providers do: every call and what the lines do in numbers, what needs somebody in the log. */
export function createProviderHealth(
  metrics: Pick<Metrics, 'observeCalls' | 'observeResilience'>,
  log: Logger,
): { readonly observeCalls: ObserveCalls; readonly observeLine: ObserveResilience } {
  const lastLogged = new Map<Provider, { at: number; suppressed: number }>();
  const logRejection = (provider: Provider, error: unknown) => {
    const { at, suppressed } = lastLogged.get(provider) ?? { at: Number.NEGATIVE_INFINITY, suppressed: 0 };
    if (performance.now() - at < LOG_INTERVAL_MS) {
      lastLogged.set(provider, { at, suppressed: suppressed + 1 });
      return;
    }
    lastLogged.set(provider, { at: performance.now(), suppressed: 0 });
    log.error({ provider, cause: briefCauseOf(error), unsaid: suppressed }, 'a provider refuses this gateway');
  };
  return {
    observeCalls(call) {
      metrics.observeCalls(call);
      if (call.outcome === 'UPSTREAM_REFUSED') logRejection(call.provider, call.error);
    },
    observeLine: {
      changed(provider, state) {
        metrics.observeResilience.changed(provider, state);
        log[state === 'open' ? 'warn' : 'info']({ provider, state }, STATE_MESSAGES[state]);
      },
      acted: metrics.observeResilience.acted,
    },
  };
}
