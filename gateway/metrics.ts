import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObserveBudgets } from './budgets/budgets.ts';
import type { CacheObserver } from './cache.ts';
import { PROVIDERS } from './errors.ts';
import type { LineAct, ObserveLine } from './line.ts';
import type { LineState } from './lineBreaker.ts';
import { opens } from './watching/metricsToken.ts';
import { createRequestMetrics, type ObserveRequests } from './watching/requestMetrics.ts';
import { createStateMetrics, type StateMetrics } from './watching/stateMetrics.ts';
import type { ObserveCalls } from './wire.ts';

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
  /** A request was turned away, for there is too much to do. */
  shed(): void;
}

/** What a gateway counts, for Prometheus. */
export interface Metrics extends StateMetrics {
  readonly observeRequests: ObserveRequests;
  readonly observeCalls: ObserveCalls;
  readonly observeLine: ObserveLine;
  readonly observeCache: Required<CacheObserver>;
  /** What is read when somebody asks: the memory that the cache takes. */
  watch(cache: { size(): { bytes: number; entries: number } }): void;
  /** Counts news by its provider. */
  heardOf(change: { source: string; everything?: boolean }): void;
  /** Counts index work by its kind and by what came of it. */
  indexWork(kind: string, outcome: 'done' | 'too early' | 'failed' | 'given up'): void;
  readonly observeLive: ObserveLive;
  readonly observeBudgets: ObserveBudgets;
  readonly observeEdge: ObserveEdge;
  /** Tells how a CDN took the tags it was sent. */
  edgePurged(outcome: 'ok' | 'failed'): void;
  /** Adds what the process itself tells: its memory, its processor time, the delay of its event loop. */
  watchProcess(): void;
  /** Answers at `/metrics` those who have the token, or everybody where there is none. */
  routes(app: FastifyInstance, token?: string): void;
}

/** A breaker's states as numbers that a graph shows and an alert compares. */
const BREAKER: Readonly<Record<LineState, number>> = { closed: 0, testing: 0.5, open: 1 };

const REFUSALS: readonly Exclude<LineAct, 'repeated'>[] = ['open', 'full', 'silent'];

/** Seconds; a provider has 0.8 to 5. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** Counters of one gateway; several in a process keep apart. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const reads = new Counter({
    name: 'trivium_cache_reads_total',
    help: 'Looks into the cache by layer (answer, content, search) and outcome (hit, miss, stale).',
    labelNames: ['layer', 'state'] as const,
    registers,
  });
  const covered = new Counter({
    name: 'trivium_cache_covered_total',
    help: 'Failures of providers for which something kept stood in.',
    labelNames: ['layer'] as const,
    registers,
  });
  const purges = new Counter({
    name: 'trivium_cache_purges_total',
    help: 'Purges by this gateway: by tags, or of everything.',
    labelNames: ['what'] as const,
    registers,
  });
  const purgedTags = new Counter({
    name: 'trivium_cache_purged_tags_total',
    help: 'Tags purged by this gateway.',
    registers,
  });
  const edge = new Counter({
    name: 'trivium_edge_purges_total',
    help: 'Purges sent to the CDN in front.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const endings = new Counter({
    name: 'trivium_live_ended_total',
    help: 'Connections for subscriptions that the gateway ended or refused, by reason.',
    labelNames: ['reason'] as const,
    registers,
  });
  const documents = new Counter({
    name: 'trivium_documents_total',
    help: 'Documents by how they came: as a text, by the id of a registered or of a persisted one, or refused.',
    labelNames: ['how'] as const,
    registers,
  });
  const shed = new Counter({
    name: 'trivium_shed_total',
    help: 'Requests that were turned away because the event loop was late.',
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const calls = new Histogram({
    name: 'trivium_upstream_seconds',
    help: 'Calls to providers and their seconds, by outcome: ok, abandoned (nobody waited any more), or the code of the failure.',
    labelNames: ['provider', 'outcome'] as const,
    buckets: SECONDS,
    registers,
  });
  const breakers = new Gauge({
    name: 'trivium_upstream_breaker',
    help: 'Whether a provider is left alone because it fails: 1, 0.5 while one call looks whether it is back, else 0.',
    labelNames: ['provider'] as const,
    registers,
  });
  const refusedCalls = new Counter({
    name: 'trivium_upstream_refused_total',
    help: 'Calls to providers that were not sent: the breaker was open, too many waited (full), or the provider wanted silence.',
    labelNames: ['provider', 'reason'] as const,
    registers,
  });
  const repeatedCalls = new Counter({
    name: 'trivium_upstream_repeated_total',
    help: 'Calls to providers that were sent once more.',
    labelNames: ['provider'] as const,
    registers,
  });
  const changes = new Counter({
    name: 'trivium_changes_total',
    help: 'Changes that were published, by source: content, media, or everything where news was missed.',
    labelNames: ['source'] as const,
    registers,
  });
  const work = new Counter({
    name: 'trivium_index_work_total',
    help: 'Index work by kind and outcome (done, too early, failed, given up).',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const taken = new Counter({
    name: 'trivium_budget_taken_total',
    help: 'Points taken from the budgets of callers (anonymous, key, editor) for what they asked.',
    labelNames: ['caller'] as const,
    registers,
  });
  const restored = new Counter({
    name: 'trivium_budget_returned_total',
    help: 'Points given back that were taken and not needed.',
    labelNames: ['caller'] as const,
    registers,
  });
  const limited = new Counter({
    name: 'trivium_budget_refused_total',
    help: 'Operations and pages refused since a budget was used up.',
    labelNames: ['caller'] as const,
    registers,
  });
  // An alert on the first of anything needs the nought before it.
  edge.inc({ outcome: 'failed' }, 0);
  endings.inc({ reason: 'refused' }, 0);
  limited.inc({ caller: 'anonymous' }, 0);
  for (const provider of PROVIDERS) {
    breakers.set({ provider }, BREAKER.closed);
    calls.zero({ provider, outcome: 'UPSTREAM_REFUSED' });
    for (const reason of REFUSALS) refusedCalls.inc({ provider, reason }, 0);
  }
  return {
    ...createStateMetrics(registry),
    observeRequests: createRequestMetrics(registry),
    observeBudgets: {
      taken: (caller, points) => taken.inc({ caller }, points),
      returned: (caller, points) => restored.inc({ caller }, points),
      refused: (caller) => limited.inc({ caller }),
    },
    heardOf: ({ source, everything }) => changes.inc({ source: everything ? 'everything' : source }),
    indexWork: (kind, outcome) => work.inc({ kind, outcome }),
    observeCalls: ({ provider, outcome, seconds }) => calls.observe({ provider, outcome }, seconds),
    observeLine: {
      changed: (provider, state) => breakers.set({ provider }, BREAKER[state]),
      acted(provider, act) {
        if (act === 'repeated') repeatedCalls.inc({ provider });
        else refusedCalls.inc({ provider, reason: act });
      },
    },
    observeCache: {
      read: (layer, state) => reads.inc({ layer, state }),
      covered: (layer) => covered.inc({ layer }),
      purged(tags) {
        purges.inc({ what: tags === 'all' ? 'all' : 'tags' });
        if (tags !== 'all') purgedTags.inc(tags);
      },
    },
    watch(cache) {
      gauge('trivium_cache_bytes', 'Memory that kept answers take, about.', () => cache.size().bytes);
      gauge('trivium_cache_entries', 'Answers kept in memory.', () => cache.size().entries);
    },
    observeLive: {
      watch({ connections, subscriptions }) {
        gauge('trivium_live_connections', 'Connections for subscriptions that are open.', connections);
        gauge('trivium_live_subscriptions', 'Subscriptions that are told news.', subscriptions);
      },
      ended: (reason) => endings.inc({ reason }),
    },
    observeEdge: { document: (how) => documents.inc({ how }), shed: () => shed.inc() },
    edgePurged: (outcome) => edge.inc({ outcome }),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    routes(app, token) {
      app.get('/metrics', async ({ headers }, reply) => {
        reply.header('cache-control', 'no-store');
        if (!opens(headers.authorization, token))
          return reply.code(401).header('www-authenticate', 'Bearer').send({
            message: 'expected the token of METRICS_TOKEN as Authorization: Bearer …, got another or none',
          });
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}
