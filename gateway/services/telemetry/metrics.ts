import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { RateLimitObserver } from '../rateLimit/rateLimiter.ts';
import type { CacheObserver } from '../cache/taggedCache.ts';
import { errorBody } from '../../core/errorBody.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { isAuthorized } from './metricsAuth.ts';
import { createProviderMetrics, type ProviderMetrics } from './providerMetrics.ts';
import { createRequestMetrics, type RequestObserver } from './requestMetrics.ts';
import { createStateMetrics, type StateMetrics } from './stateMetrics.ts';

/** Hears of the connections for subscriptions. */
export interface SubscriptionObserver {
  /** What is read when somebody asks. */
  observeState(live: { connections(): number; subscriptions(): number }): void;
  /** One was ended or refused by the gateway. */
  connectionClosed(reason: string): void;
}

/** Hears what becomes of requests before they are worked at. */
interface AdmissionObserver {
  /** How a document came: `text`, `registered`, `persisted` or `refused`. */
  documentReceived(how: string): void;
  /** A request, connection or subscription was turned away, for there is too much to do. */
  requestShed(): void;
  /** Something came that could not be read as a request, or not its address; by the code it was answered with. */
  malformedRequest(code: string): void;
}

/** What is known of kept answers. */
interface CacheMetrics {
  readonly observeCache: Required<CacheObserver>;
  /** What is read when somebody asks: the memory that the cache takes. */
  observeCacheSize(cache: { size(): { bytes: number; entries: number } }): void;
  /** Tells how a CDN took the tags it was sent. */
  cdnPurged(outcome: 'ok' | 'failed'): void;
}

/** What is known of changes at the providers and of the index that follows them. */
interface ChangeMetrics {
  /** Counts news by its provider. */
  changePublished(change: { source: string; everything?: boolean }): void;
  /** Counts index work by its kind and by what came of it. */
  indexJobFinished(kind: string, outcome: 'done' | 'too early' | 'failed' | 'given up'): void;
}

/** What a gateway counts, for Prometheus. */
export interface Metrics extends StateMetrics, ProviderMetrics, CacheMetrics, ChangeMetrics {
  readonly observeRequests: RequestObserver;
  readonly observeSubscriptions: SubscriptionObserver;
  readonly observeRateLimiter: RateLimitObserver;
  readonly observeAdmission: AdmissionObserver;
  /** Adds what the process itself tells: its memory, its processor time, the delay of its event loop. */
  collectProcessMetrics(): void;
  /** Answers at `/metrics` those who have the token, or everybody where there is none. */
  routes(app: FastifyInstance, token?: string): void;
}

/** Counters of one gateway; several in a process keep apart. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const instruments = createInstruments(registry);
  return {
    ...createStateMetrics(instruments),
    ...createProviderMetrics(instruments),
    ...createCacheMetrics(instruments),
    ...createChangeMetrics(instruments),
    observeRequests: createRequestMetrics(instruments),
    observeSubscriptions: createSubscriptionMetrics(instruments),
    observeRateLimiter: createRateLimitMetrics(instruments),
    observeAdmission: createAdmissionMetrics(instruments),
    collectProcessMetrics: () => collectDefaultMetrics({ register: registry }),
    routes(app, token) {
      app.get('/metrics', async ({ headers }, reply) => {
        reply.header('cache-control', 'no-store');
        if (!isAuthorized(headers.authorization, token))
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send(
              errorBody(
                'UNAUTHENTICATED',
                'expected the token of METRICS_TOKEN as Authorization: Bearer …, got another or none',
              ),
            );
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

function createCacheMetrics({ counter, observedGauge }: Instruments): CacheMetrics {
  const lookups = counter(
    'trivium_cache_reads_total',
    'Looks into the cache by layer (answer, content, search) and outcome (hit, miss, stale).',
    ['layer', 'state'],
  );
  const staleServed = counter(
    'trivium_cache_covered_total',
    'Failures of providers for which something kept stood in.',
    ['layer'],
  );
  const purges = counter('trivium_cache_purges_total', 'Purges by this gateway: by tags, or of everything.', [
    'what',
  ]);
  const purgedTags = counter('trivium_cache_purged_tags_total', 'Tags purged by this gateway.');
  const cdnPurges = counter('trivium_edge_purges_total', 'Purges sent to the CDN in front.', ['outcome']);
  cdnPurges.inc({ outcome: 'failed' }, 0);
  return {
    observeCache: {
      read: (layer, state) => lookups.inc({ layer, state }),
      servedStale: (layer) => staleServed.inc({ layer }),
      purged(tags) {
        purges.inc({ what: tags === 'all' ? 'all' : 'tags' });
        if (tags !== 'all') purgedTags.inc(tags);
      },
    },
    observeCacheSize(cache) {
      observedGauge('trivium_cache_bytes', 'Memory that kept answers take, about.', () => cache.size().bytes);
      observedGauge('trivium_cache_entries', 'Answers kept in memory.', () => cache.size().entries);
    },
    cdnPurged: (outcome) => cdnPurges.inc({ outcome }),
  };
}

function createChangeMetrics({ counter }: Instruments): ChangeMetrics {
  const changes = counter(
    'trivium_changes_total',
    'Changes that were published, by source: content, media, or everything where news was missed.',
    ['source'],
  );
  const jobs = counter(
    'trivium_index_work_total',
    'Index work by kind and outcome (done, too early, failed, given up).',
    ['kind', 'outcome'],
  );
  return {
    changePublished: ({ source, everything }) => changes.inc({ source: everything ? 'everything' : source }),
    indexJobFinished: (kind, outcome) => jobs.inc({ kind, outcome }),
  };
}

function createSubscriptionMetrics({ counter, observedGauge }: Instruments): SubscriptionObserver {
  const closed = counter(
    'trivium_live_ended_total',
    'Connections for subscriptions that the gateway ended or refused, by reason.',
    ['reason'],
  );
  closed.inc({ reason: 'refused' }, 0);
  return {
    observeState({ connections, subscriptions }) {
      observedGauge('trivium_live_connections', 'Connections for subscriptions that are open.', connections);
      observedGauge('trivium_live_subscriptions', 'Subscriptions that are told news.', subscriptions);
    },
    connectionClosed: (reason) => closed.inc({ reason }),
  };
}

function createRateLimitMetrics({ counter }: Instruments): RateLimitObserver {
  const charged = counter(
    'trivium_budget_taken_total',
    'Points taken from the budgets of callers (anonymous, key, editor) for what they asked.',
    ['caller'],
  );
  const refunded = counter(
    'trivium_budget_returned_total',
    'Points given back that were taken and not needed.',
    ['caller'],
  );
  const rejected = counter(
    'trivium_budget_refused_total',
    'Operations and pages refused since a budget was used up.',
    ['caller'],
  );
  rejected.inc({ caller: 'anonymous' }, 0);
  return {
    charged: (caller, points) => charged.inc({ caller }, points),
    refunded: (caller, points) => refunded.inc({ caller }, points),
    rejected: (caller) => rejected.inc({ caller }),
  };
}

function createAdmissionMetrics({ counter }: Instruments): AdmissionObserver {
  const documents = counter(
    'trivium_documents_total',
    'Documents by how they came: as a text, by the id of a registered or of a persisted one, or refused.',
    ['how'],
  );
  const shed = counter(
    'trivium_shed_total',
    'Requests, connections and subscriptions that were turned away because the event loop was late.',
  );
  const malformed = counter(
    'trivium_unread_total',
    'What could not be read as a request, or not its address, by the code it was answered with.',
    ['code'],
  );
  return {
    documentReceived: (how) => documents.inc({ how }),
    requestShed: () => shed.inc(),
    malformedRequest: (code) => malformed.inc({ code }),
  };
}
