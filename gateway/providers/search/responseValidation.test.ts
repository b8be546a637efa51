import { expect, test } from '@jest/globals';
import { readResults } from './responseValidation.ts';

const hits = (count: number) => Array.from({ length: count }, (_, i) => ({ objectID: String(i) }));
const expected = [{ index: 'documents', maxHits: 3 }] as const;

test('search results: hits beyond the requested number are dropped', () => {
  const [result] = readResults([{ nbHits: 9, hits: hits(9) }], expected);
  expect(result).toEqual({ nbHits: 9, hits: hits(3) });
});

test.each([
  [1000, false],
  [1001, true],
])('search results: a facet with %i values is rejected: %s', (count, isRejected) => {
  const topic = Object.fromEntries(Array.from({ length: count }, (_, i) => [`topic ${i}`, 1]));
  const read = () => readResults([{ nbHits: 1, hits: hits(1), facets: { topic } }], expected);
  if (isRejected)
    expect(read).toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'UPSTREAM_REJECTED' }) }),
    );
  else expect(read()).toHaveLength(1);
});
