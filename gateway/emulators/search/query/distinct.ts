import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { FoundRecords } from './findRecords.ts';

/** Records in groups, of which only the best are returned. */
export interface Grouping {
  /** Number of groups. Without `distinct` each record is a group. */
  groups: number;
  /** The best record of each group. */
  leaders: number[];
  /** Inserts the other returned records of each group after its leader. */
  expand(leaders: readonly number[]): number[];
}

/** Groups records by `attributeForDistinct`; records without the attribute form their own groups. */
export function groupDistinct(
  index: SearchIndex,
  { slots, compare }: FoundRecords,
  options: SearchOptions,
): Grouping {
  const groupSize = Number(options.distinct);
  const attribute = options.attributeForDistinct;
  if (groupSize === 0 || attribute === '')
    return { groups: slots.length, leaders: slots, expand: (leaders) => [...leaders] };
  const { values } = index.valueColumn(attribute);
  const groups = new Map<unknown, number[]>();
  const leaders: number[][] = [];
  for (const slot of slots) {
    const [value] = values[slot] ?? [];
    const group = value === undefined ? undefined : groups.get(value);
    if (group) group.push(slot);
    else {
      const newGroup = [slot];
      leaders.push(newGroup);
      if (value !== undefined) groups.set(value, newGroup);
    }
  }
  for (const group of leaders) group.sort(compare);
  const byLeader = new Map(leaders.map((group) => [group[0] as number, group]));
  return {
    groups: leaders.length,
    leaders: [...byLeader.keys()],
    expand: (ranked) => ranked.flatMap((leader) => byLeader.get(leader)?.slice(0, groupSize) ?? [leader]),
  };
}
