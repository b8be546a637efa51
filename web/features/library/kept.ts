/** A value that this browser keeps for its reader, the same in all of its tabs. */
export interface Kept<T> {
  /** What is kept now; the same object as long as nothing has changed. */
  get(): T;
  /** Calls back after every change, also one made in another tab; answers how to stop that. */
  subscribe(listener: () => void): () => void;
  /** Replaces the value by what the change makes of it. */
  update(change: (value: T) => T): void;
}

interface KeptOptions<T> {
  key: string;
  /** What holds as long as nothing is kept, and wherever nothing may be. */
  empty: T;
  /** Reads what was kept; null for what cannot be understood, which then counts as nothing. */
  parse: (value: unknown) => T | null;
  storage?: () => Storage;
}

/**
 * A value in `localStorage`. Nothing is read before somebody asks, what cannot be read counts as nothing, and where a
 * browser refuses to keep anything the value lasts as long as the page.
 */
export const keep = <T>({ key, empty, parse, storage = () => localStorage }: KeptOptions<T>): Kept<T> => {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let value = empty;

  const refresh = (): void => {
    const found = attempt(() => storage().getItem(key), text);
    if (found === text) return;
    text = found;
    value = (found && attempt(() => parse(JSON.parse(found)), null)) || empty;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell();
  };

  return {
    get() {
      refresh();
      return value;
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', hear);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', hear);
      };
    },
    update(change) {
      refresh();
      const next = change(value);
      if (next === value) return;
      value = next;
      const written = JSON.stringify(next);
      // What could not be written must not be read over by what was there before.
      attempt(() => {
        storage().setItem(key, written);
        text = written;
      }, undefined);
      tell();
    },
  };
};

const attempt = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};
