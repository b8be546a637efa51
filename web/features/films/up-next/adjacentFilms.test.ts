import { describe, expect, test } from '@jest/globals';
import { besides, closest } from './adjacentFilms.ts';

const film = (slug: string, status: 'READY' | 'PREPARING' | 'ERRORED' = 'READY') => ({
  slug,
  video: { status },
});
const ORDER = [film('a'), film('b', 'PREPARING'), film('c'), film('d', 'ERRORED')];

describe('beside a film of a collection', () => {
  test('stand the nearest that can be played', () => {
    expect(besides(ORDER, 'c')).toEqual({ previous: ORDER[0], next: null, place: 3 });
    expect(besides(ORDER, 'a')).toEqual({ previous: null, next: ORDER[2], place: 1 });
  });

  test('stands nothing when it is not in it', () => {
    expect(besides(ORDER, 'z')).toEqual({ previous: null, next: null, place: 0 });
  });
});

describe('after a film outside of a collection', () => {
  const near = [film('a'), film('b'), film('c', 'PREPARING'), film('d')];
  const seen =
    (...slugs: string[]) =>
    ({ slug }: { slug: string }) =>
      slugs.includes(slug);

  test('comes the closest that has not been seen, and never the way back', () => {
    expect(closest(near, seen(), 'a')?.slug).toBe('b');
    expect(closest(near, seen('b'), 'a')?.slug).toBe('d');
  });

  test('comes the closest again once all have been seen', () => {
    expect(closest(near, seen('a', 'b', 'd'), null)?.slug).toBe('a');
    expect(closest([film('a', 'PREPARING')], seen(), null)).toBeNull();
  });
});
