import { useSyncExternalStore } from 'react';

/** A value that is kept in `localStorage` and is the same in all tabs. */
export interface PersistentStore<T> {
  /** The value while nothing is stored. */
  readonly empty: T;
  /** The current value; the same object as long as nothing has changed. */
  get(): T;
  /** Calls back after every change, also one made in another tab; returns how to stop that. */
  subscribe(listener: () => void): () => void;
  /** Replaces the value by what the change makes of it. */
  update(change: (value: T) => T): void;
}

interface PersistentStoreOptions<T> {
  key: string;
  /** The value while nothing is stored, and where nothing may be. It is never stored itself. */
  empty: T;
  /** Checks what was stored; null for what cannot be understood, which then counts as nothing. */
  parse: (value: unknown) => T | null;
  /** How values are written as text. */
  format?: { parse: (text: string) => unknown; stringify: (value: T) => string };
  storage?: () => Storage;
}

/**
 * Creates a store over a key of `localStorage`. It reads nothing before it is used. Where the browser refuses storage the
 * value lasts as long as the page.
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
    const found = attempt(() => storage().getItem(key), text);
    if (found === text) return;
    text = found;
    value = (found && attempt(() => parse(format.parse(found)), null)) || empty;
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };

  return {
    empty,
    get() {
      refresh();
      return value;
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
    update(change) {
      refresh();
      const next = change(value);
      if (next === value) return;
      value = next;
      const written = next === empty ? null : format.stringify(next);
      // What could not be written must not be read over by what was there before.
      attempt(() => {
        if (written === null) storage().removeItem(key);
        else storage().setItem(key, written);
        text = written;
      }, undefined);
      notify();
    },
  };
};

/** The value of a store; renders again when it changes. Empty on a server and while the page hydrates. */
export const usePersistentStore = <T>({ subscribe, get, empty }: PersistentStore<T>): T =>
  useSyncExternalStore(subscribe, get, () => empty);

const attempt = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};
