import type { SearchIndex } from '../index/searchIndex.ts';
import { parseSort } from '../index/settingSyntax.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { Scores } from './scoring.ts';

/** Negative when the first slot ranks before the second. */
export type SlotComparison = (a: number, b: number) => number;

/**
 * Builds the comparison of the ranking formula: each criterion decides only between ties of the criteria
 * before it. `geo` is neutral, because positions are not supported. Ties in all criteria keep the order of
 * insertion.
 * @param slots the records to compare
 * @param filterScores by slot; undefined without scores
 */
export function createComparison(
  index: SearchIndex,
  slots: readonly number[],
  scores: Scores,
  filterScores: Int32Array | undefined,
  options: SearchOptions,
): SlotComparison {
  const ranking =
    options.typoTolerance === 'strict'
      ? ['typo', ...options.ranking.filter((criterion) => criterion !== 'typo')]
      : options.ranking;
  // A criterion with one value for all records is skipped.
  const ascending = (values: Int32Array) => (varies(values, slots) ? [ascendingBy(values)] : []);
  const descending = (values: Int32Array) => (varies(values, slots) ? [descendingBy(values)] : []);
  // Without a list of searchable attributes they have no order.
  const attribute = options.searchableAttributes.length > 0 ? ascending(scores.attribute) : [];
  const criteria = ranking.flatMap((criterion): SlotComparison[] => {
    if (criterion === 'typo') return ascending(scores.typos);
    if (criterion === 'words') return descending(scores.words);
    if (criterion === 'filters') return filterScores ? descending(filterScores) : [];
    if (criterion === 'proximity') return ascending(scores.proximity);
    if (criterion === 'attribute') return attribute;
    if (criterion === 'exact') return descending(scores.exact);
    if (criterion === 'custom') return options.customRanking.flatMap((c) => byAttribute(index, c));
    return byAttribute(index, criterion);
  });
  return (a, b) => {
    for (const compare of criteria) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  };
}

function varies(values: Int32Array, slots: readonly number[]): boolean {
  const first = values[slots[0] ?? 0];
  return slots.some((slot) => values[slot] !== first);
}

const ascendingBy =
  (values: Int32Array): SlotComparison =>
  (a, b) =>
    (values[a] as number) - (values[b] as number);

const descendingBy =
  (values: Int32Array): SlotComparison =>
  (a, b) =>
    (values[b] as number) - (values[a] as number);

function byAttribute(index: SearchIndex, criterion: string): SlotComparison[] {
  const sort = parseSort(criterion);
  if (!sort) return [];
  const { values } = index.valueColumn(sort.attribute);
  const sign = sort.isDescending ? -1 : 1;
  return [
    (a, b) => {
      const [x] = values[a] ?? [];
      const [y] = values[b] ?? [];
      if (x === y) return 0;
      // Records without the attribute rank last in either direction.
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      if (typeof x === 'string' && typeof y === 'string') return x < y ? -sign : sign;
      return sign * (Number(x) - Number(y)) || 0;
    },
  ];
}

/** Returns the best `count` slots in order. */
export function topSlots(slots: readonly number[], count: number, compare: SlotComparison): number[] {
  if (count <= 0) return [];
  if (count * 8 > slots.length) return [...slots].sort(compare).slice(0, count);
  // A heap with the worst of the best on top rejects nearly every slot with one comparison.
  const heap = slots.slice(0, count);
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(heap, i, compare);
  for (let i = count; i < slots.length; i++) {
    const slot = slots[i] as number;
    if (compare(slot, heap[0] as number) >= 0) continue;
    heap[0] = slot;
    sink(heap, 0, compare);
  }
  return heap.sort(compare);
}

function sink(heap: number[], start: number, compare: SlotComparison): void {
  let i = start;
  for (;;) {
    let worst = i;
    for (const child of [2 * i + 1, 2 * i + 2])
      if (child < heap.length && compare(heap[child] as number, heap[worst] as number) > 0) worst = child;
    if (worst === i) return;
    [heap[i], heap[worst]] = [heap[worst] as number, heap[i] as number];
    i = worst;
  }
}
