import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { RateLimitObserver } from '../rateLimit/rateLimiter.ts';
import { type CacheMetrics, createCacheMetrics } from './cacheMetrics.ts';
import { createInstruments } from './instruments.ts';
import { createProviderMetrics, type ProviderMetrics } from './providerMetrics.ts';
import {
  type AdmissionObserver,
  createAdmissionMetrics,
  createRateLimitMetrics,
  createRequestMetrics,
  createSubscriptionMetrics,
  type RequestObserver,
  type SubscriptionObserver,
} from './requestMetrics.ts';
import { createStateMetrics, type StateMetrics } from './stateMetrics.ts';
import { createSyncMetrics, type SyncMetrics } from './syncMetrics.ts';

/** The metrics of a gateway, in the format of Prometheus. */
export interface Metrics extends StateMetrics, ProviderMetrics, CacheMetrics, SyncMetrics {
  readonly requests: RequestObserver;
  readonly subscriptions: SubscriptionObserver;
  readonly rateLimits: RateLimitObserver;
  readonly admission: AdmissionObserver;
  /** Adds metrics of the process: memory, CPU time, event loop delay. */
  collectProcessMetrics(): void;
  /** Returns all metrics in the text format. */
  scrape(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/**
 * Creates the metrics of one gateway; several gateways in a process have separate metrics.
 * @param worker the number of this process, if it is one of several workers: the label of all its series, which the primary reads
 */
export function createMetrics(worker?: number): Metrics {
  const registry = new Registry();
  if (worker !== undefined) shareWithPrimary(registry, worker);
  const instruments = createInstruments(registry);
  return {
    ...createStateMetrics(instruments),
    ...createProviderMetrics(instruments),
    ...createCacheMetrics(instruments),
    ...createSyncMetrics(instruments),
    requests: createRequestMetrics(instruments),
    subscriptions: createSubscriptionMetrics(instruments),
    rateLimits: createRateLimitMetrics(instruments),
    admission: createAdmissionMetrics(instruments),
    collectProcessMetrics() {
      collectDefaultMetrics({ register: registry });
      // Of several workers, prom-client would omit it. The label tells them apart.
      const startTime = registry.getSingleMetric('process_start_time_seconds');
      if (startTime) Object.assign(startTime, { aggregator: 'first' });
    },
    scrape: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function shareWithPrimary(registry: Registry, worker: number): void {
  registry.setDefaultLabels({ worker: String(worker) });
  AggregatorRegistry.setRegistries([registry]);
  // The constructor begins to answer the requests of the primary process.
  new AggregatorRegistry();
}
