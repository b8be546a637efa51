import { describe, expect, test } from '@jest/globals';
import {
  canonicalHref,
  filterOf,
  hrefOf,
  isIdle,
  isRefined,
  NOTHING_SOUGHT,
  readSearch,
  type SearchState,
  toggled,
  writeSearch,
} from './searchState.ts';
import { searchVariables } from './searchVariables.ts';

const read = (address: string) => readSearch(new URLSearchParams(address));
const canonical = (address: string) => canonicalHref(new URLSearchParams(address));
const nothing = NOTHING_SOUGHT;

describe('the address of a search', () => {
  test('holds all of its state and gives all of it back', () => {
    const state: SearchState = {
      query: 'wave & sand',
      scope: 'FILM',
      topics: ['chaos', 'waves'],
      from: 1787,
      to: 1963,
      pages: 3,
    };
    expect(read(writeSearch(state).toString())).toEqual(state);
  });

  test('is the same for the same search, in whatever order it was refined', () => {
    const one = hrefOf({ ...nothing, query: 'wave ', topics: ['waves', 'chaos'] });
    expect(one).toBe(hrefOf({ ...nothing, query: 'wave', topics: ['chaos', 'waves'] }));
    expect(one).toBe('/search?q=wave&topic=chaos&topic=waves');
  });

  test('of an empty search is empty', () => {
    expect(hrefOf({ ...nothing, query: '   ' })).toBe('/search');
    expect(isIdle(read(''))).toBe(true);
  });

  test('that was written by hand is read as far as it makes sense', () => {
    expect(read('q=x&type=cinema&type=film&topic=&from=early&to=1e3&page=none')).toEqual({
      ...nothing,
      query: 'x',
      scope: 'FILM',
    });
  });

  test('cannot carry a query of any length, nor any number of pages', () => {
    expect(read(`q=${'a'.repeat(5000)}`).query).toHaveLength(200);
    expect(read('page=99').pages).toBe(10);
    expect(read('page=0').pages).toBe(1);
  });

  test('accepts the year nought, years before it, and years in the wrong order', () => {
    expect(read('from=0&to=-240')).toMatchObject({ from: -240, to: 0 });
  });
});

describe('an address in more words than it needs', () => {
  test('leads to the short one, as that of a submitted form', () => {
    expect(canonical('q=wave&type=&from=&to=&topic=waves&topic=chaos')).toBe(
      '/search?q=wave&topic=chaos&topic=waves',
    );
    expect(canonical('q=')).toBe('/search');
  });

  test('keeps what others have put into it', () => {
    expect(canonical('q=wave++&utm_source=letter')).toBe('/search?q=wave&utm_source=letter');
    expect(canonical('utm_source=letter&q=wave')).toBeNull();
  });

  test('is none when it is short already', () => {
    for (const address of ['', 'q=wave', 'q=wave+%26+sand&type=film&topic=chaos&from=1787&page=2'])
      expect(canonical(address)).toBeNull();
  });
});

describe('the filter', () => {
  test('is null when nothing is refined, so that nothing is asked for needlessly', () => {
    expect(filterOf({ ...nothing, query: 'lorenz' })).toBeNull();
    expect(filterOf({ ...nothing, query: 'lorenz', scope: 'MOMENT' })).toBeNull();
    expect(isRefined({ ...nothing, query: 'lorenz' })).toBe(false);
  });

  test('names only what is refined', () => {
    expect(filterOf({ ...nothing, scope: 'FILM', topics: ['chaos'], to: 1900 })).toEqual({
      type: ['FILM'],
      topics: { in: ['chaos'] },
      year: { lte: 1900 },
    });
  });

  test('keeps a bound of nought', () => {
    expect(filterOf({ ...nothing, from: 0 })).toEqual({ year: { gte: 0 } });
  });
});

describe('what is asked', () => {
  test('has moments only where there are words, of films that are as the search says', () => {
    expect(searchVariables(nothing)).toMatchObject({ withMoments: false, withHits: false });
    const state = { ...nothing, query: 'thread', scope: 'ARTICLE' as const, topics: ['chaos'] };
    expect(searchVariables(state)).toMatchObject({
      withMoments: true,
      ofFilms: { topics: { in: ['chaos'] } },
    });
    expect(searchVariables(state).ofFilms).not.toHaveProperty('type');
  });

  test('is nothing where a query has neither letters nor digits', () => {
    expect(searchVariables({ ...nothing, query: '%' })).toEqual(searchVariables(nothing));
    expect(searchVariables({ ...nothing, query: 'π' })).toMatchObject({ query: 'π', withHits: true });
  });

  test('does not change with the number of pages shown', () => {
    const state = { ...nothing, query: 'wave', scope: 'FILM' as const };
    expect(searchVariables({ ...state, pages: 4 })).toEqual(searchVariables(state));
  });
});

test('a refinement is taken up and dropped by the same press', () => {
  expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b']);
});
