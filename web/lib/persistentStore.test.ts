import { expect, test } from '@jest/globals';
import { persistentStore } from './persistentStore.ts';

/** Creates an in-memory `localStorage` with a limit of characters per value. */
const createStorage = (maxChars = Number.POSITIVE_INFINITY) => {
  const texts = new Map<string, string>();
  return {
    texts,
    storage: () =>
      ({
        getItem: (key: string) => texts.get(key) ?? null,
        setItem(key: string, text: string) {
          if (text.length > maxChars) throw new DOMException('full', 'QuotaExceededError');
          texts.set(key, text);
        },
        removeItem: (key: string) => texts.delete(key),
      }) as unknown as Storage,
  };
};

const EMPTY: readonly number[] = [];
const parse = (value: unknown) => (Array.isArray(value) ? (value as number[]) : null);
const createStore = (storage: () => Storage) =>
  persistentStore<readonly number[]>({ key: 'numbers', empty: EMPTY, parse, storage });

test('persistent store: restores the value on the next page', () => {
  const { storage } = createStorage();
  createStore(storage).update((value) => [...value, 7]);
  expect(createStore(storage).get()).toEqual([7]);
});

test.each(['', '{', '"words"', 'null', '[1'])(
  'persistent store: treats the invalid text %j as empty',
  (text) => {
    const { storage, texts } = createStorage();
    texts.set('numbers', text);
    expect(createStore(storage).get()).toBe(EMPTY);
  },
);

test('persistent store: keeps the updates of two tabs', () => {
  const { storage } = createStorage();
  const [one, other] = [createStore(storage), createStore(storage)];
  one.update((value) => [...value, 1]);
  other.update((value) => [...value, 2]);
  one.update((value) => [...value, 3]);
  expect(other.get()).toEqual([1, 2, 3]);
});

test('persistent store: removes an empty value from storage', () => {
  const { storage, texts } = createStorage();
  const store = createStore(storage);
  store.update(() => [1]);
  store.update(() => EMPTY);
  expect([store.get(), texts.size]).toEqual([EMPTY, 0]);
});

test('persistent store: returns the same object until the value changes', () => {
  const { storage } = createStorage();
  createStore(storage).update(() => [1]);
  const store = createStore(storage);
  expect(store.get()).toBe(store.get());
});

test('persistent store: keeps the value in memory if storage is full', () => {
  const { storage } = createStorage(5);
  const store = createStore(storage);
  store.update(() => [1]);
  store.update(() => [1, 22, 333]);
  expect(store.get()).toEqual([1, 22, 333]);
});

test('persistent store: keeps the value in memory if storage is denied', () => {
  const store = createStore(() => {
    throw new DOMException('no', 'SecurityError');
  });
  store.update(() => [5]);
  expect(store.get()).toEqual([5]);
});
