import { expect, test } from '@jest/globals';
import { persistentStore } from './persistentStore.ts';

/** A shelf as browsers have it, with room for so many characters. */
const shelf = (room = Number.POSITIVE_INFINITY) => {
  const texts = new Map<string, string>();
  return {
    texts,
    storage: () =>
      ({
        getItem: (key: string) => texts.get(key) ?? null,
        setItem(key: string, text: string) {
          if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
          texts.set(key, text);
        },
        removeItem: (key: string) => texts.delete(key),
      }) as unknown as Storage,
  };
};

const NOTHING: readonly number[] = [];
const parse = (value: unknown) => (Array.isArray(value) ? (value as number[]) : null);
const numbers = (storage: () => Storage) =>
  persistentStore<readonly number[]>({ key: 'numbers', empty: NOTHING, parse, storage });

test('what one page keeps the next one finds', () => {
  const { storage } = shelf();
  numbers(storage).update((value) => [...value, 7]);
  expect(numbers(storage).get()).toEqual([7]);
});

test.each(['', '{', '"words"', 'null', '[1'])('%j, whoever wrote it, counts as nothing', (text) => {
  const { storage, texts } = shelf();
  texts.set('numbers', text);
  expect(numbers(storage).get()).toBe(NOTHING);
});

test('two tabs add to the same value, and neither undoes the other', () => {
  const { storage } = shelf();
  const [one, other] = [numbers(storage), numbers(storage)];
  one.update((value) => [...value, 1]);
  other.update((value) => [...value, 2]);
  one.update((value) => [...value, 3]);
  expect(other.get()).toEqual([1, 2, 3]);
});

test('what is empty again is stored no more', () => {
  const { storage, texts } = shelf();
  const kept = numbers(storage);
  kept.update(() => [1]);
  kept.update(() => NOTHING);
  expect([kept.get(), texts.size]).toEqual([NOTHING, 0]);
});

test('asked twice without a change between, it answers the same object', () => {
  const { storage } = shelf();
  numbers(storage).update(() => [1]);
  const kept = numbers(storage);
  expect(kept.get()).toBe(kept.get());
});

test('where nothing more can be kept, the value lasts as long as the page', () => {
  const { storage } = shelf(5);
  const kept = numbers(storage);
  kept.update(() => [1]);
  kept.update(() => [1, 22, 333]);
  expect(kept.get()).toEqual([1, 22, 333]);
});

test('where storage is refused altogether, nothing breaks', () => {
  const kept = numbers(() => {
    throw new DOMException('no', 'SecurityError');
  });
  kept.update(() => [5]);
  expect(kept.get()).toEqual([5]);
});
