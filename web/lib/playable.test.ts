import { expect, test } from '@jest/globals';
import { playableFirst, splitPlayable } from './playable.ts';

test('playable films: come before films that are prepared, have failed or have no video, each in their order', () => {
  const films = [
    { slug: 'a', video: { status: 'PREPARING' } },
    { slug: 'b', video: { status: 'READY' } },
    { slug: 'c', video: null },
    { slug: 'd', video: { status: 'ERRORED' } },
    { slug: 'e', video: { status: 'READY' } },
  ];
  const { playable, unready } = splitPlayable(films);
  expect(playable.map(({ slug }) => slug)).toEqual(['b', 'e']);
  expect(unready.map(({ slug }) => slug)).toEqual(['a', 'c', 'd']);
  expect(playableFirst(films)).toEqual([...playable, ...unready]);
});
