import type { FormattedExecutionResult } from 'graphql';
import type { Context } from '../../../core/context.ts';

/** Adds stale providers and fallbacks to the extensions of a response. */
export function addFreshness(
  result: FormattedExecutionResult,
  { stale, ageSeconds, fallbacks }: Context['cachePolicy'],
): void {
  if (stale.size > 0)
    result.extensions = {
      ...result.extensions,
      freshness: { stale: [...stale], age: Math.round(ageSeconds) },
    };
  if (fallbacks.size > 0)
    result.extensions = { ...result.extensions, fallback: Object.fromEntries(fallbacks) };
}
