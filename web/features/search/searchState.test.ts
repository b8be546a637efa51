import { describe, expect, test } from '@jest/globals';
import {
  filterOf,
  isRefined,
  readSearch,
  type SearchState,
  searchVariables,
  toggled,
  writeSearch,
} from './searchState.ts';

const read = (address: string) => readSearch(new URLSearchParams(address));
const nothing: SearchState = { query: '', types: [], topics: [], from: null, to: null };

describe('the address of a search', () => {
  test('holds all of its state and gives all of it back', () => {
    const state: SearchState = {
      query: 'wave & sand',
      types: ['FILM', 'PERSON'],
      topics: ['chaos', 'waves'],
      from: 1787,
      to: 1963,
    };
    expect(read(writeSearch(state).toString())).toEqual(state);
  });

  test('is the same for the same search, in whatever order it was refined', () => {
    const one = writeSearch({ ...nothing, types: ['PERSON', 'FILM'], topics: ['waves', 'chaos'] });
    const other = writeSearch({ ...nothing, types: ['FILM', 'PERSON'], topics: ['chaos', 'waves'] });
    expect(one.toString()).toBe(other.toString());
  });

  test('of an empty search is empty', () => {
    expect(writeSearch({ ...nothing, query: '   ' }).toString()).toBe('');
  });

  test('that was written by hand is read as far as it makes sense', () => {
    expect(read('q=x&type=film&type=FILM&type=cinema&topic=&from=early&to=1e3')).toEqual({
      ...nothing,
      query: 'x',
      types: ['FILM'],
    });
  });

  test('cannot carry a query of any length', () => {
    expect(read(`q=${'a'.repeat(5000)}`).query).toHaveLength(200);
  });

  test('accepts the year nought and years before it', () => {
    expect(read('from=-240&to=0')).toMatchObject({ from: -240, to: 0 });
  });
});

describe('the filter', () => {
  test('is null when nothing is refined, so that nothing is asked for needlessly', () => {
    expect(filterOf({ ...nothing, query: 'lorenz' })).toBeNull();
    expect(isRefined({ ...nothing, query: 'lorenz' })).toBe(false);
  });

  test('names only what is refined', () => {
    expect(filterOf({ ...nothing, topics: ['chaos'], to: 1900 })).toEqual({
      topics: { in: ['chaos'] },
      year: { lte: 1900 },
    });
  });

  test('keeps a bound of nought', () => {
    expect(filterOf({ ...nothing, from: 0 })).toEqual({ year: { gte: 0 } });
  });
});

test('moments are sought only where there are words', () => {
  expect(searchVariables({ ...nothing, query: '  ' })).toMatchObject({ query: '', withMoments: false });
  expect(searchVariables({ ...nothing, query: ' thread ' })).toMatchObject({
    query: 'thread',
    withMoments: true,
  });
});

test('a refinement is taken up and dropped by the same press', () => {
  expect(toggled(toggled(['a'], 'b'), 'a')).toEqual(['b']);
});
