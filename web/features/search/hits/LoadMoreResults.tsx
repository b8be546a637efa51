import { useQueryClient } from '../../../data/queryClient.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { MAX_PAGES, type SearchState, searchHref } from '../state/searchState.ts';

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
  const queryClient = useQueryClient();
  return (
    <LoadMore
      pages={state.pages}
      maxPages={MAX_PAGES}
      hrefOf={(pages) => searchHref({ ...state, pages })}
      hasMore={hasMore}
      itemCount={shownCount}
      itemSelector="article, ol a"
      loadPages={async (pages) => {
        const { loadResultPages } = await import('./loadResultPages.ts');
        return (await loadResultPages(queryClient, { ...state, pages }, results)).isComplete;
      }}
      note={`${shownCount} of ${totalCount}.`}
      limitNote="Narrow the search to see the rest."
    >
      Load more
    </LoadMore>
  );
};
