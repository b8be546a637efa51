import { UNSPACED_LETTER, wordsOfText } from '../../core/text/textBoundaries.ts';
import type { SearchRequest, SearchResult } from './client.ts';
import { COUNT_ONLY, searchOf } from './facetCounts.ts';
import type { SearchLoader } from './loader.ts';
import { MAX_QUERY_BYTES } from './paging.ts';

/** The words of a query that are counted alone. */
const MAX_COUNTED_WORDS = 10;

interface Found {
  readonly result: SearchResult;
}

/** A search with all words of a query, or with optional words. */
export type RelaxedSearch<F extends Found> = F & {
  /** The words that something has, if nothing has all of them; null otherwise. */
  readonly relaxedQuery: string | null;
  /** The number of results with all words. */
  readonly allWordsCount: number;
};

interface Relaxation {
  /** With fewer results, the words are optional. */
  readonly minResults: number;
  /** Further parameters of a search with optional words. */
  readonly parameters?: Partial<SearchRequest>;
}

/** A phrase of a query (`PHRASES` of `settings.ts`). */
const PHRASE = /"[^"]*[^"\s][^"]*"/;

/**
 * Runs a search. If too few results have all words of the query, it runs once more with optional words. If none has all, each word is
 * counted, and the results need a word that is not a single letter. Results with a phrase of the query are enough.
 * @param matching the part of the request that decides what matches
 * @param run runs the search for such a part
 */
export async function searchWithFewerWords<F extends Found>(
  search: SearchLoader,
  matching: SearchRequest,
  run: (matching: SearchRequest) => Promise<F>,
  { minResults, parameters }: Relaxation,
): Promise<RelaxedSearch<F>> {
  const first = await run(matching);
  const allWordsCount = first.result.nbHits ?? 0;
  const query = matching.query ?? '';
  const isEnough = allWordsCount >= (PHRASE.test(query) ? 1 : minResults);
  const words = isEnough ? [] : countedWords(query);
  if (words.length === 0) return { ...first, relaxedQuery: null, allWordsCount };
  const [found, known] = await Promise.all([
    // Algolia splits the text into words. Those of a phrase are optional only without its quotes.
    run({ ...matching, query: query.replaceAll('"', ' '), optionalWords: [query], ...parameters }),
    allWordsCount === 0 ? knownWords(search, matching, words) : [],
  ]);
  if (allWordsCount > 0) return { ...found, relaxedQuery: null, allWordsCount };
  return known.length > 0
    ? { ...found, relaxedQuery: known.join(' '), allWordsCount }
    : { ...first, relaxedQuery: null, allWordsCount };
}

/**
 * Returns the words of a query that are counted alone if nothing has all of them; none for a query of one word. A single letter or digit
 * matches by accident.
 */
export function countedWords(query: string): readonly string[] {
  // The search service takes a raised digit for the digit.
  const words = [...new Set(wordsOfText(query.slice(0, MAX_QUERY_BYTES).normalize('NFKC')))];
  if (words.length < 2) return [];
  return words
    .filter((word) => [...word].length > 1 || UNSPACED_LETTER.test(word))
    .slice(0, MAX_COUNTED_WORDS);
}

/** Returns the words that something has: all are counted in one request. */
async function knownWords(
  search: SearchLoader,
  matching: SearchRequest,
  words: readonly string[],
): Promise<readonly string[]> {
  const results = await Promise.all(
    words.map((query, i) =>
      search.load({
        ...searchOf(matching),
        ...(matching.filters && { filters: matching.filters }),
        query,
        // Only the last word of a query matches as a prefix.
        ...(i < words.length - 1 && { queryType: 'prefixNone' }),
        ...COUNT_ONLY,
      }),
    ),
  );
  return words.filter((_, i) => results[i]?.nbHits);
}
