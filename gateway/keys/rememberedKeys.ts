import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { KeyStore, StoredKey } from './keyStore.ts';

/** Milliseconds for which a key is taken to be as it was read; another gateway's revocation is known after them. */
const FRESH = 400;
/** Milliseconds for which a store that is away is done without: keys that are known go on, as they were. */
const OUTAGE = 60_000;
/** Milliseconds a look-up may take. */
const PATIENCE = 300;
/** Milliseconds for which a store that did not answer is not asked about keys that are known. */
const REST = 1_000;
const MOST = 10_000;

interface Known {
  readonly key: StoredKey;
  readonly readAt: number;
}

/** The store could not be asked. */
class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * A store across the network, asked for the same key at most every `FRESH` milliseconds, and done without for a minute
 * where it is away or frozen. What this gateway writes is known to it at once.
 */
export function rememberKeys(store: KeyStore, now: () => number = Date.now): KeyStore {
  const known = new LRUCache<string, Known>({ max: MOST });
  const asking = new Map<string, Promise<StoredKey | null>>();
  let writes = 0;
  let awayUntil = 0;

  const ask = async (id: string): Promise<StoredKey | null> => {
    const readAt = now();
    const before = writes;
    const key = await within(store.find(id));
    // What was read before a key was written here may be of its old version.
    if (key && before === writes) known.set(id, { key, readAt });
    if (!key) known.delete(id);
    return key;
  };
  const askOnce = (id: string) => {
    const asked = asking.get(id) ?? ask(id).finally(() => asking.delete(id));
    asking.set(id, asked);
    return asked;
  };

  return {
    ...store,
    async find(id) {
      const remembered = known.get(id);
      const age = remembered ? now() - remembered.readAt : Number.POSITIVE_INFINITY;
      if (remembered && (age < FRESH || (age < OUTAGE && now() < awayUntil))) return remembered.key;
      try {
        return await askOnce(id);
      } catch (error) {
        awayUntil = now() + REST;
        const still = known.get(id);
        if (still && now() - still.readAt < OUTAGE) return still.key;
        throw new KeysUnavailable('expected the store of keys to answer', { cause: error });
      }
    },
    async write(key, entry) {
      try {
        return await store.write(key, entry);
      } finally {
        writes++;
        known.delete(key.id);
        asking.delete(key.id);
      }
    },
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const late = sleep(PATIENCE, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`expected an answer in ${PATIENCE} ms, got none`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
  }
}
