import { IndexStore } from './store.ts';

/**
 * The indices that are written, and those that are read. Algolia responds to a write before searches see it: the task of
 * the write is published later. Without a lag both are the same; with a lag, requests read a delayed copy.
 */
export class Indices {
  readonly #written = new IndexStore();
  #copy: IndexStore | undefined;
  #lagMs = 0;
  #lastTask = 0;
  /** By the id of its task: each write that searches do not see yet. */
  readonly #pending = new Map<number, (store: IndexStore) => unknown>();

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
    return this.#pending.size;
  }

  /** Sets the lag. Pending writes are published at once. */
  setLag(ms: number): void {
    for (const taskID of [...this.#pending.keys()]) this.#publish(taskID);
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
      this.#pending.set(taskID, apply);
      setTimeout(() => this.#publish(taskID), this.#lagMs).unref();
    }
    return { taskID, result };
  }

  isPublished(taskID: number): boolean {
    return taskID <= this.#lastTask && !this.#pending.has(taskID);
  }

  /** Deletes all indices and removes the lag. Task ids continue, so an old one never refers to a later task. */
  reset(): void {
    this.setLag(0);
    this.#written.clear();
  }

  /** Publishes a write, unless `setLag` has published it. */
  #publish(taskID: number): void {
    this.#pending.get(taskID)?.(this.readable);
    this.#pending.delete(taskID);
  }
}
