import { wordsOfText } from '../../core/text/textBoundaries.ts';
import type { SearchRequest, SearchResult } from './client.ts';
import { COUNT_ONLY, searchOf } from './facetCounts.ts';
import { relaxedQuery } from './highlights.ts';
import type { SearchLoader } from './loader.ts';
import { MAX_QUERY_BYTES } from './paging.ts';

/** The words of a query that are searched alone; the words after them are dropped. */
const MAX_COUNTED_WORDS = 10;

/** The parameters of a search whose last words are dropped, one by one, until there are results. */
export const DROP_LAST_WORDS = {
  removeWordsIfNoResults: 'lastWords',
} as const satisfies Partial<SearchRequest>;

interface Found {
  readonly result: SearchResult;
}

/** A search, and the words that it used if it found nothing with all words; null otherwise. */
export type RelaxedSearch<F extends Found> = F & { readonly relaxedQuery: string | null };

/**
 * Runs a search. If nothing has all words of the query, it runs once more without the words that nothing has; if nothing has all
 * other words together, then without the last of them.
 * @param matching the part of the request that decides what matches
 * @param run runs the search for such a part
 */
export async function searchWithFewerWords<F extends Found>(
  search: SearchLoader,
  matching: SearchRequest,
  run: (matching: SearchRequest) => Promise<F>,
): Promise<RelaxedSearch<F>> {
  const first = await run(matching);
  const query = matching.query ?? '';
  const words = first.result.nbHits ? [] : countedWords(query);
  const known = await knownWords(search, matching, words);
  if (known.length === 0) return { ...first, relaxedQuery: null };
  const usedQuery = known.join(' ');
  const found = await run({ ...matching, query: usedQuery, ...DROP_LAST_WORDS });
  const { nbHits, queryAfterRemoval } = found.result;
  return { ...found, relaxedQuery: nbHits ? (relaxedQuery(queryAfterRemoval) ?? usedQuery) : null };
}

/** Returns the words of a query that a search without results counts alone; none for a single word. */
export function countedWords(query: string): readonly string[] {
  const words = new Set(wordsOfText(query.slice(0, MAX_QUERY_BYTES)));
  return words.size < 2 ? [] : [...words].slice(0, MAX_COUNTED_WORDS);
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
