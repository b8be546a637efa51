import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../../core/maybePromise.ts';
import type { SharedDocuments } from '../../../services/storage/storage.ts';

/** The trusted documents. */
export interface Manifest {
  /** Texts by id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Ids by name. A name of several documents, as of two builds of an app, is absent. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Texts of trusted and persisted documents by id. */
export interface DocumentStore {
  /** Returns the text of a document; undefined if the id is unknown or malformed. */
  get(id: unknown): MaybePromise<string | undefined>;
  /** Returns the id of the document that a manifest names so; undefined if there is none, or several. */
  idOf(name: string): string | undefined;
  /** Returns whether a document is known without a lookup in the shared store. */
  has(id: string): boolean;
  /**
   * Stores a document that has passed all limits.
   * @param owner the caller that registers it: above its share, its documents replace its own older documents
   */
  put(id: string, text: string, owner: string): void;
  /** Adds a document of the gateway itself to the documents of the manifest. */
  trust(id: string, text: string): void;
  /** Returns whether a document is trusted. */
  isTrusted(id: string): boolean;
}

export interface DocumentStoreOptions {
  readonly manifest: Manifest;
  /** The persisted documents of all gateways; undefined without Redis. */
  readonly shared?: SharedDocuments | undefined;
  /** Memory for persisted documents. */
  readonly maxBytes?: number;
  /** Runs when a document cannot be shared. */
  onError(error: unknown): void;
}

/** A thousand documents of maximum length, at two bytes a character. */
const MAX_MEMORY_BYTES = 40_000_000;
/** One caller can hold this part of the memory. */
const OWNER_SHARE = 1 / 10;
/** Callers whose documents are counted in memory. */
const MAX_OWNERS = 1000;
const ID = /^[0-9a-f]{64}$/;

/**
 * Creates the store of trusted documents (from the manifest) and persisted documents (Apollo's automatic persisted
 * queries). Persisted documents are evicted: by bytes in memory, by number and age in Redis. A caller above its share evicts its
 * own documents.
 */
export function createDocumentStore({
  manifest,
  shared,
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
  const getShared = async (id: string): Promise<string | undefined> => {
    const text = await shared?.get(id);
    if (text !== undefined) memory.set(id, text);
    return text;
  };
  return {
    get(id) {
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
      shared?.put(id, text, owner).catch(onError);
    },
    trust: (id, text) => void trusted.set(id, text),
    isTrusted: (id) => trusted.has(id),
  };
}

/** Returns the approximate memory of a document in bytes. */
const sizeOf = (text: string): number => 2 * text.length + 128;

/** Returns the id of a document: the SHA-256 of its text in hexadecimal, as in Apollo's persisted queries. */
export function documentId(text: string): string {
  const known = recentIds.get(text);
  if (known !== undefined) return known;
  const id = hash('sha256', text);
  recentIds.set(text, id);
  return id;
}

/** Within a request, a SHA-256 takes several times as long as a look-up. */
const recentIds = new LRUCache<string, string>({
  maxSize: 1_000_000,
  maxEntrySize: 10_000,
  sizeCalculation: (id, text) => id.length + text.length,
});
