import { useQueries } from '../../../../apollo/queries.ts';
import { LoadMore } from '../../../../components/LoadMore.tsx';
import { type SearchState, searchHref } from '../../state/searchState.ts';

interface LoadMoreResultsProps {
  state: SearchState;
  shownCount: number;
  totalCount: number;
  hasMore: boolean | undefined;
  /** Called when the next page is in the cache. */
  onPagesChange: (pages: number) => void;
}

/** Renders the "Load more" link of a result list. Without scripts it opens a longer page. */
export const LoadMoreResults = ({
  state,
  shownCount,
  totalCount,
  hasMore,
  onPagesChange,
}: LoadMoreResultsProps) => {
  const queries = useQueries();
  const next = { ...state, pages: state.pages + 1 };
  const loadNext = async () => {
    const { loadPages } = await import('./loadPages.ts');
    const isLoaded = await loadPages(queries, next);
    if (isLoaded) onPagesChange(next.pages);
    return { error: !isLoaded };
  };
  return (
    <LoadMore
      {...{ hasMore, itemCount: shownCount }}
      to={searchHref(next)}
      itemSelector="article, ol a"
      onLoad={loadNext}
      note={`${shownCount} of ${totalCount}`}
    >
      Load more
    </LoadMore>
  );
};
