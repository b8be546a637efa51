import { describe, expect, test } from '@jest/globals';
import { adjacentTo, pickNextFilm } from './adjacentFilms.ts';

const film = (slug: string, status: 'READY' | 'PREPARING' | 'ERRORED' = 'READY') => ({
  slug,
  video: { status },
});

describe('adjacent films in a collection', () => {
  const films = [film('a'), film('b', 'PREPARING'), film('c'), film('d', 'ERRORED')];

  test('are the nearest playable ones', () => {
    expect(adjacentTo(films, 'c')).toEqual({ previous: films[0], next: null, position: 3 });
    expect(adjacentTo(films, 'a')).toEqual({ previous: null, next: films[2], position: 1 });
  });

  test('are none if the collection does not contain the film', () => {
    expect(adjacentTo(films, 'z')).toEqual({ previous: null, next: null, position: 0 });
  });
});

describe('next film outside of a collection', () => {
  const relatedFilms = [film('a'), film('b'), film('c', 'PREPARING'), film('d')];
  const isWatched =
    (...slugs: string[]) =>
    ({ slug }: { slug: string }) =>
      slugs.includes(slug);

  test('is the first unwatched related film other than the one the reader came from', () => {
    expect(pickNextFilm(relatedFilms, isWatched(), 'a')?.slug).toBe('b');
    expect(pickNextFilm(relatedFilms, isWatched('b'), 'a')?.slug).toBe('d');
  });

  test('is the first related film once all are watched', () => {
    expect(pickNextFilm(relatedFilms, isWatched('a', 'b', 'd'), null)?.slug).toBe('a');
    expect(pickNextFilm([film('a', 'PREPARING')], isWatched(), null)).toBeNull();
  });
});
