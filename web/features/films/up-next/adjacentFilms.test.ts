import { describe, expect, test } from '@jest/globals';
import { adjacentTo, collectionAfter, pickNextFilm } from './adjacentFilms.ts';

const film = (slug: string, status: 'READY' | 'PREPARING' | 'ERRORED' = 'READY') => ({
  slug,
  video: { status },
});

describe('adjacent films in a collection', () => {
  const films = [film('a'), film('b', 'PREPARING'), film('c'), film('d', 'ERRORED')];

  test('are the nearest playable ones', () => {
    expect(adjacentTo(films, 'c')).toMatchObject({ previous: films[0], next: null });
    expect(adjacentTo(films, 'a')).toMatchObject({ previous: null, next: films[2] });
    expect(adjacentTo(films, 'b')).toMatchObject({ previous: films[0], next: films[2] });
  });

  test('are counted without those that cannot be played', () => {
    expect(['a', 'b', 'c'].map((slug) => adjacentTo(films, slug).position)).toEqual([1, 0, 2]);
  });

  test('are none if the collection does not contain the film', () => {
    expect(adjacentTo(films, 'z')).toEqual({
      previous: null,
      next: null,
      position: 0,
      isListed: false,
    });
  });

  test('after the last one is the next collection, after the last collection the first', () => {
    const collections = ['x', 'y'].map((slug) => ({ slug, title: slug }));
    expect(['x', 'y'].map((slug) => collectionAfter(collections, slug)?.slug)).toEqual(['y', 'x']);
    expect(collectionAfter(collections.slice(0, 1), 'x')).toBeNull();
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
