import { pluralize } from '../../../lib/text/pluralize.ts';
import { countLabel } from '../filters/resultTypes.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { isEmptySearch, type SearchState, searchableQuery } from '../state/searchState.ts';

/** Returns the numbers of documents and moments in the selected result type. */
const resultCounts = ({ resultType }: SearchState, { search, moments }: SearchPageQuery) => ({
  documents: resultType === 'MOMENT' ? 0 : (search?.totalCount ?? 0),
  moments: resultType === null || resultType === 'MOMENT' ? (moments?.totalCount ?? 0) : 0,
});

/** Returns true if the selected result type has no results. */
export const hasNoResults = (state: SearchState, results: SearchPageQuery): boolean => {
  const { documents, moments } = resultCounts(state, results);
  return documents + moments === 0;
};

/** Formats the number of results: `12 films`, `34 results`. */
const resultCountLabel = (state: SearchState, results: SearchPageQuery): string => {
  const { documents, moments } = resultCounts(state, results);
  const about = results.search?.totalIsExact === false ? 'about ' : '';
  if (documents === 0) return countLabel('MOMENT', moments);
  if (state.resultType) return about + countLabel(state.resultType, documents);
  return about + pluralize(documents + moments, 'result');
};

/** Returns the query with corrected words if results of the selected type have these; null otherwise. */
export const correctionOf = (state: SearchState, results: SearchPageQuery): string | null =>
  resultCounts(state, results).documents > 0 ? (results.search?.correctedQuery ?? null) : null;

/** Returns the words of a query that a correction replaces, in quotes: `“Welle” or “Schal”`. */
export const replacedWords = (query: string, corrected: string): string =>
  listWords(wordsNotIn(query, corrected));

/** Returns the status message of a search, for screen readers too; empty for an empty search. */
export const resultsSummary = (state: SearchState, results: SearchPageQuery): string => {
  const query = searchableQuery(state);
  const ignored = state.query && !query ? `“${state.query}” has no letters or digits to search for.` : '';
  // Before the number, the page says for which words the results are.
  const forQuery = query && correctionOf(state, results) === null ? ` for ${quoted(query)}` : '';
  if (isEmptySearch(state)) return ignored;
  if (hasNoResults(state, results)) return `No results${forQuery}.`;
  const label = resultCountLabel(state, results);
  const sentence = `${label.charAt(0).toUpperCase()}${label.slice(1)}${forQuery}${momentShare(state, results)}.`;
  return [ignored, sentence, relaxationNote(state, results)].filter(Boolean).join(' ');
};

/** Formats the number of moments among results of all types: `, 4 of them moments`. */
const momentShare = (state: SearchState, results: SearchPageQuery): string => {
  const { documents, moments } = resultCounts(state, results);
  if (documents === 0 || moments === 0) return '';
  return moments === 1 ? ', one of them a moment' : `, ${moments} of them moments`;
};

/** Explains that some or all of the results have only a part of the words. */
const relaxationNote = (state: SearchState, results: SearchPageQuery): string => {
  const { documents } = resultCounts(state, results);
  if (documents === 0) return momentRelaxationNote(state, results);
  const { relaxedQuery = null, allWordsCount = documents } = results.search ?? {};
  if (relaxedQuery !== null)
    return [nothingHasAll('result', state.query), missingWordsNote(state.query, relaxedQuery)]
      .filter(Boolean)
      .join(' ');
  if (allWordsCount >= documents) return '';
  return `${allWordsCount === 1 ? '1 result has' : `${allWordsCount} results have`} all words, the others have some.`;
};

/** Explains that the moments have only a part of the words; empty if they have all. */
export const momentRelaxationNote = ({ query }: SearchState, { moments }: SearchPageQuery): string =>
  moments?.relaxedQuery && moments.totalCount > 0
    ? [nothingHasAll('moment', query), missingWordsNote(query, moments.relaxedQuery)]
        .filter(Boolean)
        .join(' ')
    : '';

/** Puts a query in quotes, unless it has its own. */
const quoted = (query: string): string => (PHRASE.test(query) ? query : `“${query}”`);

const nothingHasAll = (what: string, query: string): string =>
  `No ${what} has all words${PHRASE.test(query) ? ', with those in quotes side by side' : ''}.`;

/** Words in double quotes, of any language. */
const PHRASE = /["“”„«»].*\S.*["“”„«»]/;

/** Names the words of a query that no result has. */
const missingWordsNote = (query: string, relaxedQuery: string): string => {
  const missing = wordsNotIn(query, relaxedQuery).filter((word) => word.length > 1);
  return missing.length === 0 ? '' : `Nothing has ${listWords(missing)}.`;
};

/** Returns the words of a text that another one lacks, in any case. */
const wordsNotIn = (text: string, other: string): string[] => {
  const found = new Set(wordsOf(other).map((word) => word.toLowerCase()));
  return wordsOf(text).filter((word) => !found.has(word.toLowerCase()));
};

const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    [...new Set(words)].map((word) => `“${word}”`),
  );

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];

/** Returns the label of the button that leads from the filter dialog to the results. */
export const showResultsLabel = (state: SearchState, results: SearchPageQuery | undefined): string => {
  if (!results) return 'Show results';
  return hasNoResults(state, results) ? 'No results' : `Show ${resultCountLabel(state, results)}`;
};
