import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Manifest } from './manifest.ts';

/** Where the texts of documents are found by their ids. */
export interface DocumentStore {
  /** The text of a document; undefined for an id that is not known, or is none. */
  get(id: unknown): Promise<string | undefined>;
  /** Puts down a document that has been found good. */
  put(id: string, text: string): void;
  /** Whether the deployment vouches for it. */
  isTrusted(id: string): boolean;
}

export interface DocumentStoreOptions {
  readonly manifest: Manifest;
  /** Where several gateways share what clients have registered; absent, each has its own. */
  readonly redis?: Redis | undefined;
  /** Begins the names of everything of the deployment in Redis. */
  readonly prefix: string;
  /** Bytes of memory that documents of clients take. */
  readonly maxBytes?: number;
  /** Hears why a document could not be shared. */
  onError(error: unknown): void;
}

/** Bytes that documents of clients take in memory: a thousand of the longest that are served, in JavaScript's two bytes. */
const MAX_MEMORY_BYTES = 40_000_000;
/** Documents of clients that are shared, of which each has 20,000 characters at most, and seconds since they were asked for. */
const MAX_SHARED_DOCUMENTS = 2000;
const SHARED_TTL_SECONDS = 7 * 86_400;
/** Milliseconds for Redis: asking the client for the text costs no more. */
const REDIS_TIMEOUT_MS = 250;
const ID = /^[0-9a-f]{64}$/;

/** Keeps the newest `MAX_SHARED_DOCUMENTS`; the sorted set tells which those are. */
const PUT = `
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
export function createDocumentStore({
  manifest,
  redis,
  prefix,
  maxBytes = MAX_MEMORY_BYTES,
  onError,
}: DocumentStoreOptions): DocumentStore {
  const memory = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text) => 2 * text.length + 128,
  });
  const keyPrefix = `${prefix}:document:`;
  const getShared = async (id: string): Promise<string | undefined> => {
    if (!redis) return undefined;
    // That Redis is away is told by who connects to it, and not once more for every id that comes.
    const stored = redis.get(`${keyPrefix}${id}`).catch(() => null);
    const text = await Promise.race([stored, sleep(REDIS_TIMEOUT_MS, null, { ref: false })]);
    if (text !== null) memory.set(id, text);
    return text ?? undefined;
  };
  return {
    async get(id) {
      if (typeof id !== 'string' || !ID.test(id)) return undefined;
      return manifest.get(id) ?? memory.get(id) ?? getShared(id);
    },
    put(id, text) {
      if (manifest.has(id) || memory.has(id)) return;
      memory.set(id, text);
      redis?.eval(PUT, 2, keyPrefix, `${prefix}:documents`, id, text, SHARED_TTL_SECONDS, MAX_SHARED_DOCUMENTS).catch(onError);
    },
    isTrusted: (id) => manifest.has(id),
  };
}
