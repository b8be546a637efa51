import { LRUCache } from 'lru-cache';
import { raceTimeout } from '../scheduling/deadline.ts';
import { createSingleFlight } from '../scheduling/singleFlight.ts';
import type { KeyStore, StoredKey, StoredRecord } from './keyStore.ts';

/** Milliseconds for which a cached key is used without a lookup: the delay of a revocation by another gateway. */
const FRESH_MS = 400;
/** Milliseconds for which cached keys stay valid while the store is unavailable. */
const MAX_OUTAGE_MS = 60_000;
const LOOKUP_TIMEOUT_MS = 300;
/** Milliseconds without lookups of cached keys after the store has failed. */
const BACKOFF_MS = 1_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey<Stored extends StoredRecord> {
  readonly key: Stored;
  readonly readAt: number;
}

/**
 * Caches a key store across the network: one lookup of a key per `FRESH_MS`, and cached keys for `MAX_OUTAGE_MS` while
 * the store is unavailable. Writes through this store invalidate at once.
 * @param now milliseconds of a clock that is never set back
 */
export function createCachedKeyStore<Stored extends StoredRecord = StoredKey>(
  store: KeyStore<Stored>,
  now: () => number = () => performance.now(),
): KeyStore<Stored> {
  const cached = new LRUCache<string, CachedKey<Stored>>({ max: MAX_CACHED_KEYS });
  const reads = createSingleFlight<string, Stored | null>();
  let writes = 0;
  let backoffUntil = 0;

  const isWithin = ({ readAt }: CachedKey<Stored>, ms: number): boolean => now() - readAt < ms;
  const load = async (id: string): Promise<Stored | null> => {
    const readAt = now();
    const writesBefore = writes;
    const key = await raceTimeout(store.find(id), LOOKUP_TIMEOUT_MS);
    // A read that started before a write may return the old version.
    if (key && writesBefore === writes) cached.set(id, { key, readAt });
    if (!key) cached.delete(id);
    return key;
  };
  const forget = (id: string): void => {
    writes++;
    cached.delete(id);
    reads.detach(id);
  };

  return {
    ...store,
    async find(id) {
      const known = cached.get(id);
      const isUsable = known && isWithin(known, now() < backoffUntil ? MAX_OUTAGE_MS : FRESH_MS);
      if (isUsable) return known.key;
      try {
        return await reads.run(id, () => load(id));
      } catch (error) {
        backoffUntil = now() + BACKOFF_MS;
        const stale = cached.get(id);
        if (stale && isWithin(stale, MAX_OUTAGE_MS)) return stale.key;
        throw new Error('the key store does not respond', { cause: error });
      }
    },
    async write(key, entry) {
      try {
        return await store.write(key, entry);
      } finally {
        forget(key.id);
      }
    },
    async remove(id) {
      try {
        await store.remove(id);
      } finally {
        forget(id);
      }
    },
  };
}
