import { kindName } from '../../filters/resultTypes.ts';
import type { SearchPageQuery } from '../../SearchPage.generated.ts';
import type { SearchState } from '../../state/searchState.ts';
import { PAGE_SIZE } from '../../state/searchVariables.ts';
import styles from './HitList.module.css';
import { HitRow } from './HitRow.tsx';
import { hitsOf } from './hits.ts';
import { MoreResults } from './MoreResults.tsx';

interface HitListProps {
  state: SearchState;
  found: SearchPageQuery;
  onMore: (pages: number) => void;
}

/** All of one kind, best first, as many pages as the reader has asked for. */
export const HitList = ({ state, found, onMore }: HitListProps) => {
  const { scope, pages } = state;
  if (!scope || !found.search) return null;
  const edges = found.search.edges?.length ?? 0;
  const shown = hitsOf(found, state.query).slice(0, pages * PAGE_SIZE);
  return (
    <section className={styles.list}>
      <h2 className={styles.name}>{kindName(scope).many}</h2>
      {shown.length > 0 && <HitRow hits={shown} />}
      <MoreResults
        state={state}
        shown={Math.min(edges, pages * PAGE_SIZE)}
        count={found.search.totalCount}
        hasMore={found.search.pageInfo?.hasNextPage || edges > pages * PAGE_SIZE}
        onMore={onMore}
      />
    </section>
  );
};
