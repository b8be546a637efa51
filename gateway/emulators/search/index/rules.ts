import { boolean, text } from '../api/parameterParsers.ts';
import { fold } from '../text/tokenizer.ts';
import {
  type FacetLookup,
  type FacetMatch,
  matchPattern,
  type PatternMatch,
  wordsOf,
} from './rulePatterns.ts';

export const ANCHORINGS = ['is', 'startsWith', 'endsWith', 'contains'] as const;

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
  /** Returns how many filters a text has if the request has all of them; undefined otherwise. */
  countFilters: (filters: string) => number | undefined;
}

/** A rule of which a condition holds. */
interface Candidate extends ApplicableRule {
  ranges: PatternMatch['ranges'];
  /** The criteria of Algolia's precedence of rules, in order; the lower number goes first. */
  precedence: readonly number[];
}

/**
 * Returns the rules that currently apply to a request, in the order of their precedence. A rule applies if it has no condition, or if
 * one of its conditions (pattern with anchoring, context, filters) holds. Of the rules whose patterns match the same words, only the
 * first one applies. Of a pattern that matches in several places, the first place decides.
 *
 * Implemented consequences: `promote`, `hide`, `userData`, `filterPromotes`, and `params` with a new query, removed words, filters of
 * matched facet values, `renderingContent` (e.g. a redirect) or any search parameter.
 * https://www.algolia.com/doc/guides/managing-results/rules/rules-overview/in-depth/rule-matching-algorithm
 */
export function applicableRules(rules: Iterable<Rule>, request: RuleRequest): ApplicableRule[] {
  const words = wordsOf(request.query);
  const now = Date.now() / 1000;
  const candidates = [...rules].flatMap((rule): Candidate[] => {
    const { enabled, validity, conditions } = rule;
    if (enabled === false) return [];
    if (validity?.length && !validity.some(({ from, until }) => from <= now && now < until)) return [];
    const held = (conditions?.length ? conditions : [undefined])
      .flatMap((condition) => candidateOf(rule, condition, words, request) ?? [])
      .sort(comparePrecedence);
    return held.slice(0, 1);
  });
  const applied: Candidate[] = [];
  for (const candidate of candidates.sort(comparePrecedence))
    if (!applied.some((other) => overlap(other.ranges, candidate.ranges))) applied.push(candidate);
  return applied;
}

function comparePrecedence(a: Candidate, b: Candidate): number {
  for (const [i, criterion] of a.precedence.entries()) {
    const difference = criterion - (b.precedence[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.rule.objectID < b.rule.objectID ? -1 : Number(a.rule.objectID > b.rule.objectID);
}

const overlap = (firstRanges: PatternMatch['ranges'], secondRanges: PatternMatch['ranges']): boolean =>
  firstRanges.some(([from, end]) =>
    secondRanges.some(([otherFrom, otherEnd]) => from < otherEnd && otherFrom < end),
  );

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

/** Returns a rule with the match of one of its conditions; undefined if the condition does not hold. */
function candidateOf(
  rule: Rule,
  condition: Condition | undefined,
  words: readonly string[],
  { contexts, valueOfWords, countFilters }: RuleRequest,
): Candidate | undefined {
  const { pattern, anchoring = 'is', context, filters } = condition ?? {};
  if (context && !contexts.includes(context)) return undefined;
  const filterCount = filters ? countFilters(filters) : 0;
  if (filterCount === undefined) return undefined;
  if (condition && pattern === undefined && !context && !filters) return undefined;
  const match =
    pattern === undefined
      ? { facets: [], ranges: [], hasPlaceholders: false }
      : matchPattern(pattern, anchoring, words, valueOfWords);
  if (!match) return undefined;
  const [from, end] = match.ranges[0] ?? [words.length, words.length];
  const precedence = [
    from,
    -(end - from + filterCount),
    pattern === undefined ? ANCHORINGS.length : ANCHORINGS.indexOf(anchoring),
    context ? 0 : 1,
    filters ? 0 : 1,
    match.hasPlaceholders ? 1 : 0,
    rule.validity?.length ? 0 : 1,
  ];
  return { rule, facets: match.facets, ranges: match.ranges, precedence };
}
