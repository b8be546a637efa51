import { describe, expect, test } from '@jest/globals';
import {
  canonicalSearchHref,
  EMPTY_SEARCH,
  hasFilters,
  isEmptySearch,
  parseSearchState,
  type SearchState,
  searchHref,
  toggleItem,
  toSearchFilter,
  toSearchTypes,
} from './searchState.ts';
import { searchVariables } from './searchVariables.ts';

const parse = (params: string) => parseSearchState(new URLSearchParams(params));
const canonical = (params: string) => canonicalSearchHref(new URLSearchParams(params));

describe('search URL', () => {
  test.each([
    ['a'.repeat(300), 'a'.repeat(200)],
    ['長'.repeat(300), '長'.repeat(170)],
    ['🦋'.repeat(300), '🦋'.repeat(100)],
  ])('cuts a query at the limit of the search service, between characters: %s', (query, cut) => {
    expect(parse(new URLSearchParams({ q: query }).toString()).query).toBe(cut);
  });

  test('has a query that is cut like a query in the URL', () => {
    const href = searchHref({ ...EMPTY_SEARCH, query: '長'.repeat(300) });
    expect(canonical(href.split('?')[1] ?? '')).toBeNull();
  });

  test('round-trips the whole state', () => {
    const state: SearchState = {
      query: 'wave & sand',
      resultType: 'FILM',
      topics: ['chaos', 'waves'],
      from: 1787,
      to: 1963,
      pages: 3,
    };
    expect(parse(searchHref(state).split('?')[1] ?? '')).toEqual(state);
  });

  test('does not depend on the order of the topics', () => {
    const href = searchHref({ ...EMPTY_SEARCH, query: 'wave ', topics: ['waves', 'chaos'] });
    expect(href).toBe(searchHref({ ...EMPTY_SEARCH, query: 'wave', topics: ['chaos', 'waves'] }));
    expect(href).toBe('/search?q=wave&topic=chaos&topic=waves');
  });

  test('has no parameters for an empty search', () => {
    expect(searchHref({ ...EMPTY_SEARCH, query: '   ' })).toBe('/search');
    expect(isEmptySearch(parse(''))).toBe(true);
  });

  test('ignores invalid parameters', () => {
    expect(parse('q=x&type=cinema&type=film&topic=&from=early&to=1e3&page=none')).toEqual({
      ...EMPTY_SEARCH,
      query: 'x',
      resultType: 'FILM',
    });
  });

  test('limits the length of the query and the number of pages', () => {
    expect(parse(`q=${'a'.repeat(5000)}`).query).toHaveLength(200);
    expect(parse('page=99').pages).toBe(10);
    expect(parse('page=0').pages).toBe(1);
  });

  test('accepts the year 0, negative years and years in the wrong order', () => {
    expect(parse('from=0&to=-240')).toMatchObject({ from: -240, to: 0 });
  });
});

describe('canonical search URL', () => {
  test('drops empty parameters of a submitted form and sorts topics', () => {
    expect(canonical('q=wave&type=&from=&to=&topic=waves&topic=chaos')).toBe(
      '/search?q=wave&topic=chaos&topic=waves',
    );
    expect(canonical('q=')).toBe('/search');
  });

  test('preserves unknown parameters', () => {
    expect(canonical('q=wave++&utm_source=letter')).toBe('/search?q=wave&utm_source=letter');
    expect(canonical('utm_source=letter&q=wave')).toBeNull();
  });

  test('is null for parameters that are canonical already', () => {
    for (const params of ['', 'q=wave', 'q=wave+%26+sand&type=film&topic=chaos&from=1787&page=2'])
      expect(canonical(params)).toBeNull();
  });
});

describe('search filter', () => {
  test('is null without topics, years and document type', () => {
    expect(toSearchFilter({ ...EMPTY_SEARCH, query: 'lorenz' })).toBeNull();
    expect(toSearchFilter({ ...EMPTY_SEARCH, query: 'lorenz', resultType: 'MOMENT' })).toBeNull();
    expect(toSearchTypes({ ...EMPTY_SEARCH, resultType: 'MOMENT' })).toBeNull();
    expect(toSearchTypes({ ...EMPTY_SEARCH, resultType: 'FILM' })).toEqual(['FILM']);
    expect(hasFilters({ ...EMPTY_SEARCH, query: 'lorenz' })).toBe(false);
  });

  test('contains only the filters that are set', () => {
    expect(toSearchFilter({ ...EMPTY_SEARCH, resultType: 'FILM', topics: ['chaos'], to: 1900 })).toEqual({
      topics: { in: ['chaos'] },
      year: { lte: 1900 },
    });
  });

  test('includes the year 0 as a bound', () => {
    expect(toSearchFilter({ ...EMPTY_SEARCH, from: 0 })).toEqual({ year: { gte: 0 } });
  });
});

describe('search variables', () => {
  test('include moments only with a query, filtered by topics but not by type', () => {
    expect(searchVariables(EMPTY_SEARCH)).toMatchObject({ includeMoments: false, includeHits: false });
    const state = { ...EMPTY_SEARCH, query: 'thread', resultType: 'ARTICLE' as const, topics: ['chaos'] };
    expect(searchVariables(state)).toMatchObject({
      includeMoments: true,
      filter: { topics: { in: ['chaos'] } },
    });
    expect(searchVariables(state).filter).not.toHaveProperty('type');
  });

  test('treat a query without letters and digits as empty', () => {
    expect(searchVariables({ ...EMPTY_SEARCH, query: '%' })).toEqual(searchVariables(EMPTY_SEARCH));
    expect(searchVariables({ ...EMPTY_SEARCH, query: 'π' })).toMatchObject({ query: 'π', includeHits: true });
  });

  test('do not depend on the number of pages', () => {
    const state = { ...EMPTY_SEARCH, query: 'wave', resultType: 'FILM' as const };
    expect(searchVariables({ ...state, pages: 4 })).toEqual(searchVariables(state));
  });
});

test('toggleItem: adds a missing item and removes a present one', () => {
  expect(toggleItem(toggleItem(['a'], 'b'), 'a')).toEqual(['b']);
});
