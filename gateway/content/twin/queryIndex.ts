import { Store, type TransactionEvent } from './store.ts';

/** A transaction that is committed and not yet to be seen. */
interface Waiting {
  event: TransactionEvent;
  /** On the clock of `performance.now()`. */
  due: number;
  seen: () => void;
  whenSeen: Promise<void>;
}

/**
 * What queries read. Sanity commits a transaction first and lets queries see it later: news can be ahead of answers.
 * Without a lag this is the store itself; with one it is a copy that follows it.
 */
export class QueryIndex {
  readonly #store: Store;
  #lag = 0;
  #copy: Store | undefined;
  readonly #unfollow: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** The oldest first. */
  #waiting: Waiting[] = [];

  /** Follows the store from the first: others who follow it find what is committed waiting here already. */
  constructor(store: Store) {
    this.#store = store;
    this.#unfollow = store.subscribe((event) => this.#follow(event));
  }

  /** The documents as queries see them now. */
  get readable(): Store {
    return this.#copy ?? this.#store;
  }

  /** Milliseconds between a commit and its showing in answers. */
  get lag(): number {
    return this.#lag;
  }

  /** Sets the lag; what is committed already shows at once. */
  setLag(ms: number): void {
    this.#end();
    this.#lag = ms;
    if (ms === 0) return;
    this.#copy = new Store();
    this.#copy.load(this.#store.all());
  }

  /** Takes up the store's documents after they were replaced. */
  reload(): void {
    this.setLag(this.#lag);
  }

  /** When everything committed so far can be seen. */
  async settled(): Promise<void> {
    await this.#waiting.at(-1)?.whenSeen;
  }

  /** Follows the store no more. */
  close(): void {
    this.#unfollow();
    this.#end();
  }

  #follow(event: TransactionEvent): void {
    if (this.#copy === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ event, due: performance.now() + this.#lag, seen: resolve, whenSeen: promise });
    if (this.#waiting.length === 1) this.#wake();
  }

  #wake(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#show(), Math.max(0, next.due - performance.now()));
    this.#timer.unref();
  }

  #show(): void {
    const now = performance.now();
    for (let next = this.#waiting[0]; next !== undefined && next.due <= now; next = this.#waiting[0]) {
      const { event, seen } = next;
      this.#waiting.shift();
      this.#copy?.transact(event.transactionId, true, (transaction) => {
        for (const { id, after } of event.changes) transaction.set(id, after);
      });
      seen();
    }
    this.#wake();
  }

  #end(): void {
    clearTimeout(this.#timer);
    for (const { seen } of this.#waiting) seen();
    this.#waiting = [];
    this.#copy = undefined;
  }
}
