import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { facetCounts, isByWordsAlone, scopeCounts } from '../filters/facetCounts.ts';
import { Refinements } from '../filters/Refinements.tsx';
import { Scopes } from '../filters/ResultTypeTabs.tsx';
import { isIdle, type SearchState } from '../state/searchState.ts';
import type { ChangeSearch } from '../state/useSearchState.ts';
import { rememberSearch } from '../suggestions/recentSearches.ts';
import { isNothing, showWords, summaryOf } from './resultsSummary.ts';
import { SearchResults } from './SearchResults.tsx';
import styles from './SearchResultsPanel.module.css';
import { Waiting } from './SearchSkeleton.tsx';
import { SearchStart } from './SearchStart.tsx';
import type { Answered } from './useSearchResults.ts';

// Made on the server with the rest; their script comes after what a reader looks at first.
const Facets = lazy(async () => ({ default: (await import('../filters/Facets.tsx')).Facets }));
const FilterDialog = lazy(async () => ({
  default: (await import('../filters/FilterDialog.tsx')).FilterDialog,
}));
const TopicTitle = lazy(async () => ({ default: (await import('../filters/TopicTitle.tsx')).TopicTitle }));
const NothingFound = lazy(async () => ({ default: (await import('./NoResults.tsx')).NothingFound }));

/** The kinds that have topics and years to be narrowed by. */
const NARROWED: ReadonlySet<SearchState['scope']> = new Set([null, 'FILM', 'ARTICLE']);

interface FindingsProps {
  /** What is sought. */
  state: SearchState;
  /** What was found last; null before the first answer. */
  answered: Answered | null;
  busy: boolean;
  onChange: ChangeSearch;
  onSettle: () => void;
}

/** What was found and what it can be narrowed by. The controls follow what is sought, the results what was answered. */
export const Findings = ({ state, answered, busy, onChange, onSettle }: FindingsProps) => {
  const [isFilterOpen, setIsFilterOpen] = useState(false);
  const idle = isIdle(state);
  const found = answered?.found;
  const counts = useMemo(() => facetCounts(found), [found]);
  const shown = answered && (idle || !isIdle(answered.state)) ? answered : null;
  const facets = { counts, state, onChange, onSettle };
  const byWords = isByWordsAlone(answered?.found);
  const narrowed = state.topics.length + (state.from !== null || state.to !== null ? 1 : 0);
  const hasFacets = !shown || counts.topics.length + counts.years.length + narrowed > 0;
  const canNarrow = !idle && !byWords && NARROWED.has(state.scope) && hasFacets;
  return (
    <>
      <Scopes state={state} counts={scopeCounts(answered?.found)} onChoose={(scope) => onChange({ scope })} />
      <div
        className={styles.findings}
        data-idle={(idle && !state.query) || undefined}
        data-aside={canNarrow || undefined}
      >
        {canNarrow && (
          <section className={styles.side} aria-label="Narrow the search">
            <Suspense>
              <Facets {...facets} />
            </Suspense>
          </section>
        )}
        <div className={styles.found}>
          <div className={styles.told}>
            <p role="status" className={styles.summary}>
              {answered && summaryOf(answered.state, answered.found)}
            </p>
            {canNarrow && (
              <button
                type="button"
                className={styles.narrow}
                aria-haspopup="dialog"
                onClick={() => setIsFilterOpen(true)}
              >
                Narrow{narrowed > 0 && ` (${narrowed})`}
              </button>
            )}
          </div>
          {byWords && (
            <p className={styles.summary}>
              Search is only half there at the moment: things are found by words that begin exactly like
              yours. A slip is not forgiven, and what is said in the films is not looked through.
            </p>
          )}
          <Refinements
            state={state}
            topicTitle={(slug) => {
              const known = counts.topics.find(({ value }) => value === slug)?.label;
              return known ?? (answered && <TopicTitle slug={slug} />) ?? slug;
            }}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: notes what a link in it led from, and is none itself */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link chosen by key is clicked as well */}
          <div
            className={styles.results}
            aria-busy={busy}
            data-stale={(busy && answered?.state !== state) || undefined}
            onClick={({ target }) => (target as Element).closest('a') && rememberSearch(state.query)}
          >
            {shown ? (
              <Shown {...shown} counts={counts} onChange={onChange} />
            ) : (
              <Waiting scope={state.scope} />
            )}
          </div>
        </div>
      </div>
      {isFilterOpen && (
        <Suspense>
          <FilterDialog {...facets} result={showWords(answered)} onClose={() => setIsFilterOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

interface ShownProps extends Answered {
  counts: ReturnType<typeof facetCounts>;
  onChange: ChangeSearch;
}

/** Stands as it is while the next words are typed: letters are not to wait for a list that is to be replaced. */
const Shown = memo(({ state, found, counts, onChange }: ShownProps) => {
  if (isIdle(state)) return <SearchStart counts={counts} />;
  if (isNothing(state, found))
    return (
      <Suspense>
        <NothingFound state={state} byWords={isByWordsAlone(found)} />
      </Suspense>
    );
  return <SearchResults state={state} found={found} onChange={onChange} />;
});
