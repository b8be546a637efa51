import { Fragment } from 'react';
import { pluralize } from '../../../lib/text/pluralize.ts';
import { resultTypeCounts } from '../filters/facetCounts.ts';
import { resultTypeOf } from '../filters/resultTypes.ts';
import { GroupHeading } from '../hits/GroupHeading.tsx';
import { HitRow } from '../hits/HitRow.tsx';
import { type Hit, hitsOf } from '../hits/hits.ts';
import { groupMoments } from '../moments/groupMoments.ts';
import { MomentGroupList } from '../moments/MomentGroupList.tsx';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { groupsBeforeMoments } from './groupOrder.ts';
import styles from './HitGroups.module.css';
import { momentRelaxationNote } from './resultsSummary.ts';

/** The number of hits that each group shows. */
const MAX_HITS: Readonly<Record<Hit['typename'], number>> = {
  Film: 6,
  Article: 4,
  Person: 6,
  Topic: 6,
  Collection: 4,
  Contributor: 4,
};
const MAX_MOMENT_FILMS = 4;

interface HitGroupsProps {
  state: SearchState;
  results: SearchPageQuery;
}

/**
 * Renders the best results of each type, each with a link to all of them. Types are ordered by their best hit, and moments
 * are where `groupsBeforeMoments` places them.
 */
export const HitGroups = ({ state, results }: HitGroupsProps) => {
  const counts = resultTypeCounts(results);
  const hits = hitsOf(results, state.query);
  const groups = [...Map.groupBy(hits, ({ typename }) => typename)];
  const moments = <MomentsSection state={state} results={results} />;
  const countBefore = groupsBeforeMoments(results, hits[0], groups.length, state.query);
  return (
    <div className={styles.groups}>
      {countBefore === 0 && moments}
      {groups.map(([typename, groupHits], index) => {
        const resultType = resultTypeOf(typename);
        const shown = groupHits.slice(0, MAX_HITS[typename]);
        return (
          <Fragment key={typename}>
            <section>
              <GroupHeading
                state={state}
                resultType={resultType}
                shownCount={shown.length}
                totalCount={counts?.get(resultType) ?? groupHits.length}
              />
              <HitRow hits={shown} />
            </section>
            {index === countBefore - 1 && moments}
          </Fragment>
        );
      })}
    </div>
  );
};

const MomentsSection = ({ state, results }: HitGroupsProps) => {
  const groups = groupMoments(results.moments?.edges ?? [], state.query);
  if (groups.length === 0) return null;
  const shown = groups.slice(0, MAX_MOMENT_FILMS);
  return (
    <section>
      <GroupHeading
        state={state}
        resultType="MOMENT"
        shownCount={shown.reduce((sum, { moments }) => sum + moments.length, 0)}
        totalCount={results.moments?.totalCount ?? 0}
        note={momentsNote(state, results, groups.length)}
      />
      <MomentGroupList groups={shown} />
    </section>
  );
};

/** Returns the number of films of the moments, and whether they have all words of the query. */
const momentsNote = (state: SearchState, results: SearchPageQuery, filmCount: number): string =>
  [
    results.moments?.pageInfo?.hasNextPage ? '' : filmCountLabel(filmCount),
    results.search?.totalCount ? momentRelaxationNote(state, results) : '',
  ]
    .filter(Boolean)
    .join('. ');

/** Formats a number of films: `in 1 film`, `in 3 films`. */
export const filmCountLabel = (count: number): string => `in ${pluralize(count, 'film')}`;
