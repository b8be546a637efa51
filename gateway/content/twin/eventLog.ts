import { randomBytes } from 'node:crypto';
import type { TransactionEvent } from './store.ts';

/** Changes of documents kept to be told again; each holds the document before and after. */
const MOST_CHANGES = 5_000;
/** Transactions kept. */
const MOST_TRANSACTIONS = 5_000;

/** A transaction at its place in the log. */
export interface Entry {
  /** Opaque; names the place right after the transaction. */
  position: string;
  event: TransactionEvent;
}

/** The latest transactions in their order, so that those who were away can be told what they missed. */
export class EventLog {
  readonly #most: { changes: number; transactions: number };
  #entries: Entry[] = [];
  #changes = 0;
  /** Positions of another run, or from before a restart, lead nowhere. */
  #epoch = newEpoch();
  /** The number of the first entry kept; numbers have no gaps. */
  #first = 1;

  constructor(most: { changes?: number; transactions?: number } = {}) {
    this.#most = { changes: MOST_CHANGES, transactions: MOST_TRANSACTIONS, ...most };
  }

  /** The place after everything so far. */
  get end(): string {
    return this.#positionOf(this.#first + this.#entries.length - 1);
  }

  /** The number of transactions kept. */
  get length(): number {
    return this.#entries.length;
  }

  append(event: TransactionEvent): Entry {
    const entry = { position: this.#positionOf(this.#first + this.#entries.length), event };
    this.#entries.push(entry);
    this.#changes += event.changes.length;
    while (this.#changes > this.#most.changes || this.#entries.length > this.#most.transactions) {
      this.#changes -= (this.#entries.shift() as Entry).event.changes.length;
      this.#first += 1;
    }
    return entry;
  }

  /** What came after a position; undefined when that cannot be known any more. */
  after(position: string): readonly Entry[] | undefined {
    const number = this.#numberOf(position);
    const skipped = number === undefined ? -1 : number - this.#first + 1;
    return skipped < 0 || skipped > this.#entries.length ? undefined : this.#entries.slice(skipped);
  }

  /** A transaction that is kept and all that came after it; undefined when it is not. */
  from(transactionId: string): readonly Entry[] | undefined {
    const at = this.#entries.findLastIndex(({ event }) => event.transactionId === transactionId);
    return at < 0 ? undefined : this.#entries.slice(at);
  }

  /** Forgets everything; no position given so far can be gone on from. */
  restart(): void {
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
