import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { warm } from '../../graphql/warm.ts';
import { graphContext } from '../../routing/graphContext.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Facets } from './Facets.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchPageDocument, useSearchPageQuery } from './SearchPage.generated.ts';
import styles from './SearchPage.module.css';
import { SearchResults } from './SearchResults.tsx';
import { readSearch, searchVariables } from './searchState.ts';
import { useSearchState } from './useSearchState.ts';

/** Warms the search in the address. A search that fails is a part that is missing, and not a page that is. */
export const loader = async ({ request, context }: LoaderFunctionArgs): Promise<null> => {
  const state = readSearch(new URL(request.url).searchParams);
  await warm(context.get(graphContext), SearchPageDocument, searchVariables(state)).catch(() => undefined);
  return null;
};

/** While somebody types, the page asks by itself: the loader is for arriving. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

/** Search as you type, all of it in the address. An answer to older words never replaces one to newer words. */
export const Component = () => {
  const { state, change } = useSearchState();
  const { data, previousData, loading, error, refetch } = useSearchPageQuery({
    variables: searchVariables(state),
    notifyOnNetworkStatusChange: true,
  });
  const found = data ?? previousData;
  return (
    <>
      <PageHead title={state.query ? `“${state.query}”` : 'Search'} unlisted={state.query !== ''} />
      <h1 className={styles.heading}>Search</h1>
      <div className={styles.page}>
        <SearchField query={state.query} onQuery={(query) => change({ query })} />
        {found?.search && <Facets facets={found.search.facets} state={state} onChange={change} />}
        <SearchResults
          state={state}
          found={found}
          loading={loading}
          unreachable={!loading && (Boolean(error) || found?.search === null) && !data?.search}
          onRetry={() => void refetch()}
        />
      </div>
    </>
  );
};
