/** Amounts by key, such as the requests in progress by address. */
export interface KeyedAmounts {
  of(key: string): number;
  add(key: string, change: number): void;
}

/** Creates amounts of 0. Keys with 0 take no memory. */
export function createKeyedAmounts(): KeyedAmounts {
  const amounts = new Map<string, number>();
  const of = (key: string) => amounts.get(key) ?? 0;
  return {
    of,
    add(key, change) {
      const amount = of(key) + change;
      if (amount > 0) amounts.set(key, amount);
      else amounts.delete(key);
    },
  };
}
