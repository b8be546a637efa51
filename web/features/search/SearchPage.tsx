import { data, type LoaderFunctionArgs, replace, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type DataError, httpStatusOf } from '../../apollo/dataErrors.ts';
import { queriesContext } from '../../apollo/queries.ts';
import { lazyIsland } from '../../components/lazyIsland.tsx';
import { PageHead } from '../../seo/PageHead.tsx';
import { SearchSkeleton } from './results/SearchSkeleton.tsx';
import { useSearchResults } from './results/useSearchResults.ts';
import { SearchPageDocument } from './SearchPage.generated.ts';
import styles from './SearchPage.module.css';
import { canonicalSearchHref, parseSearchState } from './state/searchState.ts';
import { searchVariables } from './state/searchVariables.ts';
import { useSearchState } from './state/useSearchState.ts';
import { SearchField } from './suggestions/SearchField.tsx';

// The server HTML consists of links, which work before hydration.
const SearchResultsPanel = lazyIsland(
  () => import('./results/SearchResultsPanel.tsx').then(({ SearchResultsPanel }) => SearchResultsPanel),
  <div className={styles.skeleton}>
    <SearchSkeleton resultType={null} />
  </div>,
);
const SearchUnavailable = lazyIsland(() =>
  import('./results/SearchUnavailable.tsx').then(({ SearchUnavailable }) => SearchUnavailable),
);

/**
 * Redirects to the canonical URL and preloads all pages of the search in it. The page itself handles a failed search.
 * @throws a response with status 403 or 429 if the request is not allowed, see `httpStatusOf`
 */
export const loader = async ({ request, context }: LoaderFunctionArgs): Promise<null> => {
  const { searchParams } = new URL(request.url);
  const canonical = canonicalSearchHref(searchParams);
  if (canonical) throw replace(canonical);
  const queries = context.get(queriesContext);
  const state = parseSearchState(searchParams);
  let errors: readonly DataError[] = [];
  try {
    const preloaded = await queries.load(SearchPageDocument, searchVariables(state));
    const results = preloaded.data;
    if (!results) errors = preloaded.errors;
    if (state.pages > 1) await (await import('./results/hits/loadPages.ts')).loadPages(queries, state);
    if (results?.search?.totalCount === 0 && !results.moments?.totalCount)
      await (await import('./results/NoResults.tsx')).preloadNoResults(queries, state);
  } catch {
    // The page shows the error and retries.
  }
  // Retrying does not help against 403 and 429.
  if (httpStatusOf(errors) !== 503) throw data({ errors }, { status: httpStatusOf(errors) });
  return null;
};

/** Skips the loader for changes of the search: the page requests those itself. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

/** Renders the search page: results update while the reader types, and the URL has the whole state. */
const SearchPage = () => {
  const { state, changeSearch, endEdit } = useSearchState();
  const { loadedSearch, isLoading, isUnavailable, retry } = useSearchResults(state);
  return (
    <>
      <PageHead title={state.query ? `“${state.query}”` : 'Search'} isUnlisted={state.query !== ''} />
      <h1 className={styles.heading}>Search</h1>
      <div className={styles.page}>
        <SearchField
          query={state.query}
          resultType={state.resultType?.toLowerCase()}
          onQueryChange={(query) => changeSearch({ query }, 'query')}
          onDone={(query, hasEntered) => {
            endEdit();
            if (hasEntered)
              void import('./suggestions/recentSearches.ts').then(({ saveSearch }) => saveSearch(query));
          }}
        />
        {isUnavailable ? (
          <SearchUnavailable onRetry={retry} isLoading={isLoading} />
        ) : (
          <SearchResultsPanel
            state={state}
            loadedSearch={loadedSearch}
            isLoading={isLoading}
            onChange={changeSearch}
            onEditEnd={endEdit}
          />
        )}
      </div>
    </>
  );
};

export { SearchPage as Component };
