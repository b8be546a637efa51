import { badRequest } from '../api/apiError.ts';
import { boolean, text } from '../api/parameterParsers.ts';
import { fold } from '../text/tokenizer.ts';
import { isObject } from './attributes.ts';
import { readRuleParameters } from './ruleParameters.ts';
import { type FacetLookup, type FacetMatch, matchPattern, wordsOf } from './rulePatterns.ts';

const ANCHORINGS = ['is', 'startsWith', 'endsWith', 'contains'] as const;

interface Condition {
  pattern?: string;
  anchoring?: (typeof ANCHORINGS)[number];
  context?: string;
  /** Facet filters that the request must have. */
  filters?: string;
}

interface Consequence {
  params?: Record<string, unknown>;
  promote?: { objectID?: string; objectIDs?: string[]; position: number }[];
  /** Whether promoted records must pass the filters of the request. */
  filterPromotes?: boolean;
  hide?: { objectID: string }[];
  userData?: Record<string, unknown>;
}

/** A stored rule. */
export interface Rule {
  objectID: string;
  conditions?: Condition[];
  consequence: Consequence;
  enabled?: boolean;
  validity?: { from: number; until: number }[];
  [attribute: string]: unknown;
}

/** A rule that applies to a query. */
export interface ApplicableRule {
  rule: Rule;
  /** The facet values of the query that its patterns matched. */
  facets: readonly FacetMatch[];
}

/** What the conditions of rules read. */
export interface RuleRequest {
  query: string;
  contexts: readonly string[];
  valueOfWords: FacetLookup;
  /** Returns whether the request has all the filters. */
  hasFilters: (filters: string) => boolean;
}

/**
 * Returns the rules that currently apply to a request. A rule applies when one of its conditions (pattern with anchoring,
 * context, filters) holds or when it has none. Implemented consequences: `promote`, `hide`, `userData`, `filterPromotes`, and
 * `params` with a new query, removed words, filters of matched facet values, `renderingContent` (e.g. a redirect) or any
 * search parameter.
 */
export function applicableRules(rules: Iterable<Rule>, request: RuleRequest): ApplicableRule[] {
  const words = wordsOf(request.query);
  const now = Date.now() / 1000;
  return [...rules].flatMap((rule) => {
    const { enabled, validity, conditions } = rule;
    if (enabled === false) return [];
    if (validity?.length && !validity.some(({ from, until }) => from <= now && now < until)) return [];
    if (!conditions?.length) return [{ rule, facets: [] }];
    const held = conditions.map((condition) => matchCondition(condition, words, request));
    const facets = held.find((match) => match !== undefined);
    return facets ? [{ rule, facets }] : [];
  });
}

/** Returns the rules whose attributes contain the query. */
export function searchRules(
  rules: Iterable<Rule>,
  { query, anchoring, context, enabled }: RuleSearch,
): Rule[] {
  const wanted = fold(query);
  return [...rules].filter(
    (rule) =>
      fold(JSON.stringify(rule)).includes(wanted) &&
      (anchoring === '' || rule.conditions?.some((c) => c.anchoring === anchoring)) &&
      (context === '' || rule.conditions?.some((c) => c.context === context)) &&
      (enabled === undefined || (rule.enabled !== false) === enabled),
  );
}

/** Filters of `POST rules/search`; an empty text is no filter. */
export interface RuleSearch {
  query: string;
  anchoring: string;
  context: string;
  enabled: boolean | undefined;
}

/** Reads the filters of a search for rules. @throws ApiError 400 with the expected type */
export function readRuleSearch(body: Record<string, unknown>): RuleSearch {
  const { query = '', anchoring = '', context = '', enabled = null } = body;
  return {
    query: text()(query, 'query'),
    anchoring: text()(anchoring, 'anchoring'),
    context: text()(context, 'context'),
    enabled: enabled === null ? undefined : boolean(enabled, 'enabled'),
  };
}

/** Returns the facet values that a condition matched; undefined if it does not hold. */
function matchCondition(
  { pattern, anchoring, context, filters }: Condition,
  words: readonly string[],
  { contexts, valueOfWords, hasFilters }: RuleRequest,
): FacetMatch[] | undefined {
  if (context && !contexts.includes(context)) return undefined;
  if (filters && !hasFilters(filters)) return undefined;
  if (pattern !== undefined) return matchPattern(pattern, anchoring, words, valueOfWords);
  return context || filters ? [] : undefined;
}

/** Validates a rule. @throws ApiError 400 with the missing attribute */
export function readRule(value: unknown): Rule {
  if (!isObject(value)) throw badRequest('Invalid rule, expected a JSON object');
  const { objectID, consequence, conditions, validity, enabled } = value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest('Invalid rule, expected a non-empty objectID');
  if (!isObject(consequence)) throw badRequest(`Invalid rule ${objectID}, expected a consequence`);
  const lists = [conditions, validity, consequence.promote, consequence.hide];
  if (lists.some((list) => list !== undefined && !(Array.isArray(list) && list.every(isObject))))
    throw badRequest(
      `Invalid rule ${objectID}, expected conditions, validity, promote and hide to be arrays of objects`,
    );
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw badRequest(`Invalid rule ${objectID}, expected "enabled" to be a boolean`);
  for (const condition of (conditions ?? []) as Record<string, unknown>[])
    checkCondition(condition, objectID);
  const times = ((validity ?? []) as Record<string, unknown>[]).flatMap(({ from, until }) => [from, until]);
  if (!times.every((time) => typeof time === 'number'))
    throw badRequest(`Invalid rule ${objectID}, expected "from" and "until" of a validity to be numbers`);
  checkConsequence(consequence, objectID);
  const [unsupported] = ((conditions ?? []) as { alternatives?: unknown }[]).filter(
    ({ alternatives }) => alternatives === true,
  );
  if (unsupported)
    throw badRequest(
      `Rule ${objectID}: the search emulator does not support "alternatives" of a condition (docs/emulators.md)`,
    );
  return value as unknown as Rule;
}

/** @throws ApiError 400 for invalid parameters, promoted or hidden records without an id, or promoted records without a position */
function checkConsequence(
  { params, promote, filterPromotes = false, hide }: Record<string, unknown>,
  objectID: string,
): void {
  if (typeof filterPromotes !== 'boolean')
    throw badRequest(`Invalid rule ${objectID}, expected "filterPromotes" to be a boolean`);
  if (params !== undefined && !isObject(params))
    throw badRequest(`Invalid rule ${objectID}, expected "params" of the consequence to be an object`);
  if (params !== undefined) readRuleParameters(params, objectID);
  for (const { objectID: id, objectIDs: ids = [id], position } of (promote ?? []) as Record<
    string,
    unknown
  >[])
    if (!isStringList(ids) || !Number.isSafeInteger(position) || (position as number) < 0)
      throw badRequest(
        `Invalid rule ${objectID}, expected "promote" to have an "objectID" or "objectIDs", and a "position" from 0`,
      );
  if (!isStringList(((hide ?? []) as Record<string, unknown>[]).map(({ objectID: id }) => id)))
    throw badRequest(`Invalid rule ${objectID}, expected "hide" to have an "objectID"`);
}

const isStringList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** @throws ApiError 400 for a condition whose parts are no texts, or with an unknown anchoring */
function checkCondition(condition: Record<string, unknown>, objectID: string): void {
  for (const name of ['pattern', 'context', 'filters', 'anchoring'])
    if (condition[name] !== undefined && typeof condition[name] !== 'string')
      throw badRequest(`Invalid rule ${objectID}, expected "${name}" of a condition to be a string`);
  const { anchoring } = condition;
  if (anchoring !== undefined && !(ANCHORINGS as readonly unknown[]).includes(anchoring))
    throw badRequest(`Invalid rule ${objectID}, expected "anchoring" to be one of ${ANCHORINGS.join(', ')}`);
}
