import { currentJourney, noCalls, type UpstreamCalls } from '../watching/journey.ts';
import { type Bill, fullAt, type Standing } from './bill.ts';

/** What asks for the cost in `extensions`; such an answer is its client's own. */
export const ASKS_COST = 'x-trivium-cost';

/** The names of GitHub's headers, which clients may know (https://docs.github.com/en/graphql/overview/rate-limits). */
export const FIGURES = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-used',
  'x-ratelimit-reset',
  'x-ratelimit-cost',
] as const;

/** How a budget stands as headers, and what of it this operation has used. @param now milliseconds since 1970 */
export function figures(standing: Standing, actual: number, now: number): [name: string, value: string][] {
  const { maximum, available } = standing;
  const values = [maximum, available, maximum - available, Math.ceil(fullAt(standing, now) / 1000), actual];
  return FIGURES.map((name, i) => [name, String(values[i])]);
}

/** What `extensions.cost` tells, in the shape of Shopify's (https://shopify.dev/docs/api/usage/limits). */
export interface ToldCost {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number;
  /** Null where there is no limit. */
  readonly throttleStatus: {
    readonly maximumAvailable: number;
    readonly currentlyAvailable: number;
    readonly restoreRate: number;
  } | null;
  /** Requests to providers that the operation has led to. */
  readonly upstreamCalls: Readonly<UpstreamCalls>;
}

/** The cost of an operation for its `extensions`. @param actual points that it has used in the end */
export const toldCost = ({ requested, standing }: Bill, actual: number): ToldCost => ({
  requestedQueryCost: requested,
  actualQueryCost: actual,
  throttleStatus: standing
    ? {
        maximumAvailable: standing.maximum,
        currentlyAvailable: standing.available,
        restoreRate: standing.restoreRate,
      }
    : null,
  upstreamCalls: currentJourney()?.upstreamCalls ?? noCalls(),
});
