import { useNavigate } from 'react-router';
import { useQueries } from '../../../data/queries.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { type SearchState, searchHref } from '../state/searchState.ts';

interface LoadMoreResultsProps {
  state: SearchState;
  results: SearchPageQuery;
  shownCount: number;
  totalCount: number;
  hasMore: boolean | undefined;
}

/** Renders the "Load more" link of a result list. Without scripts it opens a longer page. */
export const LoadMoreResults = ({
  state,
  results,
  shownCount,
  totalCount,
  hasMore,
}: LoadMoreResultsProps) => {
  const queries = useQueries();
  const navigate = useNavigate();
  const next = { ...state, pages: state.pages + 1 };
  const loadNext = async () => {
    const { loadPages } = await import('./loadPages.ts');
    const isLoaded = await loadPages(queries, next, results);
    // One history entry for all longer lists.
    if (isLoaded) await navigate(searchHref(next), { replace: state.pages > 1, preventScrollReset: true });
    return { error: !isLoaded };
  };
  return (
    <LoadMore
      hasMore={hasMore}
      itemCount={shownCount}
      to={searchHref(next)}
      itemSelector="article, ol a"
      onLoad={loadNext}
      note={`${shownCount} of ${totalCount}`}
    >
      Load more
    </LoadMore>
  );
};
