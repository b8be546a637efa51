import { Fragment } from 'react';
import { scopeCounts } from './facetCounts.ts';
import { GroupHeading } from './GroupHeading.tsx';
import styles from './HitGroups.module.css';
import { HitRow } from './HitRow.tsx';
import { type Hit, hitsOf } from './hits.ts';
import { kindOf } from './kinds.ts';
import { Moments } from './Moments.tsx';
import { momentGroups } from './momentGroups.ts';
import type { SearchPageQuery } from './SearchPage.generated.ts';
import type { SearchState } from './searchState.ts';

/** How many of a kind are shown beside the others. */
const SHOWN: Readonly<Record<Hit['type'], number>> = {
  Film: 6,
  Article: 4,
  Person: 6,
  Topic: 6,
  Collection: 4,
};
const FILMS_WITH_MOMENTS = 4;

interface HitGroupsProps {
  state: SearchState;
  found: SearchPageQuery;
}

/** The best of each kind, the kind with the best hit first, and the moments after it; each kind leads to all of it. */
export const HitGroups = ({ state, found }: HitGroupsProps) => {
  const counts = scopeCounts(found);
  const byType = [...Map.groupBy(hitsOf(found), ({ type }) => type)];
  const moments = <MomentGroups key="moments" state={state} found={found} />;
  if (byType.length === 0)
    return (
      <div className={styles.groups} data-far="within">
        {moments}
      </div>
    );
  return (
    <div className={styles.groups} data-far="within">
      {byType.map(([type, hits], at) => {
        const kind = kindOf(type);
        const shown = hits.slice(0, SHOWN[type]);
        return (
          <Fragment key={type}>
            <section>
              <GroupHeading
                state={state}
                kind={kind}
                shown={shown.length}
                count={counts?.get(kind) ?? hits.length}
              />
              <HitRow hits={shown} />
            </section>
            {at === 0 && moments}
          </Fragment>
        );
      })}
    </div>
  );
};

const MomentGroups = ({ state, found }: HitGroupsProps) => {
  const groups = momentGroups(found.moments?.edges ?? []);
  if (groups.length === 0) return null;
  const shown = groups.slice(0, FILMS_WITH_MOMENTS);
  const count = found.moments?.totalCount ?? 0;
  return (
    <section>
      <GroupHeading
        state={state}
        kind="MOMENT"
        shown={shown.reduce((sum, { moments }) => sum + moments.length, 0)}
        count={count}
        note={found.moments?.pageInfo?.hasNextPage ? undefined : inFilms(groups.length)}
      />
      <Moments groups={shown} />
    </section>
  );
};

/** In how many films: `in 1 film`, `in 3 films`. */
export const inFilms = (count: number): string => `in ${count} ${count === 1 ? 'film' : 'films'}`;
