import { Link } from 'react-router';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { type SearchState, searchHref } from '../state/searchState.ts';
import { correctionOf, replacedWords, resultsSummary } from './resultsSummary.ts';

interface SearchSummaryProps {
  state: SearchState;
  results: SearchPageQuery;
}

/** Renders the number of results, and what the search did to find them: words that it corrected, and words that results lack. */
export const SearchSummary = ({ state, results }: SearchSummaryProps) => {
  const corrected = correctionOf(state, results);
  return (
    <>
      {corrected !== null && (
        <>
          {results.search?.correctionIsLikely
            ? 'Showing results for'
            : `Nothing has ${replacedWords(state.query, corrected)}; these results have`}{' '}
          <Link to={searchHref({ ...state, query: corrected, pages: 1 })} preventScrollReset>
            “{corrected}”
          </Link>
          .{' '}
        </>
      )}
      {resultsSummary(state, results)}
    </>
  );
};
