import { isObject, type SearchRecord } from './attributes.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { Refusal } from './refusal.ts';
import { type Rule, rewriteQuery } from './rules.ts';
import type { SearchIndex } from './searchIndex.ts';

/** What the rules of an index make of a request. */
export interface RuleEffects {
  parameters: Parameters;
  hidden: ReadonlySet<string>;
  /** Object ids and the positions they are put at, from 0. */
  promoted: { objectID: string; position: number }[];
  userData: unknown[];
}

/** The attributes of `consequence.params` that are no search parameters. */
const NO_PARAMETERS = ['query', 'automaticFacetFilters', 'automaticOptionalFacetFilters', 'renderingContent'];

/** What an index's rules make of a request, unless the request or the index does without them. */
export function rulesOf({ index, parameters }: { index: SearchIndex; parameters: Parameters }): RuleEffects {
  if (parameters.enableRules === false || !index.options.enableRules)
    return { parameters, hidden: new Set(), promoted: [], userData: [] };
  return applyRules(index, parameters);
}

/** Applies the rules that hold for a request; where two set one parameter, the first rule wins. */
function applyRules(index: SearchIndex, parameters: Parameters): RuleEffects {
  const { query = '', ruleContexts = [] } = parameters;
  const rules = index.rules.applicable(query, ruleContexts);
  const consequences = rules.map((rule) => rule.consequence);
  return {
    parameters: rules.length > 0 ? changedParameters(rules, parameters) : parameters,
    hidden: new Set(consequences.flatMap(({ hide = [] }) => hide.map((item) => item.objectID))),
    promoted: consequences.flatMap(({ promote = [] }) =>
      promote.flatMap(({ objectID, objectIDs, position }) =>
        (objectIDs ?? [objectID ?? '']).map((id, i) => ({ objectID: id, position: position + i })),
      ),
    ),
    userData: consequences.flatMap(({ userData }) => (isObject(userData) ? [userData] : [])),
  };
}

function changedParameters(rules: readonly Rule[], parameters: Parameters): Parameters {
  let changed = { ...parameters };
  for (const { consequence, objectID } of rules.toReversed()) {
    const params = consequence.params;
    if (!isObject(params)) continue;
    try {
      changed = { ...changed, ...readParameters(params, NO_PARAMETERS) };
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(error.status, `Rule ${objectID}: ${error.message}`);
      throw error;
    }
    if (params.query !== undefined) changed.query = rewriteQuery(changed.query ?? '', params.query);
  }
  return changed;
}

/**
 * Puts promoted records at their places.
 * @param ranked every hit in order
 * @param passes whether a record passes the request's filters; promoted records must
 */
export function promote(
  index: SearchIndex,
  ranked: readonly number[],
  promoted: RuleEffects['promoted'],
  passes: (slot: number) => boolean,
): number[] {
  const places = promoted
    .map(({ objectID, position }) => ({ slot: index.slots.get(objectID), position }))
    .filter(
      (place): place is { slot: number; position: number } => place.slot !== undefined && passes(place.slot),
    )
    .sort((a, b) => a.position - b.position);
  const moved = new Set(places.map(({ slot }) => slot));
  const order = ranked.filter((slot) => !moved.has(slot));
  for (const { slot, position } of places) order.splice(position, 0, slot);
  return order;
}

/** Whether a record is among those promoted, for `_rankingInfo`. */
export function isPromoted(record: SearchRecord, promoted: RuleEffects['promoted']): boolean {
  return promoted.some(({ objectID }) => objectID === record.objectID);
}
