import { useSyncExternalStore } from 'react';

/** A value in `localStorage`, shared by all tabs, or in another storage. */
export interface PersistentStore<T> {
  /** The value while nothing is stored. */
  readonly empty: T;
  /** Returns the current value: the same object until it changes. */
  get(): T;
  /** Calls the listener after every change, also of another tab. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Replaces the value by the result of `change`. */
  update(change: (value: T) => T): void;
}

interface PersistentStoreOptions<T> {
  key: string;
  /** The value while nothing is stored. It is never stored itself. */
  empty: T;
  /** Validates the stored value; null if it is invalid, which counts as empty. */
  parse: (value: unknown) => T | null;
  /** The text format of values. Default: JSON. */
  format?: { parse: (text: string) => unknown; stringify: (value: T) => string };
  storage?: () => Storage;
}

/**
 * Creates a store for a key of a storage, by default `localStorage`, which is read on first use. If the browser denies storage, the value lasts as
 * long as the page.
 */
export const persistentStore = <T>({
  key,
  empty,
  parse,
  format = JSON,
  storage = () => localStorage,
}: PersistentStoreOptions<T>): PersistentStore<T> => {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let value = empty;

  const refresh = (): void => {
    const stored = attempt(() => storage().getItem(key), text);
    if (stored === text) return;
    text = stored;
    value = (stored && attempt(() => parse(format.parse(stored)), null)) || empty;
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const handleStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };

  return {
    empty,
    get() {
      refresh();
      return value;
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', handleStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', handleStorage);
      };
    },
    update(change) {
      refresh();
      const next = change(value);
      if (next === value) return;
      value = next;
      const newText = next === empty ? null : format.stringify(next);
      // `text` changes only after a successful write; otherwise the next read would restore the old value.
      attempt(() => {
        if (newText === null) storage().removeItem(key);
        else storage().setItem(key, newText);
        text = newText;
      }, undefined);
      notify();
    },
  };
};

/** Returns the value of a store as React state; the empty value on the server and during hydration. */
export const usePersistentStore = <T>({ subscribe, get, empty }: PersistentStore<T>): T =>
  useSyncExternalStore(subscribe, get, () => empty);

const attempt = <T>(action: () => T, fallback: T): T => {
  try {
    return action();
  } catch {
    return fallback;
  }
};
