import { useApolloClient } from '@apollo/client/react';
import { LoadMore } from '../../../../components/LoadMore.tsx';
import { hrefOf, type SearchState } from '../../state/searchState.ts';

interface MoreResultsProps {
  state: SearchState;
  shown: number;
  count: number;
  hasMore: boolean | undefined;
  /** Called once the next page is there. */
  onMore: (pages: number) => void;
}

/** The end of a list of results. Without a script its link opens a longer page. */
export const MoreResults = ({ state, shown, count, hasMore, onMore }: MoreResultsProps) => {
  const client = useApolloClient();
  const next = { ...state, pages: state.pages + 1 };
  const loadNext = async () => {
    const { loadPages } = await import('./loadPages.ts');
    const isLoaded = await loadPages(client, next);
    if (isLoaded) onMore(next.pages);
    return { error: !isLoaded };
  };
  return (
    <LoadMore
      {...{ hasMore, shown }}
      to={hrefOf(next)}
      items="article, ol a"
      onLoad={loadNext}
      note={`${shown} of ${count}`}
    >
      Show more
    </LoadMore>
  );
};
