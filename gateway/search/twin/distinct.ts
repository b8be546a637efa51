import type { Found } from './find.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';

/** Records in groups of which only the best are shown. */
export interface Grouping {
  /** How many groups there are; each record is its own without `distinct`. */
  groups: number;
  /** The best record of each group. */
  leaders: number[];
  /** Puts a group's other shown records after its leader. */
  expand(leaders: readonly number[]): number[];
}

/** Groups what was found by `attributeForDistinct`; records without it are groups of their own. */
export function distinct(index: SearchIndex, { slots, compare }: Found, options: Options): Grouping {
  const most = Number(options.distinct);
  const attribute = options.attributeForDistinct;
  if (most === 0 || attribute === '')
    return { groups: slots.length, leaders: slots, expand: (leaders) => [...leaders] };
  const { values } = index.valueColumn(attribute);
  const groups = new Map<unknown, number[]>();
  const leaders: number[][] = [];
  for (const slot of slots) {
    const [value] = values[slot] ?? [];
    const group = value === undefined || value === null ? undefined : groups.get(value);
    if (group) group.push(slot);
    else {
      const fresh = [slot];
      leaders.push(fresh);
      if (value !== undefined && value !== null) groups.set(value, fresh);
    }
  }
  for (const group of leaders) group.sort(compare);
  const byLeader = new Map(leaders.map((group) => [group[0] as number, group]));
  return {
    groups: leaders.length,
    leaders: [...byLeader.keys()],
    expand: (ranked) => ranked.flatMap((leader) => byLeader.get(leader)?.slice(0, most) ?? [leader]),
  };
}
