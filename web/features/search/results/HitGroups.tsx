import { Fragment } from 'react';
import { pluralize } from '../../../components/text/pluralize.ts';
import { scopeCounts } from '../filters/facetCounts.ts';
import { kindOf } from '../filters/resultTypes.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import styles from './HitGroups.module.css';
import { GroupHeading } from './hits/GroupHeading.tsx';
import { HitRow } from './hits/HitRow.tsx';
import { type Hit, hitsOf } from './hits/hits.ts';
import { Moments } from './moments/Moments.tsx';
import { momentGroups } from './moments/momentGroups.ts';
import { saidInstead } from './resultsSummary.ts';

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

/**
 * The best of each kind, the kind with the best hit first, and the moments after it; each kind leads to all of it.
 * Moments that have only some of the words come last where documents have all of them.
 */
export const HitGroups = ({ state, found }: HitGroupsProps) => {
  const counts = scopeCounts(found);
  const byType = [...Map.groupBy(hitsOf(found, state.query), ({ type }) => type)];
  const moments = <MomentGroups state={state} found={found} />;
  const isLess = found.moments?.relaxedQuery && !found.search?.relaxedQuery;
  const momentsAfter = isLess ? byType.length - 1 : 0;
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
            {at === momentsAfter && moments}
          </Fragment>
        );
      })}
    </div>
  );
};

const MomentGroups = ({ state, found }: HitGroupsProps) => {
  const groups = momentGroups(found.moments?.edges ?? [], state.query);
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
        note={noteOf(found, groups.length)}
      />
      <Moments groups={shown} />
    </section>
  );
};

/** What is to be said of the moments: in how many films they are, and what they lack that the documents have. */
const noteOf = (found: SearchPageQuery, films: number): string =>
  [
    found.moments?.pageInfo?.hasNextPage ? '' : inFilms(films),
    found.search?.totalCount ? saidInstead(found) : '',
  ]
    .filter(Boolean)
    .join('. ');

/** In how many films: `in 1 film`, `in 3 films`. */
export const inFilms = (count: number): string => `in ${pluralize(count, 'film')}`;
