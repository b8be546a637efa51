import { PROVIDERS } from '../../core/errors.ts';
import type { ResilienceEvent, ObserveResilience } from '../upstream/resiliencePolicy.ts';
import type { LineState } from '../upstream/circuitBreaker.ts';
import type { ObserveCalls } from '../upstream/upstreamCall.ts';
import type { Instruments } from './instruments.ts';

/** Hears of calls to providers, and of what their lines do about failing ones. */
export interface ProviderMetrics {
  readonly observeCalls: ObserveCalls;
  readonly observeResilience: ObserveResilience;
}

/** A breaker's states as numbers that a graph shows and an alert compares. */
const STATE_VALUES: Readonly<Record<LineState, number>> = { closed: 0, testing: 0.5, open: 1 };

const REJECTIONS: readonly Exclude<ResilienceEvent, 'repeated'>[] = ['open', 'full', 'silent'];

/** Seconds; a provider has 0.8 to 5. */
const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** Makes what is known of the providers. */
export function createProviderMetrics({ counter, gauge, histogram }: Instruments): ProviderMetrics {
  const calls = histogram(
    'trivium_upstream_seconds',
    'Calls to providers and their seconds, by outcome: ok, abandoned (nobody waited any more), or the code of the failure.',
    { labels: ['provider', 'outcome'], buckets: DURATION_BUCKETS_SECONDS },
  );
  const breakers = gauge(
    'trivium_upstream_breaker',
    'Whether a provider is left alone because it fails: 1, 0.5 while one call looks whether it is back, else 0.',
    ['provider'],
  );
  const rejected = counter(
    'trivium_upstream_refused_total',
    'Calls to providers that were not sent: the breaker was open, too many waited (full), or the provider wanted silence.',
    ['provider', 'reason'],
  );
  const retries = counter(
    'trivium_upstream_repeated_total',
    'Calls to providers that were sent once more.',
    ['provider'],
  );
  for (const provider of PROVIDERS) {
    breakers.set({ provider }, STATE_VALUES.closed);
    calls.zero({ provider, outcome: 'UPSTREAM_REFUSED' });
    for (const reason of REJECTIONS) rejected.inc({ provider, reason }, 0);
  }
  return {
    observeCalls: ({ provider, outcome, seconds }) => calls.observe({ provider, outcome }, seconds),
    observeResilience: {
      changed: (provider, state) => breakers.set({ provider }, STATE_VALUES[state]),
      acted(provider, act) {
        if (act === 'repeated') retries.inc({ provider });
        else rejected.inc({ provider, reason: act });
      },
    },
  };
}
