import { describe, expect, test } from '@jest/globals';
import { ALL_FILMS } from './filmListState.ts';
import { type IndexedFilm, lengthOptions, selectFilms, topicOptions, yearsOf } from './selectFilms.ts';

const film = (slug: string, year: number | null, topics: string, duration: number | null): IndexedFilm => ({
  id: slug,
  slug,
  title: slug.toUpperCase(),
  year,
  topics: [...topics].map((topic) => ({ slug: topic, title: topic.toUpperCase() })),
  video: { status: duration === null ? 'PREPARING' : 'READY', duration },
});
/** Newest first. */
const FILMS = [
  film('soon', 1787, 'w', null),
  film('waves', 1801, 'w', 14),
  film('knot', 1857, 'hw', 40),
  film('veil', null, 'c', 16),
  film('butterfly', 1963, 'c', 16),
];
const slugs = (films: readonly IndexedFilm[]) => films.map(({ slug }) => slug).join(' ');
const select = (change: object) => slugs(selectFilms(FILMS, { ...ALL_FILMS, ...change }));

describe('list of films', () => {
  test.each([
    [{}, 'waves knot veil butterfly soon'],
    [{ topic: 'w' }, 'waves knot soon'],
    [{ length: '30s' }, 'veil butterfly'],
    [{ from: 1801, to: 1900 }, 'waves knot'],
    [{ to: 1800 }, 'soon'],
    [{ topic: 'c', from: 1900 }, 'butterfly'],
    [{ topic: 'none' }, ''],
  ])('filters by %p', (change, expected) => {
    expect(select(change)).toBe(expected);
  });

  test.each([
    ['newest', 'waves knot veil butterfly soon'],
    ['year', 'waves knot butterfly veil soon'],
    ['title', 'butterfly knot veil waves soon'],
    ['length', 'waves veil butterfly knot soon'],
  ])('orders by %s, with films that cannot be played last', (order, expected) => {
    expect(select({ order })).toBe(expected);
  });

  test('counts the films of each value under the other filters', () => {
    const labelsOf = (options: readonly { label: string; count: number }[]) =>
      options.map(({ label, count }) => `${label} ${count}`);
    expect(labelsOf(topicOptions(FILMS, ALL_FILMS))).toEqual(['C 2', 'H 1', 'W 3']);
    expect(labelsOf(topicOptions(FILMS, { ...ALL_FILMS, topic: 'w', length: '30s' }))).toEqual([
      'C 2',
      'W 0',
    ]);
    expect(labelsOf(lengthOptions(FILMS, ALL_FILMS))).toEqual([
      'Under 15 seconds 1',
      '15 to 30 seconds 2',
      '30 to 60 seconds 1',
    ]);
    expect(labelsOf(lengthOptions(FILMS, { ...ALL_FILMS, topic: 'h', length: '15s' }))).toEqual([
      'Under 15 seconds 0',
      '30 to 60 seconds 1',
    ]);
  });

  test('has the first and the last year of its films', () => {
    expect(yearsOf(FILMS)).toEqual({ first: 1787, last: 1963 });
    expect(yearsOf(FILMS.filter(({ year }) => year === null))).toBeNull();
  });
});
