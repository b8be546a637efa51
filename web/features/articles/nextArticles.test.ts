import { describe, expect, test } from '@jest/globals';
import { nextArticles } from './nextArticles.ts';

const articles = (ids: string) => [...ids].map((id) => ({ id }));
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

describe('next articles', () => {
  test('sorts by shared topics, then by date, and leaves out the article itself', () => {
    expect(ids(nextArticles('x', [articles('xabc'), articles('cx')], articles('nx'), 3))).toBe('cab');
  });

  test('falls back to the newest articles, each once', () => {
    expect(ids(nextArticles('x', [], articles('nxmn'), 3))).toBe('nm');
  });
});
