import { foldedText } from '../../core/text/foldedText.ts';
import { UNSPACED_LETTER, wordsOfText } from '../../core/text/textBoundaries.ts';
import type { SearchRequest, SearchResult } from './client.ts';
import { typosOf, WITH_TYPOS } from './correctedQuery.ts';
import { COUNT_ONLY, searchOf } from './facetCounts.ts';
import type { SearchLoader } from './loader.ts';
import { MAX_QUERY_BYTES } from './paging.ts';

/** The words of a query that are searched alone. */
const MAX_PROBED_WORDS = 10;

interface Found {
  readonly result: SearchResult;
}

/** A search with all words of a query, or with optional words. */
export type RelaxedSearch<F extends Found> = F & {
  /** The query without the words that nothing has, if nothing has all of them; null otherwise. */
  readonly relaxedQuery: string | null;
  /** The number of results with all words. */
  readonly allWordsCount: number;
  /** The words of the query that something has as typed, as far as the search had to find out. */
  readonly knownWords: readonly string[];
};

interface Relaxation {
  /** With fewer results, the words are optional. */
  readonly minResults: number;
  /** Further parameters of a search with optional words, if some of the words are misspelt. */
  readonly parameters?: Partial<SearchRequest>;
}

/** A phrase of a query (`PHRASES` of `settings.ts`). */
const PHRASE = /"[^"]*[^"\s][^"]*"/;

/** Algolia replaces a word by a similar one wherever the query has no other result, also a word that texts have. */
const AS_TYPED = { typoTolerance: false } as const;

/**
 * Runs a search. The words of a query of several words match as typed. If nothing has all of them, each word is searched alone, and only
 * words that nothing has as typed match similar words. If too few results have all words, words are optional; results need a word that is
 * not a single letter. Results with a phrase of the query are enough.
 * @param matching the part of the request that decides what matches
 * @param run runs the search for such a part
 */
export async function searchWithFewerWords<F extends Found>(
  search: SearchLoader,
  matching: SearchRequest,
  run: (matching: SearchRequest) => Promise<F>,
  { minResults, parameters }: Relaxation,
): Promise<RelaxedSearch<F>> {
  const query = matching.query ?? '';
  const words = probedWords(query);
  // A word matches similar words only if nothing has it.
  const first = await run(words.length === 0 ? matching : { ...matching, ...AS_TYPED });
  const count = first.result.nbHits ?? 0;
  const enough = PHRASE.test(query) ? 1 : minResults;
  if (words.length === 0 || count >= enough)
    return { ...first, relaxedQuery: null, allWordsCount: count, knownWords: [] };
  // Algolia splits the text into words. The words of a phrase are optional only without its quotes.
  const optional = { ...matching, query: query.replaceAll('"', ' '), optionalWords: [query] };
  if (count > 0) {
    const found = await run({ ...optional, ...AS_TYPED });
    return { ...found, relaxedQuery: null, allWordsCount: count, knownWords: words };
  }
  const probes = await probe(search, matching, words);
  const { allWordsCount, knownWords } = probes;
  if (allWordsCount >= enough)
    return { ...(await run(matching)), relaxedQuery: null, allWordsCount, knownWords };
  if (allWordsCount === 0 && !probes.hasAny)
    return { ...first, relaxedQuery: null, allWordsCount: 0, knownWords };
  const found = await run({ ...optional, ...(probes.isMisspelt ? parameters : AS_TYPED) });
  return {
    ...found,
    relaxedQuery: allWordsCount > 0 ? null : probes.relaxedQuery,
    allWordsCount,
    knownWords,
  };
}

/**
 * Returns the words of a query that are searched alone if nothing has all of them; none for a query of one word. A single letter or digit
 * matches by accident.
 */
export function probedWords(query: string): readonly string[] {
  // The search service takes a raised digit for the digit.
  const words = [...new Set(wordsOfText(query.slice(0, MAX_QUERY_BYTES).normalize('NFKC')))];
  if (words.length < 2) return [];
  return words
    .filter((word) => [...word].length > 1 || UNSPACED_LETTER.test(word))
    .slice(0, MAX_PROBED_WORDS);
}

/** What the index has of the words of a query that nothing has all of as typed. */
interface Probes {
  /** The number of results that have all words, each as typed if something has it. */
  readonly allWordsCount: number;
  /** True if something has one of the words. */
  readonly hasAny: boolean;
  /** True if something has only a similar word in place of one of the words. */
  readonly isMisspelt: boolean;
  /** The typos of a result that has every word as typed that something has; without a limit if nothing has one of the words. */
  readonly maxTypos: number;
  /** The words that something has as typed. */
  readonly knownWords: readonly string[];
  /** The query without the words that no document has. Words that the search ignores stay. */
  readonly relaxedQuery: string;
}

/**
 * Returns the hits of a search for suggestions. The words match as typed. Only if nothing has all words of the query as typed, they match
 * similar words too, in place of words that nothing has.
 * @param request the search of the suggestions
 * @param matching the search of all documents for the same query
 */
export async function searchAsTyped(
  search: SearchLoader,
  request: SearchRequest,
  matching: SearchRequest,
): Promise<SearchResult['hits']> {
  const [typed, all] = await Promise.all([
    search.load({ ...request, ...AS_TYPED }),
    search.load({ ...matching, ...COUNT_ONLY, ...AS_TYPED }),
  ]);
  if (typed.hits.length > 0 || (all.nbHits ?? 0) > 0) return typed.hits;
  const words = probedWords(matching.query ?? '');
  const [similar, probes] = await Promise.all([
    search.load({ ...request, typoTolerance: 'min', ...WITH_TYPOS }),
    words.length > 0 ? probe(search, matching, words) : undefined,
  ]);
  return probes ? similar.hits.filter((hit) => typosOf(hit) <= probes.maxTypos) : similar.hits;
}

/** Searches a query and each of its words in one request. */
async function probe(
  search: SearchLoader,
  matching: SearchRequest,
  words: readonly string[],
): Promise<Probes> {
  const request = {
    ...searchOf(matching),
    ...(matching.filters && { filters: matching.filters }),
    ...COUNT_ONLY,
    hitsPerPage: 1,
    getRankingInfo: true,
  };
  const [whole, ...results] = await Promise.all([
    search.load(request),
    ...words.map((query, i) =>
      // Only the last word of a query matches as a prefix.
      search.load({ ...request, query, ...(i < words.length - 1 && { queryType: 'prefixNone' as const }) }),
    ),
  ]);
  const isIgnored = ignoredBy(whole);
  const found = words.map((word, i) => {
    const { nbHits = 0, hits = [] } = results[i] ?? {};
    return { word, isIgnored: isIgnored(word), isFound: nbHits > 0, typos: typosOf(hits[0]) };
  });
  const counted = found.filter((one) => !one.isIgnored);
  const missing = counted.filter(({ isFound }) => !isFound);
  const typos = counted.reduce((sum, one) => sum + one.typos, 0);
  // A result with more typos than the words have alone has a similar word in place of a word that other documents have. Words
  // that no document has can be parts of one word, with a space by mistake.
  const maxTypos = missing.length > 0 ? Number.POSITIVE_INFINITY : typos;
  return {
    allWordsCount: typosOf(whole.hits?.[0]) <= maxTypos ? (whole.nbHits ?? 0) : 0,
    maxTypos,
    hasAny: counted.length > missing.length,
    isMisspelt: typos > 0,
    knownWords: found.filter((one) => one.isFound && one.typos === 0).map(({ word }) => word),
    relaxedQuery: words.filter((word) => !missing.some((one) => one.word === word)).join(' '),
  };
}

/** Shorter words may be a part of another word by accident. */
const MIN_PART_LETTERS = 4;

/** Returns a function that tests whether a search left out a word of its query: a stop word. */
function ignoredBy({ parsedQuery }: SearchResult): (word: string) => boolean {
  if (parsedQuery === undefined) return () => false;
  const searched = wordsOfText(parsedQuery).map(foldedText);
  return (word) => {
    const folded = foldedText(word);
    return (
      !UNSPACED_LETTER.test(word) &&
      !searched.some((one) => one === folded || (one.length >= MIN_PART_LETTERS && folded.includes(one)))
    );
  };
}
