import { resultTypeName } from '../filters/resultTypes.ts';
import styles from '../hits/HitList.module.css';
import { LoadMoreResults } from '../hits/LoadMoreResults.tsx';
import { groupMoments } from '../moments/groupMoments.ts';
import { MomentGroupList } from '../moments/MomentGroupList.tsx';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE } from '../state/searchVariables.ts';
import { filmCountLabel } from './HitGroups.tsx';

interface MomentListProps {
  state: SearchState;
  results: SearchPageQuery;
}

/** Renders all moments, grouped by film. */
export const MomentList = ({ state, results }: MomentListProps) => {
  const { moments } = results;
  if (!moments) return null;
  const { edges, totalCount, pageInfo } = moments;
  const shown = edges.slice(0, state.pages * PAGE_SIZE);
  const groups = groupMoments(shown, state.query);
  return (
    <section className={styles.list}>
      <h2 className={styles.heading}>{resultTypeName('MOMENT').many}</h2>
      {groups.length > 0 && <p className={styles.hint}>{filmCountLabel(groups.length)}</p>}
      <MomentGroupList groups={groups} />
      <LoadMoreResults
        state={state}
        results={results}
        shownCount={shown.length}
        totalCount={totalCount}
        hasMore={pageInfo.hasNextPage || edges.length > shown.length}
      />
    </section>
  );
};
