import { badRequest } from '../api/apiError.ts';
import type { NestedStrings } from '../api/parameterParsers.ts';
import { isObject } from '../index/attributes.ts';
import type { FacetMatch } from '../index/rulePatterns.ts';

/** An entry of `automaticFacetFilters` or `automaticOptionalFacetFilters`. */
interface AutomaticFilter {
  facet: string;
  /** Whether one of several values in the query is enough. */
  disjunctive: boolean;
  /** Weight of an optional filter. */
  score: number | undefined;
}

/**
 * Adds the automatic filters of a rule to facet filters: the values of the query that the pattern of the rule matched.
 * @throws ApiError 400 for automatic filters of another structure
 */
export function addFilters(
  filters: NestedStrings | undefined,
  automatic: unknown,
  matches: readonly FacetMatch[],
): NestedStrings {
  const added = readAutomaticFilters(automatic).flatMap(
    ({ facet, disjunctive, score }): (string | string[])[] => {
      const values = matches
        .filter((match) => match.facet === facet)
        .map(
          ({ value }) =>
            `${facet}:${value.replace(/^-/, '\\-')}${score === undefined ? '' : `<score=${score}>`}`,
        );
      return disjunctive && values.length > 0 ? [values] : values;
    },
  );
  return [...(typeof filters === 'string' ? [filters] : (filters ?? [])), ...added];
}

function readAutomaticFilters(value: unknown): AutomaticFilter[] {
  if (!Array.isArray(value)) throw badRequest('Invalid automatic facet filters of a rule, expected an array');
  return value.map((item) => {
    const { facet, disjunctive, score }: Record<string, unknown> = isObject(item) ? item : { facet: item };
    if (typeof facet !== 'string')
      throw badRequest(`Invalid automatic facet filter ${JSON.stringify(item)} of a rule, expected a facet`);
    return { facet, disjunctive: disjunctive === true, score: typeof score === 'number' ? score : undefined };
  });
}
