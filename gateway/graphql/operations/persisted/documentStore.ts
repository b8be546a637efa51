import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Manifest } from './manifest.ts';

/** Texts of trusted and persisted documents by id. */
export interface DocumentStore {
  /** Returns the text of a document; undefined if the id is unknown or malformed. */
  get(id: unknown): Promise<string | undefined>;
  /** Stores a document that has passed all limits. */
  put(id: string, text: string): void;
  /** Returns whether a document is in the manifest. */
  isTrusted(id: string): boolean;
}

export interface DocumentStoreOptions {
  readonly manifest: Manifest;
  /** Shares persisted documents between gateways. */
  readonly redis?: Redis | undefined;
  /** Prefix of the keys in Redis. */
  readonly prefix: string;
  /** Memory for persisted documents. */
  readonly maxBytes?: number;
  /** Runs when a document cannot be stored in Redis. */
  onError(error: unknown): void;
}

/** A thousand documents of maximum length, at two bytes a character. */
const MAX_MEMORY_BYTES = 40_000_000;
const MAX_SHARED_DOCUMENTS = 2000;
const SHARED_TTL_SECONDS = 7 * 86_400;
/** Asking the client for the text takes about as long. */
const REDIS_TIMEOUT_MS = 250;
const ID = /^[0-9a-f]{64}$/;

/**
 * Stores a document, and removes all but the newest. KEYS: prefix of documents, sorted set of ids by time. ARGV: id, text,
 * TTL in seconds, maximum number.
 */
const PUT = `
  redis.call('SET', KEYS[1] .. ARGV[1], ARGV[2], 'EX', ARGV[3])
  redis.call('ZADD', KEYS[2], redis.call('TIME')[1], ARGV[1])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -(ARGV[4] + 1))) do
    redis.call('DEL', KEYS[1] .. id)
    redis.call('ZREM', KEYS[2], id)
  end`;

/**
 * Creates the store of trusted documents (from the manifest) and persisted documents (Apollo's automatic persisted
 * queries). Persisted ones are evicted: by bytes in memory, by number and age in Redis.
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
    // The connection logs its own failures.
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
      redis
        ?.eval(PUT, 2, keyPrefix, `${prefix}:documents`, id, text, SHARED_TTL_SECONDS, MAX_SHARED_DOCUMENTS)
        .catch(onError);
    },
    isTrusted: (id) => manifest.has(id),
  };
}
