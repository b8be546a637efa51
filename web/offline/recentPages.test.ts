import { describe, expect, test } from '@jest/globals';
import { boundRecentPages, MAX_RECENT_BYTES, MAX_RECENT_PAGES } from './recentPages.ts';

const pagesOf = (...sizes: number[]) => sizes.map((bytes, index) => ({ path: `/articles/${index}`, bytes }));

describe('recent pages: limits', () => {
  test('drop the oldest pages above the number', () => {
    const pages = pagesOf(...Array<number>(MAX_RECENT_PAGES + 1).fill(1));
    expect(boundRecentPages(pages)).toEqual(pages.slice(0, MAX_RECENT_PAGES));
  });

  test('drop the oldest pages above the size in bytes', () => {
    const half = MAX_RECENT_BYTES / 2;
    expect(boundRecentPages(pagesOf(half, half))).toHaveLength(2);
    expect(boundRecentPages(pagesOf(half, half + 1, 1))).toEqual(pagesOf(half));
    expect(boundRecentPages(pagesOf(MAX_RECENT_BYTES + 1, 1))).toEqual([]);
  });
});
