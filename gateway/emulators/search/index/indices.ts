import { IndexStore } from './store.ts';

/** A write that searches do not see yet. */
interface PendingWrite {
  readonly taskID: number;
  /** Time of its publication, on the clock of `performance.now()`. */
  readonly dueAt: number;
  readonly apply: (store: IndexStore) => unknown;
}

/**
 * The indices that are written, and those that are read. Algolia responds to a write before searches see it: the task of
 * the write is published later. Without a lag both are the same; with a lag, requests read a delayed copy.
 */
export class Indices {
  readonly #written = new IndexStore();
  #copy: IndexStore | undefined;
  #lagMs = 0;
  #lastTask = 0;
  #lastPublished = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Unpublished writes, oldest first. */
  #pending: PendingWrite[] = [];

  /** The indices that requests read. */
  get readable(): IndexStore {
    return this.#copy ?? this.#written;
  }

  /** Time between a write and its publication. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** Number of writes that are not published. */
  get pendingTasks(): number {
    return this.#pending.length;
  }

  /** Sets the lag. Pending writes are published at once. */
  setLag(ms: number): void {
    this.#publish(this.#pending.length);
    this.#lagMs = ms;
    this.#copy = ms === 0 ? undefined : this.#written.clone();
  }

  /**
   * Writes to the indices.
   * @param apply is called a second time for the copy, so it must have the same effect twice
   * @returns its result and the id of the task; ids increase
   */
  write<T>(apply: (store: IndexStore) => T): { taskID: number; result: T } {
    const result = apply(this.#written);
    this.#lastTask += 1;
    const taskID = this.#lastTask;
    if (this.#copy) {
      this.#pending.push({ taskID, dueAt: performance.now() + this.#lagMs, apply });
      if (this.#pending.length === 1) this.#schedule();
    } else this.#lastPublished = taskID;
    return { taskID, result };
  }

  isPublished(taskID: number): boolean {
    return taskID <= this.#lastPublished;
  }

  /** Deletes all indices and removes the lag. Task ids continue, so an old one never refers to a later task. */
  reset(): void {
    this.setLag(0);
    this.#written.clear();
  }

  #publish(count: number): void {
    clearTimeout(this.#timer);
    for (const { taskID, apply } of this.#pending.splice(0, count)) {
      apply(this.readable);
      this.#lastPublished = taskID;
    }
    this.#schedule();
  }

  #schedule(): void {
    const [next] = this.#pending;
    if (!next) return;
    const publishDue = () => {
      const now = performance.now();
      this.#publish(this.#pending.filter(({ dueAt }) => dueAt <= now).length);
    };
    this.#timer = setTimeout(publishDue, Math.max(0, next.dueAt - performance.now())).unref();
  }
}
