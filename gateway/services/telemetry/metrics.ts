import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { RateLimitObserver } from '../rateLimit/rateLimiter.ts';
import { type CacheMetrics, createCacheMetrics } from './cacheMetrics.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { createProviderMetrics, type ProviderMetrics } from './providerMetrics.ts';
import {
  type AdmissionObserver,
  createAdmissionMetrics,
  createRequestMetrics,
  type RequestObserver,
} from './requestMetrics.ts';
import { createStateMetrics, type StateMetrics } from './stateMetrics.ts';
import { createSyncMetrics, type SyncMetrics } from './syncMetrics.ts';

/** Records subscriptions and their connections. */
export interface SubscriptionObserver {
  /** Registers the gauges; they are read at each scrape. */
  observeState(state: { connections(): number; subscriptions(): number }): void;
  /** Counts a connection that the gateway closed or rejected. */
  connectionClosed(reason: string): void;
  /** Counts the message of an event. @param isShared whether it was created for another subscription */
  messageCreated(isShared: boolean): void;
}

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
 * Creates the metrics of one gateway; several gateways in a process have separate ones.
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
    collectProcessMetrics: () => collectDefaultMetrics({ register: registry }),
    scrape: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function shareWithPrimary(registry: Registry, worker: number): void {
  registry.setDefaultLabels({ worker: String(worker) });
  AggregatorRegistry.setRegistries([registry]);
  // The constructor begins to answer the requests of the primary process.
  new AggregatorRegistry();
}

function createSubscriptionMetrics({ counter, observableGauge }: Instruments): SubscriptionObserver {
  const closed = counter(
    'trivium_subscription_connections_closed_total',
    'Subscription connections that the gateway closed or rejected, by reason.',
    ['reason'],
  );
  closed.inc({ reason: 'connection_limit' }, 0);
  const messages = counter(
    'trivium_subscription_messages_total',
    'Messages of events, by source: executed for this subscription, or shared with one that has the same request.',
    ['source'],
  );
  for (const source of ['executed', 'shared']) messages.inc({ source }, 0);
  return {
    observeState({ connections, subscriptions }) {
      observableGauge('trivium_subscription_connections', 'Open subscription connections.', connections);
      observableGauge('trivium_subscriptions', 'Active subscriptions.', subscriptions);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
    messageCreated: (isShared) => messages.inc({ source: isShared ? 'shared' : 'executed' }),
  };
}

function createRateLimitMetrics({ counter }: Instruments): RateLimitObserver {
  const labels = ['caller'] as const;
  const charged = counter(
    'trivium_rate_limit_points_charged_total',
    'Rate limit points charged, by kind of caller (anonymous, key, editor).',
    labels,
  );
  const refunded = counter(
    'trivium_rate_limit_points_refunded_total',
    'Charged rate limit points that were not used, by kind of caller.',
    labels,
  );
  const rejected = counter(
    'trivium_rate_limit_rejected_total',
    'Operations and pages rejected by the rate limit, by kind of caller.',
    labels,
  );
  rejected.inc({ caller: 'anonymous' }, 0);
  return {
    charged: (caller, points) => charged.inc({ caller }, points),
    refunded: (caller, points) => refunded.inc({ caller }, points),
    rejected: (caller) => rejected.inc({ caller }),
  };
}
