/** A queue in which keys, e.g. the addresses of clients, take turns: an item waits for at most one item of each other key. */
export interface FairQueue<T> {
  readonly size: number;
  /** Adds an item behind the items of the same key. */
  push(key: string, item: T): void;
  /**
   * Removes and returns the first item of the next key; undefined if there is none.
   * @param isEligible keys for which it returns false are skipped
   */
  shift(isEligible?: (key: string) => boolean): T | undefined;
  /** Removes an item. Returns false if it is not in the queue. */
  remove(key: string, item: T): boolean;
}

/** Creates an empty queue. */
export function createFairQueue<T>(): FairQueue<T> {
  /** The key at the front is the next one. */
  const itemsByKey = new Map<string, Set<T>>();
  let size = 0;
  const remove = (key: string, item: T): boolean => {
    const items = itemsByKey.get(key);
    if (!items?.delete(item)) return false;
    size -= 1;
    if (items.size === 0) itemsByKey.delete(key);
    return true;
  };
  return {
    get size() {
      return size;
    },
    push(key, item) {
      const items = itemsByKey.get(key) ?? new Set();
      if (!items.has(item)) size += 1;
      itemsByKey.set(key, items.add(item));
    },
    shift(isEligible = () => true) {
      for (const [key, items] of itemsByKey) {
        if (!isEligible(key)) continue;
        const [item] = items as ReadonlySet<T>;
        remove(key, item as T);
        // Behind the other keys.
        if (itemsByKey.delete(key)) itemsByKey.set(key, items);
        return item;
      }
      return undefined;
    },
    remove,
  };
}
