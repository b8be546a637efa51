/** Limits of the deliveries that are kept in memory until they are delivered. */
export interface PendingLimits {
  readonly count: number;
  readonly bytes: number;
}

const LIMITS: PendingLimits = { count: 10_000, bytes: 32_000_000 };

/** A delivery that is not delivered yet. */
export interface PendingDelivery {
  /** Aborts when the delivery is cancelled. */
  readonly signal: AbortSignal;
  /** Marks the delivery as waiting for a retry. */
  markFailed(): void;
  /** Forgets the delivery, which has ended. */
  end(): void;
}

interface Entry {
  readonly bytes: number;
  readonly controller: AbortController;
}

/**
 * The deliveries that are not delivered yet, with their bodies. Beyond its limits it cancels the oldest deliveries, first the
 * deliveries that failed before: without a receiver their number would grow with each change.
 */
export class PendingDeliveries {
  readonly #limits: PendingLimits;
  readonly #new = new Set<Entry>();
  readonly #failed = new Set<Entry>();
  #bytes = 0;

  constructor(limits: PendingLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Adds a delivery with a body of some bytes, and cancels deliveries beyond the limits. */
  add(bytes: number): PendingDelivery {
    const entry: Entry = { bytes, controller: new AbortController() };
    this.#new.add(entry);
    this.#bytes += bytes;
    while (this.#isFull()) this.#cancelOldest();
    return {
      signal: entry.controller.signal,
      markFailed: () => {
        if (this.#new.delete(entry)) this.#failed.add(entry);
      },
      end: () => this.#forget(entry),
    };
  }

  /** Cancels all deliveries. */
  cancelAll(): void {
    for (const entry of [...this.#failed, ...this.#new]) this.#cancel(entry, 'cancelled');
  }

  #isFull(): boolean {
    const count = this.#new.size + this.#failed.size;
    return count > 1 && (count > this.#limits.count || this.#bytes > this.#limits.bytes);
  }

  #cancelOldest(): void {
    const [oldest] = this.#failed.size > 0 ? this.#failed : this.#new;
    const { count, bytes } = this.#limits;
    if (oldest)
      this.#cancel(oldest, `given up: more than ${count} deliveries or ${bytes} bytes wait for a receiver`);
  }

  #cancel(entry: Entry, reason: string): void {
    this.#forget(entry);
    entry.controller.abort(new Error(reason));
  }

  #forget(entry: Entry): void {
    if (this.#new.delete(entry) || this.#failed.delete(entry)) this.#bytes -= entry.bytes;
  }
}
