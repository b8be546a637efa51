import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ObserveBudgets } from './budgets/budgets.ts';
import type { CacheObserver } from './cache.ts';
import { refusalOf } from './http/refusal.ts';
import { createInstruments, type Instruments } from './watching/instruments.ts';
import { opens } from './watching/metricsToken.ts';
import { createProviderMetrics, type ProviderMetrics } from './watching/providerMetrics.ts';
import { createRequestMetrics, type ObserveRequests } from './watching/requestMetrics.ts';
import { createStateMetrics, type StateMetrics } from './watching/stateMetrics.ts';

/** Hears of the connections for subscriptions. */
export interface ObserveLive {
  /** What is read when somebody asks. */
  watch(live: { connections(): number; subscriptions(): number }): void;
  /** One was ended or refused by the gateway. */
  ended(reason: string): void;
}

/** Hears what becomes of requests before they are worked at. */
interface ObserveEdge {
  /** How a document came: `text`, `registered`, `persisted` or `refused`. */
  document(how: string): void;
  /** A request, connection or subscription was turned away, for there is too much to do. */
  shed(): void;
  /** Something came that could not be read as a request, or not its address; by the code it was answered with. */
  unread(code: string): void;
}

/** What is known of kept answers. */
interface CacheMetrics {
  readonly observeCache: Required<CacheObserver>;
  /** What is read when somebody asks: the memory that the cache takes. */
  watch(cache: { size(): { bytes: number; entries: number } }): void;
  /** Tells how a CDN took the tags it was sent. */
  edgePurged(outcome: 'ok' | 'failed'): void;
}

/** What is known of changes at the providers and of the index that follows them. */
interface NewsMetrics {
  /** Counts news by its provider. */
  heardOf(change: { source: string; everything?: boolean }): void;
  /** Counts index work by its kind and by what came of it. */
  indexWork(kind: string, outcome: 'done' | 'too early' | 'failed' | 'given up'): void;
}

/** What a gateway counts, for Prometheus. */
export interface Metrics extends StateMetrics, ProviderMetrics, CacheMetrics, NewsMetrics {
  readonly observeRequests: ObserveRequests;
  readonly observeLive: ObserveLive;
  readonly observeBudgets: ObserveBudgets;
  readonly observeEdge: ObserveEdge;
  /** Adds what the process itself tells: its memory, its processor time, the delay of its event loop. */
  watchProcess(): void;
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
    ...createNewsMetrics(instruments),
    observeRequests: createRequestMetrics(instruments),
    observeLive: createLiveMetrics(instruments),
    observeBudgets: createBudgetMetrics(instruments),
    observeEdge: createEdgeMetrics(instruments),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    routes(app, token) {
      app.get('/metrics', async ({ headers }, reply) => {
        reply.header('cache-control', 'no-store');
        if (!opens(headers.authorization, token))
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send(
              refusalOf(
                'UNAUTHENTICATED',
                'expected the token of METRICS_TOKEN as Authorization: Bearer …, got another or none',
              ),
            );
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

function createCacheMetrics({ counter, reading }: Instruments): CacheMetrics {
  const reads = counter(
    'trivium_cache_reads_total',
    'Looks into the cache by layer (answer, content, search) and outcome (hit, miss, stale).',
    ['layer', 'state'],
  );
  const covered = counter(
    'trivium_cache_covered_total',
    'Failures of providers for which something kept stood in.',
    ['layer'],
  );
  const purges = counter('trivium_cache_purges_total', 'Purges by this gateway: by tags, or of everything.', [
    'what',
  ]);
  const purgedTags = counter('trivium_cache_purged_tags_total', 'Tags purged by this gateway.');
  const edge = counter('trivium_edge_purges_total', 'Purges sent to the CDN in front.', ['outcome']);
  edge.inc({ outcome: 'failed' }, 0);
  return {
    observeCache: {
      read: (layer, state) => reads.inc({ layer, state }),
      covered: (layer) => covered.inc({ layer }),
      purged(tags) {
        purges.inc({ what: tags === 'all' ? 'all' : 'tags' });
        if (tags !== 'all') purgedTags.inc(tags);
      },
    },
    watch(cache) {
      reading('trivium_cache_bytes', 'Memory that kept answers take, about.', () => cache.size().bytes);
      reading('trivium_cache_entries', 'Answers kept in memory.', () => cache.size().entries);
    },
    edgePurged: (outcome) => edge.inc({ outcome }),
  };
}

function createNewsMetrics({ counter }: Instruments): NewsMetrics {
  const changes = counter(
    'trivium_changes_total',
    'Changes that were published, by source: content, media, or everything where news was missed.',
    ['source'],
  );
  const work = counter(
    'trivium_index_work_total',
    'Index work by kind and outcome (done, too early, failed, given up).',
    ['kind', 'outcome'],
  );
  return {
    heardOf: ({ source, everything }) => changes.inc({ source: everything ? 'everything' : source }),
    indexWork: (kind, outcome) => work.inc({ kind, outcome }),
  };
}

function createLiveMetrics({ counter, reading }: Instruments): ObserveLive {
  const endings = counter(
    'trivium_live_ended_total',
    'Connections for subscriptions that the gateway ended or refused, by reason.',
    ['reason'],
  );
  endings.inc({ reason: 'refused' }, 0);
  return {
    watch({ connections, subscriptions }) {
      reading('trivium_live_connections', 'Connections for subscriptions that are open.', connections);
      reading('trivium_live_subscriptions', 'Subscriptions that are told news.', subscriptions);
    },
    ended: (reason) => endings.inc({ reason }),
  };
}

function createBudgetMetrics({ counter }: Instruments): ObserveBudgets {
  const taken = counter(
    'trivium_budget_taken_total',
    'Points taken from the budgets of callers (anonymous, key, editor) for what they asked.',
    ['caller'],
  );
  const returned = counter(
    'trivium_budget_returned_total',
    'Points given back that were taken and not needed.',
    ['caller'],
  );
  const refused = counter(
    'trivium_budget_refused_total',
    'Operations and pages refused since a budget was used up.',
    ['caller'],
  );
  refused.inc({ caller: 'anonymous' }, 0);
  return {
    taken: (caller, points) => taken.inc({ caller }, points),
    returned: (caller, points) => returned.inc({ caller }, points),
    refused: (caller) => refused.inc({ caller }),
  };
}

function createEdgeMetrics({ counter }: Instruments): ObserveEdge {
  const documents = counter(
    'trivium_documents_total',
    'Documents by how they came: as a text, by the id of a registered or of a persisted one, or refused.',
    ['how'],
  );
  const shed = counter(
    'trivium_shed_total',
    'Requests, connections and subscriptions that were turned away because the event loop was late.',
  );
  const unread = counter(
    'trivium_unread_total',
    'What could not be read as a request, or not its address, by the code it was answered with.',
    ['code'],
  );
  return {
    document: (how) => documents.inc({ how }),
    shed: () => shed.inc(),
    unread: (code) => unread.inc({ code }),
  };
}
