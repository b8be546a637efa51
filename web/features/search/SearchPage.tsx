import { data, type LoaderFunctionArgs, replace, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type Problem, statusOf } from '../../apollo/dataErrors.ts';
import { graphContext } from '../../apollo/graphContext.ts';
import { warm } from '../../apollo/preloadQuery.ts';
import { later } from '../../components/lazyIsland.tsx';
import { PageHead } from '../../seo/PageHead.tsx';
import { Waiting } from './results/SearchSkeleton.tsx';
import { useAnswered } from './results/useSearchResults.ts';
import { SearchPageDocument } from './SearchPage.generated.ts';
import styles from './SearchPage.module.css';
import { canonicalHref, readSearch } from './state/searchState.ts';
import { searchVariables } from './state/searchVariables.ts';
import { useSearchState } from './state/useSearchState.ts';
import { SearchField } from './suggestions/SearchField.tsx';

// What was found is links, which lead on before any script is there.
const Findings = later(
  () => import('./results/SearchResultsPanel.tsx').then(({ Findings }) => Findings),
  <div className={styles.waiting}>
    <Waiting scope={null} />
  </div>,
);
const Unreachable = later(() =>
  import('./results/SearchUnavailable.tsx').then(({ Unreachable }) => Unreachable),
);

/**
 * Warms the search in the address, as many pages of it as the address says. A search that fails is a part that is
 * missing, and not a page that is.
 * @throws a response where the reader may not ask: see `statusOf`
 */
export const loader = async ({ request, context }: LoaderFunctionArgs): Promise<null> => {
  const { searchParams } = new URL(request.url);
  const canonical = canonicalHref(searchParams);
  if (canonical) throw replace(canonical);
  const client = context.get(graphContext);
  const state = readSearch(searchParams);
  let problems: readonly Problem[] = [];
  try {
    const { data: found, problems: faults } = await warm(client, SearchPageDocument, searchVariables(state));
    if (!found) problems = faults;
    if (state.pages > 1) await (await import('./results/hits/loadPages.ts')).loadPages(client, state);
    if (found?.search?.totalCount === 0 && !found.moments?.totalCount)
      await (await import('./results/NoResults.tsx')).warmNothingFound(client, state);
  } catch {
    // The page says so itself, and asks again.
  }
  // What the reader may not have is no failure that passes.
  if (statusOf(problems) !== 503) throw data({ problems }, { status: statusOf(problems) });
  return null;
};

/** While somebody types, the page asks by itself: the loader is for arriving. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

/** Search as you type, all of it in the address. */
const SearchPage = () => {
  const { state, change, endEdit } = useSearchState();
  const { answered, loading, unreachable, retry } = useAnswered(state);
  return (
    <>
      <PageHead title={state.query ? `“${state.query}”` : 'Search'} unlisted={state.query !== ''} />
      <h1 className={styles.heading}>Search</h1>
      <div className={styles.page}>
        <SearchField
          query={state.query}
          type={state.scope?.toLowerCase()}
          onQuery={(query) => change({ query }, 'query')}
          onDone={(query, entered) => {
            endEdit();
            if (entered)
              void import('./suggestions/recentSearches.ts').then(({ rememberSearch }) =>
                rememberSearch(query),
              );
          }}
        />
        {unreachable ? (
          <Unreachable onRetry={retry} busy={loading} />
        ) : (
          <Findings state={state} answered={answered} busy={loading} onChange={change} onSettle={endEdit} />
        )}
      </div>
    </>
  );
};

export { SearchPage as Component };
