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

/** Formats the number of results: `12 films`, `30 results and 4 moments`. */
const resultCountLabel = (state: SearchState, results: SearchPageQuery): string => {
  const { documents, moments } = resultCounts(state, results);
  const about = results.search?.totalIsExact === false ? 'about ' : '';
  const momentLabel = moments > 0 ? countLabel('MOMENT', moments) : '';
  if (state.resultType === 'MOMENT') return momentLabel;
  if (state.resultType) return about + countLabel(state.resultType, documents);
  const documentLabel = documents > 0 ? about + pluralize(documents, 'result') : '';
  return [documentLabel, momentLabel].filter(Boolean).join(' and ');
};

/** Returns the status message of a search, for screen readers too; empty for an empty search. */
export const resultsSummary = (state: SearchState, results: SearchPageQuery): string => {
  const forQuery = searchableQuery(state) ? ` for “${state.query}”` : '';
  const ignored = state.query && !forQuery ? `“${state.query}” has no letters or digits to search for.` : '';
  if (isEmptySearch(state)) return ignored;
  if (hasNoResults(state, results)) return `No results${forQuery}.`;
  const label = resultCountLabel(state, results);
  const sentence = `${label.charAt(0).toUpperCase()}${label.slice(1)}${forQuery}.`;
  return [ignored, sentence, relaxationNote(state, results)].filter(Boolean).join(' ');
};

/** Explains that the results match a part of the query only. */
const relaxationNote = (state: SearchState, results: SearchPageQuery): string => {
  const { documents } = resultCounts(state, results);
  const relaxed = documents > 0 && results.search?.relaxedQuery;
  if (relaxed) return `No result has all of these words. Showing results for “${relaxed}”.`;
  return documents > 0 ? '' : momentRelaxationNote(results);
};

/** Explains that the moments match a part of the query only; empty if they match all of it. */
export const momentRelaxationNote = ({ moments }: SearchPageQuery): string =>
  moments?.relaxedQuery && moments.totalCount > 0
    ? `No moment has all of these words. Showing moments for “${moments.relaxedQuery}”.`
    : '';

/** Returns the label of the button that leads from the filter dialog to the results. */
export const showResultsLabel = (state: SearchState, results: SearchPageQuery | undefined): string => {
  if (!results) return 'Show results';
  return hasNoResults(state, results) ? 'No results' : `Show ${resultCountLabel(state, results)}`;
};
