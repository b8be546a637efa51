/** A queued item. */
export interface Item {
  /** Unique in its queue. */
  readonly key: string;
  readonly body: string;
  /** Failed attempts. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

/** An item to add; `delay` as in `Queue.add`. */
export interface NewItem extends Pick<Item, 'key' | 'body'> {
  readonly delay?: number;
}

/** A claimed item; `generation` shows whether it was added again since. */
export interface Claim extends Item {
  readonly generation: number;
}

/** A dead-lettered item. */
export interface DeadItem extends Item {
  /** The last error. */
  readonly error: string;
}

/** The state of a queue. */
export interface QueueState {
  readonly waiting: number;
  readonly dead: number;
  /**
   * When the oldest overdue item was added, in milliseconds since 1970; null when none is overdue. A failed item is overdue
   * since it was added.
   */
  readonly oldest: number | null;
}

/**
 * A durable queue with unique keys. A claimed item is hidden from other workers until its lease ends, so that another
 * worker takes over from a process that died; an item may therefore be processed twice.
 */
export interface Queue {
  /**
   * Adds an item; it is durable when the promise resolves. Adding a pending key replaces its body and makes it due now; a key
   * in progress is queued again; a dead-lettered key is revived.
   * @param delay milliseconds until a new key is due; with a delay a pending key keeps its time
   * @param once leaves a pending key or one in progress unchanged
   * @returns false when nothing was added: the key was completed within the queue's memory, or was left unchanged
   */
  add(key: string, body: string, options?: { delay?: number; once?: boolean }): Promise<boolean>;
  /** Adds all items or none. */
  addAll(items: readonly NewItem[]): Promise<void>;
  /** Claims up to `most` due items, longest due first, for `lease` milliseconds. */
  claim(most: number, lease: number): Promise<readonly Claim[]>;
  /** Extends the lease of an item in progress to `lease` milliseconds from now. */
  extend(claim: Claim, lease: number): Promise<void>;
  /** Completes an item. */
  complete(claim: Claim): Promise<void>;
  /** Fails an item: it is due again after `delay` milliseconds; null moves it to the dead letters. */
  fail(claim: Claim, error: string, delay: number | null): Promise<void>;
  /** Milliseconds until an item is due; null when the queue is empty. */
  nextDue(): Promise<number | null>;
  state(): Promise<QueueState>;
  /** Returns dead-lettered items, oldest first. */
  dead(most: number): Promise<readonly DeadItem[]>;
  /** Makes all dead-lettered items due again. @returns their number */
  revive(): Promise<number>;
}

export interface QueueOptions {
  /** The queue's name: letters and dashes. */
  readonly name: string;
  /** Milliseconds for which a completed key is not added again; 0 allows it at once. */
  readonly remember: number;
}
