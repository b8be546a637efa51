import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { Hit } from './scoring.ts';

/** Hits in groups, of which only the best are returned. */
export interface Grouping {
  /** The best hit of each group, in order. Without `distinct` each hit is a group. */
  leaders: Hit[];
  /** Inserts the other returned hits of each group after its leader. */
  expand(leaders: readonly Hit[]): Hit[];
}

/** Groups hits by `attributeForDistinct`; records without the attribute form their own groups. @param hits in order */
export function groupDistinct(index: SearchIndex, hits: Hit[], options: SearchOptions): Grouping {
  const groupSize = Number(options.distinct);
  const attribute = options.attributeForDistinct;
  if (groupSize === 0 || attribute === '') return { leaders: hits, expand: (leaders) => [...leaders] };
  const valuesOf = index.valuesAt(attribute);
  const groups = Map.groupBy(hits, (hit) => valuesOf(hit.record)[0] ?? hit);
  const byLeader = new Map([...groups.values()].map((group) => [group[0] as Hit, group]));
  return {
    leaders: [...byLeader.keys()],
    expand: (leaders) => leaders.flatMap((leader) => byLeader.get(leader)?.slice(0, groupSize) ?? [leader]),
  };
}
