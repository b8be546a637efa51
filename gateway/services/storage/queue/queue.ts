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

/** An item to add; `delayMs` as in `Queue.add`. */
export interface NewItem extends Pick<Item, 'key' | 'body'> {
  readonly delayMs?: number;
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
   * The time at which the oldest overdue item was added, in milliseconds since 1970; null when none is overdue. A failed item
   * is overdue since it was added.
   */
  readonly oldestOverdueAt: number | null;
}

/**
 * A durable queue with unique keys. A claimed item is hidden from other processors until its lease ends, so that
 * another one takes over from a process that died; an item may therefore be processed twice.
 */
export interface Queue {
  /**
   * Adds an item; it is durable when the promise resolves. Adding a pending key replaces its body and makes it due now; a key
   * in progress is queued again; a dead-lettered key is due again.
   * @param delayMs time until a new key is due; with a delay a pending key keeps its time
   * @param shouldSkipExisting leaves a pending key or one in progress unchanged
   * @returns false when nothing was added: the key was completed within `completedTtlMs`, or was left unchanged
   */
  add(
    key: string,
    body: string,
    options?: { delayMs?: number; shouldSkipExisting?: boolean },
  ): Promise<boolean>;
  /** Adds all items or none. */
  addAll(items: readonly NewItem[]): Promise<void>;
  /** Claims up to `limit` due items, longest due first, for `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<readonly Claim[]>;
  /** Extends the lease of an item in progress to `leaseMs` from now. */
  extend(claim: Claim, leaseMs: number): Promise<void>;
  /** Completes an item. */
  complete(claim: Claim): Promise<void>;
  /** Fails an item: it is due again after `delayMs`; null moves it to the dead letters. */
  fail(claim: Claim, error: string, delayMs: number | null): Promise<void>;
  /** Milliseconds until an item is due; null when the queue is empty. */
  nextDue(): Promise<number | null>;
  state(): Promise<QueueState>;
  /** Returns dead-lettered items, oldest first. */
  deadLetters(limit: number): Promise<readonly DeadItem[]>;
  /** Makes all dead-lettered items due again. @returns their number */
  requeueDeadLetters(): Promise<number>;
  /** Removes all items. */
  clear(): Promise<void>;
}

export interface QueueOptions {
  /** The queue's name: letters and dashes. */
  readonly name: string;
  /** Time for which a completed key is not added again; 0 allows it at once. */
  readonly completedTtlMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}
