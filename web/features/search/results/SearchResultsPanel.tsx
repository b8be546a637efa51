import { memo, Suspense, useMemo, useState } from 'react';
import { useOptimisticChange } from '../../../lib/navigation/useOptimisticChange.ts';
import { lazyDialog } from '../../../ui/dialogs/lazyDialog.ts';
import { lazyWithFallback } from '../../../ui/loading/lazyWithFallback.tsx';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { facetCounts, resultTypeCounts } from '../filters/facetCounts.ts';
import { ResultTypeTabs } from '../filters/ResultTypeTabs.tsx';
import { HitList } from '../hits/HitList.tsx';
import { type SearchPageQuery, useSearchPageQuery } from '../SearchPage.generated.ts';
import { isEmptySearch, type SearchState, searchHref } from '../state/searchState.ts';
import { searchVariables } from '../state/searchVariables.ts';
import type { ChangeSearch } from '../state/useSearchNavigation.ts';
import { saveSearch } from '../suggestions/recentSearches.ts';
import { HitGroups } from './HitGroups.tsx';
import { isFallbackSearch } from './isFallbackSearch.ts';
import { MomentList } from './MomentList.tsx';
import { hasNoResults, showResultsLabel } from './resultsSummary.ts';
import styles from './SearchResultsPanel.module.css';
import { SearchSkeleton } from './SearchSkeleton.tsx';
import { SearchStart } from './SearchStart.tsx';
import { SearchSummary } from './SearchSummary.tsx';
import { useRetryBackoff } from './useRetryBackoff.ts';

// Rendered by the server with the page; the browser loads their code after the results.
const Facets = lazyWithFallback(
  () => import('../filters/Facets.tsx').then(({ Facets }) => Facets),
  () => null,
);
const FilterDialog = lazyDialog(() =>
  import('../filters/FilterDialog.tsx').then(({ FilterDialog }) => FilterDialog),
);
const TopicTitle = lazyWithFallback(
  () => import('../filters/TopicTitle.tsx').then(({ TopicTitle }) => TopicTitle),
  ({ slug }) => slug,
);
const NoResults = lazyWithFallback(
  () => import('./NoResults.tsx').then(({ NoResults }) => NoResults),
  () => null,
);

/** The result types that can be filtered by topic and year. */
const FILTERABLE_TYPES: ReadonlySet<SearchState['resultType']> = new Set([null, 'FILM', 'ARTICLE']);

interface SearchResultsPanelProps {
  /** The search in the URL, which the loader has loaded. */
  currentSearch: SearchState;
  /** The search that loads; the same object as `currentSearch` if none does. */
  pendingSearch: SearchState;
  isLoading: boolean;
  onChange: ChangeSearch;
  onEditEnd: () => void;
}

/** Renders the results in the URL, with tabs and filters, which show the pending search at once. */
export const SearchResultsPanel = ({
  currentSearch,
  pendingSearch,
  isLoading,
  onChange,
  onEditEnd,
}: SearchResultsPanelProps) => {
  const [isFilterOpen, setIsFilterOpen] = useState(false);
  const [displayedSearch, applyChange] = useOptimisticChange(pendingSearch);
  const changeOptimistically: ChangeSearch = (part, edit) =>
    applyChange(part, (change) => onChange(change, edit));
  const {
    data: results,
    isLoading: isQueryLoading,
    refetch,
  } = useSearchPageQuery({ variables: searchVariables(currentSearch) });
  const counts = useMemo(() => facetCounts(results), [results]);
  const isFallback = isFallbackSearch(results);
  useRetryBackoff(isFallback, isQueryLoading, () => void refetch().catch(() => undefined));
  const isEmpty = isEmptySearch(displayedSearch);
  // While the search for the first letter loads, a skeleton replaces the examples of the empty search.
  const hasResults = results && (isEmpty || !isEmptySearch(currentSearch));
  const facets = { counts, state: displayedSearch, onChange: changeOptimistically, onEditEnd };
  const filterCount =
    displayedSearch.topics.length + (displayedSearch.from !== null || displayedSearch.to !== null ? 1 : 0);
  const hasFacets = !hasResults || counts.topics.length + counts.years.length + filterCount > 0;
  const canFilter = !isEmpty && !isFallback && FILTERABLE_TYPES.has(displayedSearch.resultType) && hasFacets;
  return (
    <>
      <ResultTypeTabs
        state={displayedSearch}
        // Without letters and digits nothing is searched, so there is nothing to count.
        counts={isEmptySearch(currentSearch) && currentSearch.query ? null : resultTypeCounts(results)}
        onSelect={(resultType) => changeOptimistically({ resultType })}
      />
      <div
        className={styles.panel}
        data-empty={(isEmpty && !displayedSearch.query) || undefined}
        data-sidebar={canFilter || undefined}
      >
        {canFilter && (
          <section className={styles.sidebar} aria-label="Filters">
            <Suspense>
              <Facets {...facets} />
            </Suspense>
          </section>
        )}
        <div className={styles.main}>
          <div className={styles.header}>
            <p role="status" className={styles.summary}>
              {results && <SearchSummary state={currentSearch} results={results} />}
            </p>
            {canFilter && (
              <button
                type="button"
                className={styles.filterButton}
                aria-haspopup="dialog"
                onClick={() => setIsFilterOpen(true)}
              >
                Filters{filterCount > 0 && ` (${filterCount})`}
              </button>
            )}
          </div>
          {isFallback && (
            <p className={styles.summary}>
              Search is limited at the moment: it finds only words that begin exactly as typed. Typos are not
              corrected, and transcripts are not searched.
            </p>
          )}
          <ActiveFilters
            state={displayedSearch}
            topicTitle={(slug) => {
              const title = counts.topics.find(({ value }) => value === slug)?.label;
              return title ?? <TopicTitle slug={slug} />;
            }}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes clicks on the links in it */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is activated by key is clicked as well */}
          <div
            // The results of another search are other elements: nothing on the screen moves to another place.
            key={searchHref({ ...currentSearch, pages: 1 })}
            className={styles.results}
            aria-busy={isLoading || isQueryLoading}
            data-stale={pendingSearch !== currentSearch || undefined}
            onClick={({ target }) => (target as Element).closest('a') && saveSearch(currentSearch.query)}
          >
            {hasResults ? (
              <PanelContent state={currentSearch} results={results} counts={counts} />
            ) : (
              <SearchSkeleton resultType={displayedSearch.resultType} />
            )}
          </div>
        </div>
      </div>
      {isFilterOpen && (
        <FilterDialog
          {...facets}
          closeLabel={showResultsLabel(currentSearch, results)}
          onClose={() => setIsFilterOpen(false)}
        />
      )}
    </>
  );
};

interface PanelContentProps {
  state: SearchState;
  results: SearchPageQuery;
  counts: ReturnType<typeof facetCounts>;
}

/**
 * Renders the best results of every type, or all results of the selected type. Memoized, so that typing does not render
 * results that are about to be replaced.
 */
const PanelContent = memo(({ state, results, counts }: PanelContentProps) => {
  if (isEmptySearch(state)) return <SearchStart counts={counts} />;
  if (hasNoResults(state, results))
    return (
      <Suspense>
        <NoResults state={state} isFallback={isFallbackSearch(results)} />
      </Suspense>
    );
  if (!state.resultType) return <HitGroups state={state} results={results} />;
  const List = state.resultType === 'MOMENT' ? MomentList : HitList;
  return <List state={state} results={results} />;
});
