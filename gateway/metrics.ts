import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheObserver } from './cache.ts';
import type { ObserveCalls } from './wire.ts';

/** What a gateway counts, for Prometheus. */
export interface Metrics {
  readonly observeCalls: ObserveCalls;
  readonly observeCache: Required<CacheObserver>;
  /** What is read when somebody asks: the memory that the cache takes. */
  watch(cache: { size(): { bytes: number; entries: number } }): void;
  /** Tells how a CDN took the tags it was sent. */
  edgePurged(outcome: 'ok' | 'failed'): void;
  /** Adds what the process itself tells: its memory, its processor time, the delay of its event loop. */
  watchProcess(): void;
  /** Answers at `/metrics`. */
  routes(app: FastifyInstance): void;
}

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
  const calls = new Histogram({
    name: 'trivium_upstream_seconds',
    help: 'Calls to providers and their seconds, by outcome: ok, or the code of the failure.',
    labelNames: ['provider', 'outcome'] as const,
    buckets: SECONDS,
    registers,
  });
  return {
    observeCalls: ({ provider, outcome, seconds }) => calls.observe({ provider, outcome }, seconds),
    observeCache: {
      read: (layer, state) => reads.inc({ layer, state }),
      covered: (layer) => covered.inc({ layer }),
      purged(tags) {
        purges.inc({ what: tags === 'all' ? 'all' : 'tags' });
        if (tags !== 'all') purgedTags.inc(tags);
      },
    },
    watch(cache) {
      new Gauge({
        name: 'trivium_cache_bytes',
        help: 'Memory that kept answers take, about.',
        registers,
        collect() {
          this.set(cache.size().bytes);
        },
      });
      new Gauge({
        name: 'trivium_cache_entries',
        help: 'Answers kept in memory.',
        registers,
        collect() {
          this.set(cache.size().entries);
        },
      });
    },
    edgePurged: (outcome) => edge.inc({ outcome }),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    routes(app) {
      app.get('/metrics', async (_request, reply) =>
        reply
          .type(registry.contentType)
          .header('cache-control', 'no-store')
          .send(await registry.metrics()),
      );
    },
  };
}
