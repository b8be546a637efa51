import type { Redis } from 'ioredis';
import type { AuditLog } from '../auth/auditLog.ts';
import type { KeyStore } from '../auth/keyStore.ts';
import type { Queue } from './queue/queue.ts';

/** A short text that outlives a restart. */
export interface Checkpoint {
  read(): Promise<string | null>;
  write(value: string): Promise<void>;
}

/** What outlives a restart, and what several gateways share. */
export interface Storage {
  /** Deliveries of webhooks. */
  readonly inbox: Queue;
  /** What the index must follow. */
  readonly index: Queue;
  checkpoint(name: string): Checkpoint;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  /**
   * Takes the next place in a line of places `interval` milliseconds apart, which all processes share.
   * @returns milliseconds until it has come
   */
  reserveSlot(line: string, interval: number): Promise<number>;
  /** Where several gateways share it; absent, there is one. */
  readonly redis?: Redis;
  /** Begins the names of everything of the deployment in Redis. */
  readonly prefix: string;
  close(): Promise<void>;
}
