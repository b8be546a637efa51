/** Counts by key, such as the requests in progress by address. */
export interface Counters<Key = string> {
  get(key: Key): number;
  add(key: Key, change: number): void;
}

/** Creates counts of 0. Keys with 0 take no memory. */
export function createCounters<Key = string>(): Counters<Key> {
  const counts = new Map<Key, number>();
  const get = (key: Key) => counts.get(key) ?? 0;
  return {
    get,
    add(key, change) {
      const count = get(key) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
