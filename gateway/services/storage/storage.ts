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

/** The durable state of a deployment; with Redis, several gateways share it. */
export interface Storage {
  /** Webhook deliveries. */
  readonly inbox: Queue;
  /** Index jobs. */
  readonly index: Queue;
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
