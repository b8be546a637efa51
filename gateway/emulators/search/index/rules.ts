import { badRequest } from '../api/apiError.ts';
import { fold, tokenize } from '../text/tokenizer.ts';
import { isObject } from './attributes.ts';

interface Condition {
  pattern?: string;
  anchoring?: 'is' | 'startsWith' | 'endsWith' | 'contains';
  context?: string;
}

interface Consequence {
  params?: Record<string, unknown>;
  promote?: { objectID?: string; objectIDs?: string[]; position: number }[];
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

/**
 * The rules of an index. A rule applies when one of its conditions (pattern with anchoring, context) holds or
 * when it has none. Implemented consequences: `promote`, `hide`, `userData`, `filterPromotes`, and `params`
 * with a new query, removed words or any search parameter. Patterns with facets (`{facet:…}`), conditions on
 * filters, automatic facet filters and redirects are stored and listed without effect.
 */
export class Rules {
  readonly #all = new Map<string, Rule>();

  /** All rules in the order they were saved. */
  get all(): Rule[] {
    return [...this.#all.values()];
  }

  get(objectID: string): Rule | undefined {
    return this.#all.get(objectID);
  }

  /** Adds or replaces rules. */
  save(rules: readonly Rule[]): void {
    for (const rule of rules) this.#all.set(rule.objectID, rule);
  }

  delete(objectID: string): void {
    this.#all.delete(objectID);
  }

  clear(): void {
    this.#all.clear();
  }

  /** Returns the rules that currently apply to a query. */
  applicable(query: string, contexts: readonly string[]): Rule[] {
    if (this.#all.size === 0) return [];
    const words = wordsOf(query);
    const now = Date.now() / 1000;
    return this.all.filter(
      (rule) =>
        rule.enabled !== false &&
        (!rule.validity?.length || rule.validity.some(({ from, until }) => from <= now && now < until)) &&
        (!rule.conditions?.length || rule.conditions.some((condition) => holds(condition, words, contexts))),
    );
  }

  /** Returns the rules whose attributes contain the query. */
  search({ query = '', anchoring, context, enabled }: RuleSearch): Rule[] {
    const wanted = fold(query);
    return this.all.filter(
      (rule) =>
        fold(JSON.stringify(rule)).includes(wanted) &&
        (!anchoring || rule.conditions?.some((c) => c.anchoring === anchoring)) &&
        (!context || rule.conditions?.some((c) => c.context === context)) &&
        (typeof enabled !== 'boolean' || (rule.enabled !== false) === enabled),
    );
  }
}

/** Filters of `POST rules/search`. */
export interface RuleSearch {
  query?: string;
  anchoring?: string;
  context?: string;
  enabled?: boolean | null;
}

const wordsOf = (text: string): string[] => tokenize(text).map((token) => token.text);

function holds(condition: Condition, words: readonly string[], contexts: readonly string[]): boolean {
  if (condition.context && !contexts.includes(condition.context)) return false;
  if (condition.pattern === undefined) return condition.context !== undefined;
  if (condition.pattern.includes('{facet:')) return false;
  const query = ` ${words.join(' ')} `;
  const pattern = ` ${wordsOf(condition.pattern).join(' ')} `;
  if (condition.anchoring === 'startsWith') return query.startsWith(pattern);
  if (condition.anchoring === 'endsWith') return query.endsWith(pattern);
  if (condition.anchoring === 'contains') return query.includes(pattern);
  return query === pattern;
}

/**
 * Applies the `params.query` of a rule to a query: replaces it, or removes and replaces words.
 * @param change `params.query` of the rule
 */
export function rewriteQuery(query: string, change: unknown): string {
  if (typeof change === 'string') return change;
  if (!isObject(change)) return query;
  const edits = Array.isArray(change.edits) ? change.edits.filter(isObject) : [];
  const removals = Array.isArray(change.remove) ? change.remove.map((word) => ({ delete: word })) : [];
  let rewritten = query;
  for (const edit of [...edits, ...removals] as Record<string, unknown>[]) {
    if (typeof edit.delete !== 'string') continue;
    const insert = edit.type === 'replace' && typeof edit.insert === 'string' ? edit.insert : '';
    const unwanted = wordsOf(edit.delete).join(' ');
    rewritten = rewritten
      .split(/\s+/)
      .map((word) => (fold(word) === unwanted ? insert : word))
      .filter(Boolean)
      .join(' ');
  }
  return rewritten;
}

/** Validates a rule. @throws ApiError 400 with the missing attribute */
export function readRule(value: unknown): Rule {
  if (!isObject(value)) throw badRequest('Invalid rule, expected a JSON object');
  const { objectID, consequence, conditions, validity } = value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest('Invalid rule, expected a non-empty objectID');
  if (!isObject(consequence)) throw badRequest(`Invalid rule ${objectID}, expected a consequence`);
  const lists = [conditions, validity, consequence.promote, consequence.hide];
  if (lists.some((list) => list !== undefined && !(Array.isArray(list) && list.every(isObject))))
    throw badRequest(
      `Invalid rule ${objectID}, expected conditions, validity, promote and hide to be arrays of objects`,
    );
  return value as unknown as Rule;
}
