import { expect, test } from '@jest/globals';
import { partToCome } from './videoAvailability.ts';

test('films that cannot be watched yet are parted from the rest, and neither loses its order', () => {
  const films = [
    { slug: 'a', video: { status: 'PREPARING' as const } },
    { slug: 'b', video: { status: 'READY' as const } },
    { slug: 'c', video: null },
    { slug: 'd', video: { status: 'ERRORED' as const } },
    { slug: 'e', video: { status: 'READY' as const } },
  ];
  const { shown, toCome } = partToCome(films);
  expect(shown.map(({ slug }) => slug)).toEqual(['b', 'c', 'e']);
  expect(toCome.map(({ slug }) => slug)).toEqual(['a', 'd']);
});
