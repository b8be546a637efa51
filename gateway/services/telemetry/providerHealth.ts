import type { Logger } from 'pino';
import { briefCauseOf, type Provider } from '../../core/errors.ts';
import type { BreakerState } from '../upstream/circuitBreaker.ts';
import type { ObserveResilience } from '../upstream/resiliencePolicy.ts';
import type { ObserveCalls } from '../upstream/upstreamCall.ts';
import type { Metrics } from './metrics.ts';

/** Minimum milliseconds between two log lines about rejections by the same provider. */
const LOG_INTERVAL_MS = 10_000;

const STATE_MESSAGES: Readonly<Record<BreakerState, string>> = {
  open: 'circuit breaker: open, no requests to the provider',
  half_open: 'circuit breaker: half-open, one request tests the provider',
  closed: 'circuit breaker: closed, the provider responds again',
};

/** Records upstream requests in metrics, and logs circuit breakers and rejected credentials. */
export function createProviderHealth(
  metrics: Pick<Metrics, 'recordCall' | 'resilience'>,
  log: Logger,
): { readonly recordCall: ObserveCalls; readonly resilience: ObserveResilience } {
  const lastLogged = new Map<Provider, { at: number; suppressed: number }>();
  const logRejection = (provider: Provider, error: unknown) => {
    const { at, suppressed } = lastLogged.get(provider) ?? { at: Number.NEGATIVE_INFINITY, suppressed: 0 };
    if (performance.now() - at < LOG_INTERVAL_MS) {
      lastLogged.set(provider, { at, suppressed: suppressed + 1 });
      return;
    }
    lastLogged.set(provider, { at: performance.now(), suppressed: 0 });
    log.error({ provider, cause: briefCauseOf(error), suppressed }, 'a provider rejects requests');
  };
  return {
    recordCall(call) {
      metrics.recordCall(call);
      if (call.outcome === 'UPSTREAM_REJECTED') logRejection(call.provider, call.error);
    },
    resilience: {
      stateChanged(provider, state) {
        metrics.resilience.stateChanged(provider, state);
        log[state === 'open' ? 'warn' : 'info']({ provider, state }, STATE_MESSAGES[state]);
      },
      happened: metrics.resilience.happened,
      queueChanged: metrics.resilience.queueChanged,
    },
  };
}
