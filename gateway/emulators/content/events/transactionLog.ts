import { randomBytes } from 'node:crypto';
import type { TransactionEvent } from '../documents/store.ts';

/** Maximum number of logged document changes; each contains the document before and after. */
const MAX_CHANGES = 5_000;
/** Maximum number of logged transactions. */
const MAX_TRANSACTIONS = 5_000;

/** A transaction in the log. */
export interface LogEntry {
  /** Opaque position directly after the transaction. */
  position: string;
  event: TransactionEvent;
}

/** The latest transactions in order, so that reconnecting clients can receive missed events. */
export class TransactionLog {
  readonly #limits: { changes: number; transactions: number };
  #entries: LogEntry[] = [];
  #changes = 0;
  /** Distinguishes positions of other runs and of the log before a restart. */
  #epoch = newEpoch();
  /** Number of the first logged entry; numbers are consecutive. */
  #first = 1;

  constructor(limits: { changes?: number; transactions?: number } = {}) {
    this.#limits = { changes: MAX_CHANGES, transactions: MAX_TRANSACTIONS, ...limits };
  }

  /** Position after the last entry. */
  get end(): string {
    return this.#positionOf(this.#first + this.#entries.length - 1);
  }

  /** Number of logged transactions. */
  get length(): number {
    return this.#entries.length;
  }

  append(event: TransactionEvent): LogEntry {
    const entry = { position: this.#positionOf(this.#first + this.#entries.length), event };
    this.#entries.push(entry);
    this.#changes += event.changes.length;
    while (this.#changes > this.#limits.changes || this.#entries.length > this.#limits.transactions) {
      this.#changes -= (this.#entries.shift() as LogEntry).event.changes.length;
      this.#first += 1;
    }
    return entry;
  }

  /** Returns the entries after a position; undefined when the position is unknown. */
  after(position: string): readonly LogEntry[] | undefined {
    const number = this.#numberOf(position);
    const skipped = number === undefined ? -1 : number - this.#first + 1;
    return skipped < 0 || skipped > this.#entries.length ? undefined : this.#entries.slice(skipped);
  }

  /** Returns the entries from a transaction on; undefined when the transaction is not logged. */
  since(transactionId: string): readonly LogEntry[] | undefined {
    const at = this.#entries.findLastIndex(({ event }) => event.transactionId === transactionId);
    return at < 0 ? undefined : this.#entries.slice(at);
  }

  /** Clears the log and invalidates all positions. */
  clear(): void {
    this.#first += this.#entries.length;
    this.#entries = [];
    this.#changes = 0;
    this.#epoch = newEpoch();
  }

  #positionOf(number: number): string {
    const text = `1|${this.#epoch}${number.toString(36).padStart(7, '0')}`;
    return Buffer.from(text, 'latin1').toString('base64url');
  }

  #numberOf(position: string): number | undefined {
    const text = Buffer.from(position, 'base64url').toString('latin1');
    const [, epoch, number] = /^1\|(.{4})([0-9a-z]{7,})$/.exec(text) ?? [];
    return epoch === this.#epoch && number !== undefined ? Number.parseInt(number, 36) : undefined;
  }
}

function newEpoch(): string {
  return randomBytes(3).toString('base64url');
}
