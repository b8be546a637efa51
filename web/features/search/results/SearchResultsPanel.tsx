import { memo, Suspense, useMemo, useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.ts';
import { useLostFocus } from '../../../components/focus/useLostFocus.ts';
import { lazyWithFallback } from '../../../components/loading/lazyWithFallback.tsx';
import { ActiveFilters } from '../filters/ActiveFilters.tsx';
import { facetCounts, resultTypeCounts } from '../filters/facetCounts.ts';
import { ResultTypeTabs } from '../filters/ResultTypeTabs.tsx';
import { isEmptySearch, type SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchState.ts';
import { saveSearch } from '../suggestions/recentSearches.ts';
import { HitGroups } from './HitGroups.tsx';
import { HitList } from './hits/HitList.tsx';
import { isLimitedSearch } from './isLimitedSearch.ts';
import { MomentList } from './MomentList.tsx';
import { hasNoResults, resultsSummary, showResultsLabel } from './resultsSummary.ts';
import styles from './SearchResultsPanel.module.css';
import { SearchSkeleton } from './SearchSkeleton.tsx';
import { SearchStart } from './SearchStart.tsx';
import type { LoadedSearch } from './useSearchResults.ts';

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
  /** The search in the URL. */
  state: SearchState;
  /** The results that are shown; null before the first response. */
  loadedSearch: LoadedSearch | null;
  isLoading: boolean;
  onChange: ChangeSearch;
  onEditEnd: () => void;
}

/**
 * Renders the results with tabs and filters. The controls show the search in the URL, the results may be those of the
 * search before.
 */
export const SearchResultsPanel = ({
  state,
  loadedSearch,
  isLoading,
  onChange,
  onEditEnd,
}: SearchResultsPanelProps) => {
  const [isFilterOpen, setIsFilterOpen] = useState(false);
  // The results change after the URL.
  useLostFocus(loadedSearch?.state);
  const isEmpty = isEmptySearch(state);
  const results = loadedSearch?.results;
  const counts = useMemo(() => facetCounts(results), [results]);
  const shown = loadedSearch && (isEmpty || !isEmptySearch(loadedSearch.state)) ? loadedSearch : null;
  const facets = { counts, state, onChange, onEditEnd };
  const isLimited = isLimitedSearch(results);
  const filterCount = state.topics.length + (state.from !== null || state.to !== null ? 1 : 0);
  const hasFacets = !shown || counts.topics.length + counts.years.length + filterCount > 0;
  const canFilter = !isEmpty && !isLimited && FILTERABLE_TYPES.has(state.resultType) && hasFacets;
  return (
    <>
      <ResultTypeTabs
        state={state}
        counts={resultTypeCounts(results)}
        onSelect={(resultType) => onChange({ resultType })}
      />
      <div
        className={styles.panel}
        data-empty={(isEmpty && !state.query) || undefined}
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
              {loadedSearch && resultsSummary(loadedSearch.state, loadedSearch.results)}
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
          {isLimited && (
            <p className={styles.summary}>
              Search is limited at the moment: it finds only words that begin exactly as typed. Typos are not
              corrected, and transcripts are not searched.
            </p>
          )}
          <ActiveFilters
            state={state}
            topicTitle={(slug) => {
              const title = counts.topics.find(({ value }) => value === slug)?.label;
              return title ?? (loadedSearch && <TopicTitle slug={slug} />) ?? slug;
            }}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes clicks on the links in it */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is activated by key is clicked as well */}
          <div
            className={styles.results}
            aria-busy={isLoading}
            data-stale={(isLoading && loadedSearch?.state !== state) || undefined}
            onClick={({ target }) => (target as Element).closest('a') && saveSearch(state.query)}
          >
            {shown ? (
              <PanelContent {...shown} counts={counts} onChange={onChange} />
            ) : (
              <SearchSkeleton resultType={state.resultType} />
            )}
          </div>
        </div>
      </div>
      {isFilterOpen && (
        <Suspense>
          <FilterDialog
            {...facets}
            closeLabel={showResultsLabel(loadedSearch)}
            onClose={() => setIsFilterOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

interface PanelContentProps extends LoadedSearch {
  counts: ReturnType<typeof facetCounts>;
  onChange: ChangeSearch;
}

/**
 * Renders the best results of every type, or all results of the selected type. Memoized, so that typing does not render
 * results that are about to be replaced.
 */
const PanelContent = memo(({ state, results, counts, onChange }: PanelContentProps) => {
  if (isEmptySearch(state)) return <SearchStart counts={counts} />;
  if (hasNoResults(state, results))
    return (
      <Suspense>
        <NoResults state={state} isLimited={isLimitedSearch(results)} />
      </Suspense>
    );
  if (!state.resultType) return <HitGroups state={state} results={results} />;
  const handlePagesChange = (pages: number) => onChange({ pages }, `pages of ${state.resultType}`);
  const List = state.resultType === 'MOMENT' ? MomentList : HitList;
  return <List state={state} results={results} onPagesChange={handlePagesChange} />;
});
