import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Manifest } from './manifest.ts';

/** Texts of trusted and persisted documents by id. */
export interface DocumentStore {
  /** Returns the text of a document; undefined if the id is unknown or malformed. */
  get(id: unknown): Promise<string | undefined>;
  /** Returns the id of the document that a manifest names so; undefined if there is none, or several. */
  idOf(name: string): string | undefined;
  /** Returns whether a document is known without a lookup in Redis. */
  has(id: string): boolean;
  /**
   * Stores a document that has passed all limits.
   * @param owner the caller that registers it: its documents replace its own older ones above its share
   */
  put(id: string, text: string, owner: string): void;
  /** Adds a document of the gateway itself to those of the manifest. */
  trust(id: string, text: string): void;
  /** Returns whether a document is trusted. */
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
/** One caller can hold this part of the memory and of the shared documents. */
const OWNER_SHARE = 1 / 10;
/** Callers whose documents are counted in memory. */
const MAX_OWNERS = 1000;
const SHARED_TTL_SECONDS = 7 * 86_400;
/** Asking the client for the text takes about as long. */
const REDIS_TIMEOUT_MS = 250;
const ID = /^[0-9a-f]{64}$/;

/**
 * Stores a document, and removes all but the newest of its owner, and of all. A document that is stored keeps its owner.
 * KEYS: prefix of documents, sorted set of all ids by time, the same of the owner. ARGV: id, text, TTL in seconds, maximum
 * number, maximum number of the owner.
 */
const PUT = `
  if redis.call('SET', KEYS[1] .. ARGV[1], ARGV[2], 'EX', ARGV[3], 'NX') == false then return end
  local time = redis.call('TIME')
  local now = string.format('%.0f', time[1] * 1000000 + time[2])
  for i = 2, 3 do
    redis.call('ZADD', KEYS[i], now, ARGV[1])
    redis.call('EXPIRE', KEYS[i], ARGV[3])
  end
  for i = 3, 2, -1 do
    for _, id in ipairs(redis.call('ZRANGE', KEYS[i], 0, -(ARGV[i + 2] + 1))) do
      redis.call('DEL', KEYS[1] .. id)
      redis.call('ZREM', KEYS[2], id)
      redis.call('ZREM', KEYS[3], id)
    end
  end`;

/**
 * Creates the store of trusted documents (from the manifest) and persisted documents (Apollo's automatic persisted
 * queries). Persisted ones are evicted: by bytes in memory, by number and age in Redis. A caller above its share evicts its
 * own.
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
    sizeCalculation: sizeOf,
  });
  const shares = new LRUCache<string, LRUCache<string, number>>({ max: MAX_OWNERS });
  const createShare = () =>
    new LRUCache<string, number>({
      maxSize: maxBytes * OWNER_SHARE,
      sizeCalculation: (bytes) => bytes,
      dispose: (_bytes, id, reason) => void (reason === 'evict' && memory.delete(id)),
    });
  const trusted = new Map(manifest.texts);
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
      return trusted.get(id) ?? memory.get(id) ?? getShared(id);
    },
    idOf: (name) => manifest.ids.get(name),
    has: (id) => trusted.has(id) || memory.has(id),
    put(id, text, owner) {
      if (trusted.has(id) || memory.has(id)) return;
      const share = shares.get(owner) ?? createShare();
      shares.set(owner, share);
      memory.set(id, text);
      share.set(id, sizeOf(text));
      const keys = [keyPrefix, `${prefix}:documents`, `${prefix}:documents:${owner}`];
      const limits = [SHARED_TTL_SECONDS, MAX_SHARED_DOCUMENTS, MAX_SHARED_DOCUMENTS * OWNER_SHARE];
      redis?.eval(PUT, keys.length, ...keys, id, text, ...limits).catch(onError);
    },
    trust: (id, text) => void trusted.set(id, text),
    isTrusted: (id) => trusted.has(id),
  };
}

/** Returns the approximate memory of a document in bytes. */
const sizeOf = (text: string): number => 2 * text.length + 128;
