import type { CacheObserver } from '../cache/taggedCache.ts';
import type { Instruments } from './instruments.ts';

/** Records cache lookups and invalidations. */
export interface CacheMetrics {
  readonly cache: Required<CacheObserver>;
  /** Registers the gauges of the cache's memory; they are read at each scrape. */
  observeCacheSize(cache: { size(): { bytes: number; entries: number } }): void;
  /** Counts a purge request to the CDN. */
  cdnPurged(outcome: 'ok' | 'failed'): void;
}

/** Creates the metrics of the cache and of the CDN in front. */
export function createCacheMetrics({ counter, observableGauge }: Instruments): CacheMetrics {
  const lookups = counter(
    'trivium_cache_lookups_total',
    'Cache lookups by layer (response, content, search) and result (hit, miss, revalidating, stale).',
    ['layer', 'result'],
  );
  const staleServed = counter(
    'trivium_cache_stale_served_total',
    'Stale results served because a provider failed, by layer.',
    ['layer'],
  );
  const invalidations = counter(
    'trivium_cache_invalidations_total',
    'Invalidations by this gateway, of tags or of all entries.',
    ['scope'],
  );
  const invalidatedTags = counter(
    'trivium_cache_invalidated_tags_total',
    'Tags invalidated by this gateway.',
  );
  const cdnPurges = counter('trivium_cdn_purges_total', 'Purge requests to the CDN, by outcome.', [
    'outcome',
  ]);
  cdnPurges.inc({ outcome: 'failed' }, 0);
  return {
    cache: {
      read: (layer, result) => lookups.inc({ layer, result }),
      servedStale: (layer) => staleServed.inc({ layer }),
      invalidated(tags) {
        invalidations.inc({ scope: tags === 'all' ? 'all' : 'tags' });
        if (tags !== 'all') invalidatedTags.inc(tags);
      },
    },
    observeCacheSize(cache) {
      observableGauge(
        'trivium_cache_bytes',
        'Approximate memory of cached entries.',
        () => cache.size().bytes,
      );
      observableGauge('trivium_cache_entries', 'Cached entries in memory.', () => cache.size().entries);
    },
    cdnPurged: (outcome) => cdnPurges.inc({ outcome }),
  };
}
