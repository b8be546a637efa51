import { resultTypeName } from '../filters/resultTypes.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE } from '../state/searchVariables.ts';
import styles from './HitList.module.css';
import { HitRow } from './HitRow.tsx';
import { hitsOf } from './hits.ts';
import { LoadMoreResults } from './LoadMoreResults.tsx';

interface HitListProps {
  state: SearchState;
  results: SearchPageQuery;
}

/** Renders the hits of the selected result type, best first. */
export const HitList = ({ state, results }: HitListProps) => {
  const { resultType, pages } = state;
  if (!resultType || !results.search) return null;
  const edgeCount = results.search.edges?.length ?? 0;
  const hits = hitsOf(results, state.query).slice(0, pages * PAGE_SIZE);
  return (
    <section className={styles.list}>
      <h2 className={styles.heading}>{resultTypeName(resultType).many}</h2>
      {hits.length > 0 && <HitRow hits={hits} />}
      <LoadMoreResults
        state={state}
        results={results}
        shownCount={Math.min(edgeCount, pages * PAGE_SIZE)}
        totalCount={results.search.totalCount}
        hasMore={results.search.pageInfo?.hasNextPage || edgeCount > pages * PAGE_SIZE}
      />
    </section>
  );
};
