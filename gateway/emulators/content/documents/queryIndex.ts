import { Store, type TransactionEvent } from './store.ts';

/** A committed transaction that queries do not see yet. */
interface PendingTransaction {
  event: TransactionEvent;
  /** Time when queries see it, on the clock of `performance.now()`. */
  dueAt: number;
  markVisible: () => void;
  visible: Promise<void>;
}

/**
 * The documents that queries read. Sanity commits a transaction before queries see it, so events can precede
 * query results. Without a lag the index is the store itself; with a lag it is a delayed copy.
 */
export class QueryIndex {
  readonly #store: Store;
  #lagMs = 0;
  #copy: Store | undefined;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Pending transactions, oldest first. */
  #pending: PendingTransaction[] = [];

  /**
   * Subscribes to the store before all other subscribers, so that later subscribers find a committed transaction already
   * pending here.
   */
  constructor(store: Store) {
    this.#store = store;
    this.#unsubscribe = store.subscribe((event) => this.#enqueue(event));
  }

  /** Returns the store that queries currently read. */
  get readable(): Store {
    return this.#copy ?? this.#store;
  }

  /** Delay between a commit and its visibility in queries. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** Sets the lag. Pending transactions become visible at once. */
  setLag(ms: number): void {
    this.#flush();
    this.#lagMs = ms;
    if (ms === 0) return;
    this.#copy = new Store();
    this.#copy.load(this.#store.all());
  }

  /** Copies the documents of the store after they were replaced. */
  reload(): void {
    this.setLag(this.#lagMs);
  }

  /** Resolves when queries see all committed transactions. */
  async settled(): Promise<void> {
    await this.#pending.at(-1)?.visible;
  }

  /** Unsubscribes from the store. */
  close(): void {
    this.#unsubscribe();
    this.#flush();
  }

  #enqueue(event: TransactionEvent): void {
    if (this.#copy === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pending.push({
      event,
      dueAt: performance.now() + this.#lagMs,
      markVisible: resolve,
      visible: promise,
    });
    if (this.#pending.length === 1) this.#schedule();
  }

  #schedule(): void {
    const [next] = this.#pending;
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#applyDue(), Math.max(0, next.dueAt - performance.now()));
    this.#timer.unref();
  }

  #applyDue(): void {
    const now = performance.now();
    for (let next = this.#pending[0]; next !== undefined && next.dueAt <= now; next = this.#pending[0]) {
      const { event, markVisible } = next;
      this.#pending.shift();
      this.#copy?.transact(event.transactionId, true, (transaction) => {
        for (const { id, after } of event.changes) transaction.set(id, after);
      });
      markVisible();
    }
    this.#schedule();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    for (const { markVisible } of this.#pending) markVisible();
    this.#pending = [];
    this.#copy = undefined;
  }
}
