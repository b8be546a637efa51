/** A piece of work that waits. */
export interface Item {
  /** What tells it from others in its queue. */
  readonly key: string;
  readonly body: string;
  /** How often it has failed. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

/** An item to be added; `delay` as `Queue.add` has it. */
export interface NewItem extends Pick<Item, 'key' | 'body'> {
  readonly delay?: number;
}

/** An item as its worker holds it: `generation` tells whether it was added again meanwhile. */
export interface Claim extends Item {
  readonly generation: number;
}

/** An item that has been given up. */
export interface DeadItem extends Item {
  /** Why it failed the last time. */
  readonly error: string;
}

/** How much there is of a queue. */
export interface QueueState {
  readonly waiting: number;
  readonly dead: number;
  /**
   * When the item was added that has waited longest beyond its delay, in milliseconds since 1970; null when none has.
   * What has failed has waited since it was added.
   */
  readonly oldest: number | null;
}

/**
 * Work that survives a restart, each key once. What is claimed is hidden from other workers until its lease ends, so
 * that the work of a process that died is taken up by another; a worker may therefore meet the same item twice.
 */
export interface Queue {
  /**
   * Adds an item; it is durable when the promise resolves. A key that waits already has its body replaced and is due at
   * once; one that is being worked at is worked at again; a dead one lives again.
   * @param delay milliseconds until a key that does not wait yet is due; one that waits keeps its time then
   * @param once leaves a key as it is that waits or is being worked at
   * @returns false when the key was done not longer ago than the queue remembers, or is left: then nothing is added
   */
  add(key: string, body: string, options?: { delay?: number; once?: boolean }): Promise<boolean>;
  /** Adds many items at once, all of them or none. */
  addAll(items: readonly NewItem[]): Promise<void>;
  /** Takes up to `most` items that are due, the longest due first, for `lease` milliseconds. */
  claim(most: number, lease: number): Promise<readonly Claim[]>;
  /** Holds an item for `lease` milliseconds from now, while it is still being worked at. */
  extend(claim: Claim, lease: number): Promise<void>;
  /** The item is done. */
  complete(claim: Claim): Promise<void>;
  /** The item has failed and is due again after `delay` milliseconds; null gives it up. */
  fail(claim: Claim, error: string, delay: number | null): Promise<void>;
  /** Milliseconds until something is due; null when nothing waits. */
  nextDue(): Promise<number | null>;
  state(): Promise<QueueState>;
  /** The items that were given up, the oldest first. */
  dead(most: number): Promise<readonly DeadItem[]>;
  /** Makes all that was given up due again. @returns how many */
  revive(): Promise<number>;
}

export interface QueueOptions {
  /** The queue's name: letters and dashes. */
  readonly name: string;
  /** How long a key that is done is refused, in milliseconds; 0 takes it again at once. */
  readonly remember: number;
}
