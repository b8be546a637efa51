import type { AuditLog } from '../auth/auditLog.ts';
import type { KeyStore } from '../auth/keyStore.ts';
import type { StoredPreview } from '../auth/previews.ts';
import type { BucketStore } from '../rateLimit/tokenBucket.ts';
import type { UsageStore } from '../usage/usageStore.ts';
import type { OpenChangeBus } from './changeBus.ts';
import type { Queues } from './queue/queues.ts';
import type { RemoteInvalidations, SharedStore } from './sharedStore.ts';

/** A short text that survives restarts. */
export interface Checkpoint {
  read(): Promise<string | null>;
  write(value: string): Promise<void>;
}

/** The models whose indexes are kept up to date: each change adds jobs to the queue of each of them. */
export interface IndexedModels {
  /** Adds a model, or keeps it for longer. Models that were not added again for `INDEXED_MODEL_TTL_MS` end, with their jobs. */
  add(fingerprint: string): Promise<void>;
  list(): Promise<readonly string[]>;
  remove(fingerprint: string): Promise<void>;
}

/** Gateways use their model every day. */
export const INDEXED_MODEL_TTL_MS = 2 * 86_400_000;

/** Why an operation of a shared store has no result, for the log. */
export interface StoreFailure {
  /** What the operation does, e.g. `read`. */
  readonly operation: string;
  /** The time limit of the operation, if the store did not answer within it: it may only be slow. */
  readonly limitMs?: number;
  readonly cause: string;
}

/** Called when a shared store becomes unavailable, and when it is available again. */
export type OnAvailability = (isAvailable: boolean, failure?: StoreFailure) => void;

/** Texts of persisted documents that several gateways share. */
export interface SharedDocuments {
  /** Returns a text; undefined if it is unknown, or if the store does not respond soon. */
  get(id: string): Promise<string | undefined>;
  /** @param owner the caller that registers it: above its share, its documents replace its own older documents */
  put(id: string, text: string, owner: string): Promise<void>;
}

/** The durable state of a deployment. */
export interface DurableStores extends Queues, AsyncDisposable {
  readonly indexedModels: IndexedModels;
  checkpoint(name: string): Checkpoint;
  readonly keys: KeyStore;
  readonly previews: KeyStore<StoredPreview>;
  readonly audit: AuditLog;
  readonly usage: UsageStore;
  /**
   * Reserves the next slot of a shared schedule whose slots are `intervalMs` apart.
   * @returns milliseconds until the slot
   */
  reserveSlot(schedule: string, intervalMs: number): Promise<number>;
}

/** State that a restart may lose. */
export interface VolatileStores {
  openBuckets(onAvailability: OnAvailability): BucketStore;
  readonly openChangeBus: OpenChangeBus;
}

/** State that only several gateways need. */
interface SharedStores {
  openCache(remote: RemoteInvalidations, onAvailability: OnAvailability): SharedStore;
  readonly documents: SharedDocuments;
  /** Resolves when the store responds. */
  ping(): Promise<unknown>;
}

/** The state of a deployment: in the memory and the SQLite file of one gateway, or in the Redis of several. */
export interface Storage extends DurableStores, VolatileStores {
  /** Undefined without Redis. */
  readonly shared?: SharedStores;
}
