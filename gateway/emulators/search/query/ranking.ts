import type { PlainValue } from '../index/attributes.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import { parseSort } from '../index/settingSyntax.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { Hit } from './scoring.ts';

/** A criterion of the ranking formula. */
interface Criterion {
  read: (hit: Hit) => PlainValue | undefined;
  isDescending: boolean;
}

const ascending = (read: Criterion['read']): Criterion => ({ read, isDescending: false });
const descending = (read: Criterion['read']): Criterion => ({ read, isDescending: true });

/** `geo` is neutral, because positions are not supported. */
const CRITERIA: ReadonlyMap<string, Criterion[]> = new Map([
  ['typo', [ascending((hit) => hit.typos)]],
  ['geo', []],
  ['words', [descending((hit) => hit.words)]],
  ['filters', [descending((hit) => hit.filters)]],
  ['proximity', [ascending((hit) => hit.proximity)]],
  ['attribute', [ascending((hit) => hit.attribute)]],
  ['exact', [descending((hit) => hit.exact)]],
]);

/**
 * Sorts hits by the ranking formula: each criterion decides only between ties of the criteria before it. Ties
 * in all criteria keep the order of insertion.
 */
export function rank(index: SearchIndex, hits: readonly Hit[], options: SearchOptions): Hit[] {
  const columns = criteriaOf(index, options)
    .map(({ read, isDescending }) => ({ values: hits.map(read), sign: isDescending ? -1 : 1 }))
    .filter(({ values }) => values.some((value) => value !== values[0]));
  const sorted = [...hits.keys()].sort((a, b) => {
    for (const { values, sign } of columns) {
      const order = compare(values[a], values[b], sign);
      if (order !== 0) return order;
    }
    return (hits[a] as Hit).record.order - (hits[b] as Hit).record.order;
  });
  return sorted.map((i) => hits[i] as Hit);
}

function criteriaOf(index: SearchIndex, options: SearchOptions): Criterion[] {
  const otherCriteria = options.ranking.filter((criterion) => criterion !== 'typo');
  const ranking = options.typoTolerance === 'strict' ? ['typo', ...otherCriteria] : options.ranking;
  return ranking.flatMap((criterion) => {
    if (criterion === 'custom') return options.customRanking.flatMap((one) => byAttribute(index, one));
    // Without a list of searchable attributes they have no order.
    if (criterion === 'attribute' && options.searchableAttributes.length === 0) return [];
    return CRITERIA.get(criterion) ?? byAttribute(index, criterion);
  });
}

function byAttribute(index: SearchIndex, criterion: string): Criterion[] {
  const sort = parseSort(criterion);
  if (!sort) return [];
  const valuesOf = index.valuesAt(sort.attribute);
  return [{ read: ({ record }) => valuesOf(record)[0], isDescending: sort.isDescending }];
}

function compare(x: PlainValue | undefined, y: PlainValue | undefined, sign: number): number {
  if (x === y) return 0;
  // Records without the attribute rank last in either direction.
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  if (typeof x === 'string' && typeof y === 'string') return x < y ? -sign : sign;
  return sign * (Number(x) - Number(y)) || 0;
}
