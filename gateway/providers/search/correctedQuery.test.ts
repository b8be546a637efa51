import { expect, test } from '@jest/globals';
import type { SearchResult } from './client.ts';
import { correctedQuery } from './correctedQuery.ts';
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
