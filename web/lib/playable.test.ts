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
  const { playable, unready } = splitPlayable(films, false);
  expect(playable.map(({ slug }) => slug)).toEqual(['b', 'e']);
  expect(unready.map(({ slug }) => slug)).toEqual(['a', 'c', 'd']);
  expect(playableFirst(films)).toEqual([...playable, ...unready]);
});

test('films without an answer of the video service: are not shown as unready, unless a day is announced', () => {
  const films = [
    { slug: 'unknown', video: null, expectedOn: null },
    { slug: 'expected', video: null, expectedOn: '2027-01-31' },
    { slug: 'cached', video: { status: 'PREPARING' }, expectedOn: null },
  ];
  const slugs = (listed: readonly { slug: string }[]) => listed.map(({ slug }) => slug);
  const { playable, unready } = splitPlayable(films, true);
  expect(slugs(playable)).toEqual(['unknown']);
  expect(slugs(unready)).toEqual(['expected', 'cached']);
  expect(splitPlayable(films, false).playable).toEqual([]);
});
