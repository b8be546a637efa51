import type { Provider } from '../../../core/errors.ts';
import { NO_PROVIDER_CALLS, type ProviderCalls } from '../../../core/operationCost.ts';

/** The maximum cost of a selection, for one object of its type. */
export interface SelectionCost {
  /** Points of objects and fields, without upstream requests. */
  readonly points: number;
  /** Upstream requests for each object. */
  readonly perObject: ProviderCalls;
  /** Upstream requests for all objects of a list together, because the loader batches them. */
  readonly perSelection: ProviderCalls;
}

export const NO_COST: SelectionCost = {
  points: 0,
  perObject: NO_PROVIDER_CALLS,
  perSelection: NO_PROVIDER_CALLS,
};

/** Adds the cost of two selections. */
export const addCosts = (one: SelectionCost, other: SelectionCost): SelectionCost => ({
  points: one.points + other.points,
  perObject: addCalls(one.perObject, other.perObject),
  perSelection: addCalls(one.perSelection, other.perSelection),
});

/** Returns the greater of each part of two costs. */
export const maxCosts = (one: SelectionCost, other: SelectionCost): SelectionCost => ({
  points: Math.max(one.points, other.points),
  perObject: mapCalls((provider) => Math.max(one.perObject[provider], other.perObject[provider])),
  perSelection: mapCalls((provider) => Math.max(one.perSelection[provider], other.perSelection[provider])),
});

/** Returns the cost of a list of `count` objects. */
export function multiplyCost(
  { points, perObject, perSelection }: SelectionCost,
  count: number,
): SelectionCost {
  if (count === 0) return NO_COST;
  return {
    points: points * count,
    perObject: mapCalls((provider) => perObject[provider] * count),
    perSelection,
  };
}

/** Adds upstream requests. */
export const addCalls = (one: ProviderCalls, other: Partial<ProviderCalls> | undefined): ProviderCalls =>
  other === undefined || other === NO_PROVIDER_CALLS
    ? one
    : mapCalls((provider) => one[provider] + (other[provider] ?? 0));

const mapCalls = (read: (provider: Provider) => number): ProviderCalls => ({
  content: read('content'),
  media: read('media'),
  search: read('search'),
});
