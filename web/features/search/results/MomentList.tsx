import { kindName } from '../filters/resultTypes.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE } from '../state/searchVariables.ts';
import { inFilms } from './HitGroups.tsx';
import styles from './hits/HitList.module.css';
import { MoreResults } from './hits/MoreResults.tsx';
import { Moments } from './moments/Moments.tsx';
import { momentGroups } from './moments/momentGroups.ts';

interface MomentListProps {
  state: SearchState;
  found: SearchPageQuery;
  onMore: (pages: number) => void;
}

/** All moments, under their films. */
export const MomentList = ({ state, found: { moments }, onMore }: MomentListProps) => {
  if (!moments?.edges)
    return <p className={styles.hint}>Moments are found by the words that are said in the films.</p>;
  const { edges, totalCount, pageInfo } = moments;
  const shown = edges.slice(0, state.pages * PAGE_SIZE);
  const groups = momentGroups(shown, state.query);
  return (
    <section className={styles.list}>
      <h2 className={styles.name}>{kindName('MOMENT').many}</h2>
      {groups.length > 0 && <p className={styles.hint}>{inFilms(groups.length)}</p>}
      <Moments groups={groups} />
      <MoreResults
        state={state}
        shown={shown.length}
        count={totalCount}
        hasMore={pageInfo?.hasNextPage || edges.length > shown.length}
        onMore={onMore}
      />
    </section>
  );
};
