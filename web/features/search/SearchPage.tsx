import { useRef } from 'react';
import { data, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router';
import { dataErrorsOf, httpStatusOf } from '../../data/dataErrors.ts';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import type { PageErrors } from '../../data/pageLoader.ts';
import { queryClientRouterContext } from '../../data/queryClient.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { SearchField } from './field/SearchField.tsx';
import { SearchSkeleton } from './results/SearchSkeleton.tsx';
import { SearchPageDocument } from './SearchPage.generated.ts';
import styles from './SearchPage.module.css';
import { canonicalSearchHref, parseSearchState } from './state/searchState.ts';
import { searchVariables } from './state/searchVariables.ts';
import { useSearchNavigation } from './state/useSearchNavigation.ts';

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

interface SearchPageData extends PageErrors {
  /** The errors of further pages that the first page lacks. The results of the first page show its errors themselves. */
  furtherErrors: PageErrors['errors'];
  /** True if the search has no results because of the errors, which the page then shows. */
  isFailed: boolean;
}

/**
 * Redirects to the canonical URL, and loads the search in it: all of its pages, and alternatives if it has no results.
 * @returns the errors, of which the layout reads whether videos are missing, and whether the search failed
 * @throws on the server, a response with status 403 or 429 if the request is not allowed, see `httpStatusOf`
 */
export const loader = async ({ request, context }: LoaderFunctionArgs): Promise<SearchPageData> => {
  const { searchParams } = new URL(request.url);
  const canonical = canonicalSearchHref(searchParams);
  if (canonical) throw replace(canonical);
  const queryClient = context.get(queryClientRouterContext);
  const state = parseSearchState(searchParams);
  let errors: PageErrors['errors'];
  let furtherErrors: PageErrors['errors'] = [];
  try {
    const loaded = await queryClient.load(SearchPageDocument, searchVariables(state), request.signal);
    const results = loaded.data;
    errors = loaded.errors;
    if (results && state.pages > 1) {
      const { loadResultPages } = await import('./hits/loadResultPages.ts');
      const further = await loadResultPages(queryClient, state, results, request.signal);
      furtherErrors = further.errors.filter(
        ({ code, service }) =>
          !loaded.errors.some((known) => known.code === code && known.service === service),
      );
      errors = [...errors, ...furtherErrors];
    }
    if (results?.search?.totalCount === 0 && !results.moments?.totalCount)
      await (await import('./results/NoResults.tsx')).loadAlternatives(queryClient, state, request.signal);
    if (results?.search) return { errors, furtherErrors, isFailed: false };
  } catch (error) {
    errors = dataErrorsOf(error);
  }
  // In the browser the page stays, with the field and what the reader types.
  if (typeof document === 'undefined' && httpStatusOf(errors) !== 503)
    throw data({ errors }, { status: httpStatusOf(errors) });
  return { errors, furtherErrors: [], isFailed: true };
};

/** Renders the search page: results update while the reader types, and the URL has the whole state. */
const SearchPage = () => {
  const { errors, furtherErrors, isFailed } = useLoaderData<typeof loader>();
  const fieldRef = useRef<HTMLInputElement>(null);
  const { currentSearch, pendingSearch, isLoading, changeSearch, endEdit } = useSearchNavigation(fieldRef);
  return (
    <>
      <PageHead
        title={currentSearch.query ? `“${currentSearch.query}”` : 'Search'}
        isUnlisted={currentSearch.query !== ''}
      />
      <h1 className={styles.heading}>Search</h1>
      <div className={styles.page}>
        <SearchField
          ref={fieldRef}
          query={currentSearch.query}
          resultType={pendingSearch.resultType?.toLowerCase()}
          onChange={() => changeSearch({}, 'query')}
          onEditEnd={endEdit}
        />
        {isFailed ? (
          <SearchUnavailable errors={errors} isLoading={isLoading} />
        ) : (
          <>
            <ErrorNotice errors={furtherErrors} />
            <SearchResultsPanel
              currentSearch={currentSearch}
              pendingSearch={pendingSearch}
              isLoading={isLoading}
              onChange={changeSearch}
              onEditEnd={endEdit}
            />
          </>
        )}
      </div>
    </>
  );
};

export { SearchPage as Component };
