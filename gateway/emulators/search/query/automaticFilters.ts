import type { NestedStrings } from '../api/parameterParsers.ts';
import type { AutomaticFilter } from '../index/ruleParameters.ts';
import type { FacetMatch } from '../index/rulePatterns.ts';

/** Adds the automatic filters of a rule to facet filters: the values of the query that the pattern of the rule matched. */
export function addFilters(
  filters: NestedStrings | undefined,
  automatic: readonly AutomaticFilter[],
  matches: readonly FacetMatch[],
): NestedStrings {
  const added = automatic.flatMap(({ facet, disjunctive, score }): (string | string[])[] => {
    const values = matches
      .filter((match) => match.facet === facet)
      .map(
        ({ value }) =>
          `${facet}:${value.replace(/^-/, '\\-')}${score === undefined ? '' : `<score=${score}>`}`,
      );
    return disjunctive && values.length > 0 ? [values] : values;
  });
  return [...(typeof filters === 'string' ? [filters] : (filters ?? [])), ...added];
}
