import type { Redis } from 'ioredis';
import type { AuditLog } from '../auth/auditLog.ts';
import type { KeyStore } from '../auth/keyStore.ts';
import type { UsageStore } from '../usage/usageStore.ts';
import type { Queue } from './queue/queue.ts';

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

/** The durable state of a deployment; with Redis, several gateways share it. */
export interface Storage {
  /** Webhook deliveries. */
  readonly inbox: Queue;
  /** The index jobs of a model. */
  indexJobs(fingerprint: string): Queue;
  /** Lets one process at a time write all of the indexes of a model. */
  indexWrites(fingerprint: string): Queue;
  readonly indexedModels: IndexedModels;
  checkpoint(name: string): Checkpoint;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  readonly usage: UsageStore;
  /**
   * Reserves the next slot of a shared schedule whose slots are `intervalMs` apart.
   * @returns milliseconds until the slot
   */
  reserveSlot(schedule: string, intervalMs: number): Promise<number>;
  /** Absent with a single gateway. */
  readonly redis?: Redis;
  /** Prefix of the deployment's Redis keys. */
  readonly prefix: string;
  close(): Promise<void>;
}
