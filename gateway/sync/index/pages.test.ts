import { expect, test } from '@jest/globals';
import { pagesOf } from './pages.ts';

const lastIdOf = (page: readonly string[]) => page.at(-1);

test('pages: end at the first empty page', async () => {
  const next: Readonly<Record<string, readonly string[]>> = { '': ['a', 'b'], b: ['c'] };
  const pages = pagesOf(async (last) => next[last] ?? [], lastIdOf);
  expect(await Array.fromAsync(pages)).toEqual([['a', 'b'], ['c']]);
});

test('pages: a source that returns the same page again fails', async () => {
  const pages = pagesOf(async () => ['a', 'b'], lastIdOf);
  await expect(Array.fromAsync(pages)).rejects.toThrow(
    'expected documents after b, got a page that ends with b',
  );
});
