import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Registered } from './manifest.ts';

/** Where the texts of documents are found by their ids. */
export interface Shelf {
  /** The text of a document; undefined for an id that is not known, or is none. */
  find(id: unknown): Promise<string | undefined>;
  /** Puts down a document that has been found good. */
  keep(id: string, text: string): void;
  /** Whether the deployment vouches for it. */
  isRegistered(id: string): boolean;
}

export interface ShelfOptions {
  readonly registered: Registered;
  /** Where several gateways share what clients have registered; absent, each has its own. */
  readonly redis?: Redis | undefined;
  /** Begins the names of everything of the deployment in Redis. */
  readonly prefix: string;
  /** Bytes of memory that documents of clients take. */
  readonly bytes?: number;
  /** Hears why a document could not be shared. */
  onTrouble(error: unknown): void;
}

/** Bytes that documents of clients take in memory: a thousand of the longest that are served, in JavaScript's two bytes. */
const MEMORY = 40_000_000;
/** Documents of clients that are shared, of which each has 20,000 characters at most, and seconds since they were asked for. */
const MOST_SHARED = 2000;
const SHARED_FOR = 7 * 86_400;
/** Milliseconds for Redis: asking the client for the text costs no more. */
const PATIENCE = 250;
const ID = /^[0-9a-f]{64}$/;

/** Keeps the newest `MOST_SHARED`; the sorted set tells which those are. */
const KEEP = `
  redis.call('SET', KEYS[1] .. ARGV[1], ARGV[2], 'EX', ARGV[3])
  redis.call('ZADD', KEYS[2], redis.call('TIME')[1], ARGV[1])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -(ARGV[4] + 1))) do
    redis.call('DEL', KEYS[1] .. id)
    redis.call('ZREM', KEYS[2], id)
  end`;

/**
 * A shelf of the registered documents, which stay, and of those that clients have sent with their ids (Apollo's automatic
 * persisted queries), of which the oldest go: bounded by bytes in memory, by number and age in Redis.
 */
export function createShelf({ registered, redis, prefix, bytes = MEMORY, onTrouble }: ShelfOptions): Shelf {
  const known = new LRUCache<string, string>({
    maxSize: bytes,
    sizeCalculation: (text) => 2 * text.length + 128,
  });
  const name = `${prefix}:document:`;
  const shared = async (id: string): Promise<string | undefined> => {
    if (!redis) return undefined;
    // That Redis is away is told by who connects to it, and not once more for every id that comes.
    const asked = redis.get(`${name}${id}`).catch(() => null);
    const text = await Promise.race([asked, sleep(PATIENCE, null, { ref: false })]);
    if (text !== null) known.set(id, text);
    return text ?? undefined;
  };
  return {
    async find(id) {
      if (typeof id !== 'string' || !ID.test(id)) return undefined;
      return registered.get(id) ?? known.get(id) ?? shared(id);
    },
    keep(id, text) {
      if (registered.has(id) || known.has(id)) return;
      known.set(id, text);
      redis?.eval(KEEP, 2, name, `${prefix}:documents`, id, text, SHARED_FOR, MOST_SHARED).catch(onTrouble);
    },
    isRegistered: (id) => registered.has(id),
  };
}
