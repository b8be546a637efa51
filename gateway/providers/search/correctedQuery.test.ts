import { expect, test } from '@jest/globals';
import type { SearchResult } from './client.ts';
import { correctedQuery, isLikelyCorrection } from './correctedQuery.ts';
import { SEGMENTED_TEXTS } from './highlights.ts';

test.each([
  ['endulum endulum', 'pendulum pendulum'],
  ['xendulum, endulum', 'pendulum, pendulum'],
  ['ab-endulums (endulum)', 'ab-pendulum (pendulum)'],
])('corrected query: corrects words, not parts of other words, in %j', (query, expected) => {
  const segments = [{ text: 'pendulum', matched: true }];
  const hit = { [SEGMENTED_TEXTS]: [{ path: 'title', segments }], _rankingInfo: { nbTypos: 1 } };
  expect(correctedQuery(query, { hits: [hit] } as unknown as SearchResult)).toBe(expected);
});

test.each([
  ['sky blue', ['blurred'], []],
  ['sky blue', ['blues'], ['sky', 'Blue']],
  ['mandlebr', ['mandelbrot'], []],
])('corrected query: of %j with %j found and %j known keeps a word', (query, found, knownWords) => {
  const segments = found.map((text) => ({ text, matched: true }));
  const hit = { [SEGMENTED_TEXTS]: [{ path: 'title', segments }], _rankingInfo: { nbTypos: 1 } };
  expect(correctedQuery(query, { hits: [hit] } as unknown as SearchResult, knownWords)).toBeNull();
});

test('corrected query: corrects by a whole word, not by its matched beginning', () => {
  const segments = [
    { text: 'blur', matched: true },
    { text: 'red glass', matched: false },
  ];
  const hit = { [SEGMENTED_TEXTS]: [{ path: 'body', segments }], _rankingInfo: { nbTypos: 1 } };
  expect(correctedQuery('blue', { hits: [hit] } as unknown as SearchResult)).toBeNull();
});

test.each([
  ['Welle', 'well', 'body', 'well', false],
  ['penduluum', 'pendulum', 'tagline', 'pendulums', true],
  ['blue penduluum', 'blue pendulum', 'tagline', 'blue', false],
])(
  'corrected query: %j as %j by a match in %s is likely or not',
  (query, corrected, path, text, isLikely) => {
    const hits = [{ [SEGMENTED_TEXTS]: [{ path, segments: [{ text, matched: true }] }] }];
    const attributes = [
      { path: 'tagline', isLong: false },
      { path: 'body', isLong: true },
    ];
    const result = { hits } as unknown as SearchResult;
    expect(isLikelyCorrection(query, corrected, result, attributes)).toBe(isLikely);
  },
);
