import { describe, expect, test } from '@jest/globals';
import { ALL_FILMS, canonicalFilmListHref, filmListHref, parseFilmListState } from './filmListState.ts';

const parse = (search: string) => parseFilmListState(new URLSearchParams(search));
const canonical = (search: string) => canonicalFilmListHref(new URLSearchParams(search));

describe('state of the list of films', () => {
  test('is in the URL', () => {
    const search = 'topic=chaos&length=30s&from=1800&to=1990&order=year&page=2';
    const state = parse(search);
    expect(state).toEqual({
      topic: 'chaos',
      length: '30s',
      from: 1800,
      to: 1990,
      order: 'year',
      pages: 2,
    });
    expect(filmListHref(state)).toBe(`/films?${search}`);
    expect(filmListHref(ALL_FILMS)).toBe('/films');
  });

  test.each(['', 'topic=&length=&from=&to=&order=', 'length=x&from=soon&order=constructor&page=-1'])(
    'ignores invalid values: %p',
    (search) => {
      expect(parse(search)).toEqual(ALL_FILMS);
    },
  );

  test('swaps years in the wrong order, and limits the number of pages', () => {
    expect(parse('from=1990&to=1800&page=99')).toMatchObject({ from: 1800, to: 1990, pages: 20 });
  });

  test('has a canonical URL, which the fields of a submitted form lead to', () => {
    expect(canonical('topic=chaos&length=&from=&to=&order=newest')).toBe('/films?topic=chaos');
    expect(canonical('topic=&length=&from=&to=&order=newest')).toBe('/films');
    expect(canonical('order=year&topic=chaos')).toBe('/films?topic=chaos&order=year');
    expect(canonical('topic=chaos&order=year')).toBeNull();
    expect(canonical('utm_source=letter')).toBeNull();
    expect(canonical('topic=&utm_source=letter')).toBe('/films?utm_source=letter');
  });
});
