import { describe, expect, test } from '@jest/globals';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { EMPTY_SEARCH } from '../state/searchState.ts';
import { correctionOf, replacedWords, resultsSummary, showResultsLabel } from './resultsSummary.ts';

type Counts = Partial<NonNullable<SearchPageQuery['search']>> & { moments?: number };

const resultsOf = ({ moments = 0, ...search }: Counts) =>
  ({
    search: { totalCount: 0, totalIsExact: true, relaxedQuery: null, correctedQuery: null, ...search },
    moments: { totalCount: moments, relaxedQuery: null },
  }) as unknown as SearchPageQuery;
const summaryOf = (query: string, counts: Counts) =>
  resultsSummary({ ...EMPTY_SEARCH, query }, resultsOf({ allWordsCount: counts.totalCount ?? 0, ...counts }));

describe('summary of a search', () => {
  test.each([
    ['wave', { totalCount: 3 }, '3 results for “wave”.'],
    ['wave', { totalCount: 3, moments: 1 }, '4 results for “wave”, one of them a moment.'],
    ['wave', { totalCount: 30, moments: 4 }, '34 results for “wave”, 4 of them moments.'],
    ['wave', { moments: 1 }, '1 moment for “wave”.'],
    ['wave', {}, 'No results for “wave”.'],
    ['penduluum', { totalCount: 6, correctedQuery: 'pendulum' }, '6 results.'],
    [
      'flocking birds',
      { totalCount: 9, allWordsCount: 1 },
      '9 results for “flocking birds”. 1 result has all words, the others have some.',
    ],
    [
      'leek soup',
      { totalCount: 9, allWordsCount: 2 },
      '9 results for “leek soup”. 2 results have all words, the others have some.',
    ],
    [
      'leek soup',
      { totalCount: 9, allWordsCount: 0, relaxedQuery: 'leek soup' },
      '9 results for “leek soup”. No result has all words.',
    ],
    [
      '„leek soup“',
      { totalCount: 9, allWordsCount: 0, relaxedQuery: 'leek soup' },
      '9 results for „leek soup“. No result has all words, with those in quotes side by side.',
    ],
    [
      'Leek zyzzyva soup, qux!',
      { totalCount: 9, allWordsCount: 0, relaxedQuery: 'leek soup' },
      '9 results for “Leek zyzzyva soup, qux!”. No result has all words. Nothing has “zyzzyva” or “qux”.',
    ],
  ])('of %j with %j is %j', (query, counts, summary) => {
    expect(summaryOf(query, counts)).toBe(summary);
  });

  test('names the words that a correction replaces', () => {
    expect(replacedWords('blue Welle', 'blue well')).toBe('“Welle”');
  });

  test('counts what the tab “All” counts', () => {
    const results = resultsOf({ totalCount: 3, allWordsCount: 3, moments: 1 });
    expect(showResultsLabel({ ...EMPTY_SEARCH, query: 'wave' }, results)).toBe('Show 4 results');
  });

  test('names a correction only beside results that have it', () => {
    const state = { ...EMPTY_SEARCH, query: 'penduluum' };
    const results = resultsOf({ totalCount: 3, correctedQuery: 'pendulum' });
    expect(correctionOf(state, results)).toBe('pendulum');
    expect(correctionOf({ ...state, resultType: 'MOMENT' }, results)).toBeNull();
    expect(correctionOf(state, resultsOf({}))).toBeNull();
  });
});
