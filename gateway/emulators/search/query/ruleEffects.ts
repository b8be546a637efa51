import type { NestedStrings } from '../api/parameterParsers.ts';
import type { SearchParameters } from '../api/searchParameters.ts';
import { parseRequestFilters } from '../filters/applyFilters.ts';
import { parseFilters } from '../filters/filterParser.ts';
import { isCoveredBy, isObject, type SearchRecord } from '../index/attributes.ts';
import { type AutomaticFilter, readRuleParameters } from '../index/ruleParameters.ts';
import { type FacetLookup, type FacetMatch, rewriteQuery, wordsOf } from '../index/rulePatterns.ts';
import { type ApplicableRule, applicableRules } from '../index/rules.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import { countValues } from './facets.ts';
import type { FoundRecords } from './findRecords.ts';
import type { Hit } from './scoring.ts';

/** The effects of an index's rules on a request. */
export interface RuleEffects {
  parameters: SearchParameters;
  hidden: ReadonlySet<string>;
  /** Object ids with their positions, from 0, and whether the records must pass the filters of the request. */
  promoted: { objectID: string; position: number; mustMatch: boolean }[];
  userData: unknown[];
  /** Ids of the rules. */
  applied: string[];
}

/** Returns the effects of the rules on a request, unless the request or the index disables rules. */
export function applyRules({
  index,
  parameters,
}: {
  index: SearchIndex;
  parameters: SearchParameters;
}): RuleEffects {
  if (parameters.enableRules === false || !index.options.enableRules)
    return { parameters, hidden: new Set(), promoted: [], userData: [], applied: [] };
  return effectsOf(index, parameters);
}

/** Applies the matching rules. When two rules set one parameter, the first rule wins. */
function effectsOf(index: SearchIndex, parameters: SearchParameters): RuleEffects {
  const { query = '', ruleContexts: contexts = [] } = parameters;
  const rules = applicableRules(index.rules.values(), {
    query,
    contexts,
    valueOfWords: facetLookup(index),
    countFilters: (filters) => countFilters(parameters, filters),
  });
  const consequences = rules.map(({ rule }) => rule.consequence);
  return {
    parameters: rules.length > 0 ? changedParameters(rules, parameters) : parameters,
    hidden: new Set(consequences.flatMap(({ hide = [] }) => hide.map((item) => item.objectID))),
    promoted: consequences.flatMap(({ promote = [], filterPromotes: mustMatch = false }) =>
      promote.flatMap(({ objectID, objectIDs, position }) =>
        (objectIDs ?? [objectID ?? '']).map((id, i) => ({
          objectID: id,
          position: position + i,
          mustMatch,
        })),
      ),
    ),
    userData: consequences.flatMap(({ userData }) => (isObject(userData) ? [userData] : [])),
    applied: rules.map(({ rule }) => rule.objectID),
  };
}

/** Returns a function that finds the most frequent value of a facet that consists of folded words. */
function facetLookup(index: SearchIndex): FacetLookup {
  const facets = [...index.facets.keys()];
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (facet, words) => {
    if (!isCoveredBy(facet, facets)) return undefined;
    const values = known.get(facet) ?? valuesByWords(index, facet);
    known.set(facet, values);
    return values.get(words.join(' '));
  };
}

function valuesByWords(index: SearchIndex, facet: string): ReadonlyMap<string, string> {
  const counts = countValues(index, facet, index.records.values());
  const values = new Map<string, string>();
  for (const { value } of counts.toSorted((a, b) => b.count - a.count)) {
    const words = wordsOf(value).join(' ');
    if (!values.has(words)) values.set(words, value);
  }
  return values;
}

/** Returns how many filters a condition has if the request has all of them; undefined otherwise. */
function countFilters(parameters: SearchParameters, filters: string): number | undefined {
  const given = new Set(parseRequestFilters(parameters).required.map((group) => JSON.stringify(group)));
  const wanted = parseFilters(filters);
  return wanted.every((group) => given.has(JSON.stringify(group))) ? wanted.length : undefined;
}

function changedParameters(rules: readonly ApplicableRule[], parameters: SearchParameters): SearchParameters {
  let changed = { ...parameters };
  for (const {
    rule: { consequence, objectID },
    facets,
  } of rules.toReversed()) {
    if (!consequence.params) continue;
    const { search, query, filters, optionalFilters } = readRuleParameters(consequence.params, objectID);
    changed = { ...changed, ...search };
    if (query !== undefined) changed.query = rewriteQuery(changed.query ?? '', query, facets);
    if (filters.length > 0) changed.facetFilters = addFilters(changed.facetFilters, filters, facets);
    if (optionalFilters.length > 0)
      changed.optionalFilters = addFilters(changed.optionalFilters, optionalFilters, facets);
  }
  return changed;
}

/** Moves promoted records to their positions. @param ranked all hits in order */
export function promote(
  ranked: readonly Hit[],
  promoted: RuleEffects['promoted'],
  promotedHit: FoundRecords['promotedHit'],
): Hit[] {
  const places = promoted
    .flatMap(({ objectID, position, mustMatch }) => {
      const hit = promotedHit(objectID, mustMatch);
      return hit ? [{ hit, position }] : [];
    })
    // Of several records at one position, the record that is inserted last takes it: the record of the first rule.
    .reverse()
    .sort((a, b) => a.position - b.position);
  const moved = new Set(places.map(({ hit }) => hit));
  const order = ranked.filter((hit) => !moved.has(hit));
  for (const { hit, position } of places) order.splice(position, 0, hit);
  return order;
}

/** Returns whether a record is promoted, for `_rankingInfo`. */
export function isPromoted(record: SearchRecord, promoted: RuleEffects['promoted']): boolean {
  return promoted.some(({ objectID }) => objectID === record.objectID);
}

/** Adds the automatic filters of a rule to facet filters: the values of the query that the pattern of the rule matched. */
function addFilters(
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
