import { describe, expect, test } from '@jest/globals';
import { EMPTY_SEARCH } from '../state/searchState.ts';
import { alternativesVariables, significantWords, stemOf } from './alternatives.ts';

describe('alternatives to a search', () => {
  test('picks the longest words of a query of several words', () => {
    expect(significantWords('the strange attractor of a strange wind')).toEqual([
      'attractor',
      'strange',
      'wind',
    ]);
    expect(significantWords('attractor')).toEqual([]);
    expect(significantWords('! ?')).toEqual([]);
  });

  test('shortens the longest word to its beginning', () => {
    expect(stemOf('a butterflies')).toBe('butterf');
    expect(stemOf('x')).toBe('x');
    expect(stemOf('…')).toBe('');
  });

  test('drops filters and result type only if there are any', () => {
    const search = { ...EMPTY_SEARCH, query: 'golden zebra' };
    expect(alternativesVariables(search)).toMatchObject({
      isFiltered: false,
      firstWord: 'golden',
      hasThirdWord: false,
    });
    expect(alternativesVariables({ ...search, resultType: 'FILM' }).isFiltered).toBe(true);
    expect(alternativesVariables({ ...search, to: 1900 }).isFiltered).toBe(true);
  });
});
