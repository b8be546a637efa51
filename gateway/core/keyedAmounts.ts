/** Amounts by key, such as the requests in progress by address. */
export interface KeyedAmounts<Key = string> {
  of(key: Key): number;
  add(key: Key, change: number): void;
}

/** Creates amounts of 0. Keys with 0 take no memory. */
export function createKeyedAmounts<Key = string>(): KeyedAmounts<Key> {
  const amounts = new Map<Key, number>();
  const of = (key: Key) => amounts.get(key) ?? 0;
  return {
    of,
    add(key, change) {
      const amount = of(key) + change;
      if (amount > 0) amounts.set(key, amount);
      else amounts.delete(key);
    },
  };
}
