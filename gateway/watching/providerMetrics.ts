import { PROVIDERS } from '../errors.ts';
import type { LineAct, ObserveLine } from '../wire/line.ts';
import type { LineState } from '../wire/lineBreaker.ts';
import type { ObserveCalls } from '../wire/wire.ts';
import type { Instruments } from './instruments.ts';

/** Hears of calls to providers, and of what their lines do about failing ones. */
export interface ProviderMetrics {
  readonly observeCalls: ObserveCalls;
  readonly observeLine: ObserveLine;
}

/** A breaker's states as numbers that a graph shows and an alert compares. */
const BREAKER: Readonly<Record<LineState, number>> = { closed: 0, testing: 0.5, open: 1 };

const REFUSALS: readonly Exclude<LineAct, 'repeated'>[] = ['open', 'full', 'silent'];

/** Seconds; a provider has 0.8 to 5. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** Makes what is known of the providers. */
export function createProviderMetrics({ counter, gauge, histogram }: Instruments): ProviderMetrics {
  const calls = histogram(
    'trivium_upstream_seconds',
    'Calls to providers and their seconds, by outcome: ok, abandoned (nobody waited any more), or the code of the failure.',
    { labels: ['provider', 'outcome'], buckets: SECONDS },
  );
  const breakers = gauge(
    'trivium_upstream_breaker',
    'Whether a provider is left alone because it fails: 1, 0.5 while one call looks whether it is back, else 0.',
    ['provider'],
  );
  const refused = counter(
    'trivium_upstream_refused_total',
    'Calls to providers that were not sent: the breaker was open, too many waited (full), or the provider wanted silence.',
    ['provider', 'reason'],
  );
  const repeated = counter(
    'trivium_upstream_repeated_total',
    'Calls to providers that were sent once more.',
    ['provider'],
  );
  for (const provider of PROVIDERS) {
    breakers.set({ provider }, BREAKER.closed);
    calls.zero({ provider, outcome: 'UPSTREAM_REFUSED' });
    for (const reason of REFUSALS) refused.inc({ provider, reason }, 0);
  }
  return {
    observeCalls: ({ provider, outcome, seconds }) => calls.observe({ provider, outcome }, seconds),
    observeLine: {
      changed: (provider, state) => breakers.set({ provider }, BREAKER[state]),
      acted(provider, act) {
        if (act === 'repeated') repeated.inc({ provider });
        else refused.inc({ provider, reason: act });
      },
    },
  };
}
