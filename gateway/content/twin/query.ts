import { type ExprNode, parse } from 'groq-js';
import { LRUCache } from 'lru-cache';
import { queryError } from './errors.ts';
import type { Node } from './groqTree.ts';
import { SURFACE, walk } from './groqTree.ts';
import { evaluateIndexed } from './indexed.ts';
import type { Perspective } from './perspective.ts';
import { Reading } from './reading.ts';
import type { View } from './view.ts';

/** Characters of a query's text. The largest the gateway merges are tens of thousands. */
export const LONGEST_QUERY = 200_000;
/** Operators, dots, brackets and commas of a query. The time of the parser grows with their square. */
const MOST_OPERATORS = 12_000;
/** Brackets within brackets. The evaluator recurses once or more for each. */
const DEEPEST_QUERY = 200;
/** Wildcards in one `match` pattern; the time of a pattern grows exponentially with them. */
const MOST_WILDCARDS = 6;
const PARSED_QUERIES = 1_000;

const parsed = new LRUCache<string, Node>({ max: PARSED_QUERIES });

/** A query's answer. */
export interface QueryAnswer {
  /** As JSON: values alias stored documents, so they are serialised before anything can change. */
  result: string;
  syncTags: string[];
}

/**
 * Answers a GROQ query.
 * @throws ApiError 400 with Sanity's `queryParseError` for a query that cannot be parsed or evaluated
 */
export function answerQuery(
  view: View,
  perspective: Perspective,
  { query, params }: { query: string; params: Record<string, unknown> },
  sanity: { projectId: string; dataset: string },
): QueryAnswer {
  const tree = parseQuery(query, params);
  const reading = new Reading(view, perspective, params, sanity);
  try {
    const result = evaluateIndexed(tree, reading);
    return { result: JSON.stringify(result) ?? 'null', syncTags: reading.tags() };
  } catch (error) {
    throw refusal(error, query);
  }
}

/**
 * Evaluates a query for its documents' ids, as a mutation's selection.
 * @throws ApiError 400 for a query that cannot be parsed, evaluated, or does not give documents
 */
export function selectIds(
  view: View,
  perspective: Perspective,
  selection: { query: string; params: Record<string, unknown> },
  sanity: { projectId: string; dataset: string },
): string[] {
  const found: unknown = JSON.parse(answerQuery(view, perspective, selection, sanity).result);
  const documents = Array.isArray(found) ? found : [found];
  return documents
    .filter((document) => document !== null)
    .map((document) => {
      const id = (document as { _id?: unknown })._id;
      if (typeof id === 'string') return id;
      throw queryError('the query of a mutation must return documents with their _id', selection.query);
    });
}

/**
 * The tree of a query that is safe to evaluate.
 * @throws ApiError 400 with Sanity's `queryParseError`
 */
export function parseQuery(query: string, params: Record<string, unknown>): Node {
  checkSize(query);
  return treeOf(query, params);
}

function checkSize(query: string): void {
  if (query.length > LONGEST_QUERY)
    throw queryError(
      `query is too long: ${query.length} characters, at most ${LONGEST_QUERY} are allowed`,
      `${query.slice(0, 100)}…`,
    );
  let depth = 0;
  let operators = 0;
  let quote = '';
  for (let at = 0; at < query.length; at += 1) {
    const char = query[at] as string;
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (quote === '' && !/[\w\s]/.test(char)) operators += 1;
    if (operators > MOST_OPERATORS)
      throw queryError(
        `query is too complex: at most ${MOST_OPERATORS} operators are allowed`,
        `${query.slice(0, 100)}…`,
      );
    if (depth > DEEPEST_QUERY)
      throw queryError(
        `query is nested too deeply: at most ${DEEPEST_QUERY} levels are allowed`,
        query,
        at,
        at + 1,
      );
  }
}

function treeOf(query: string, params: Record<string, unknown>): Node {
  const structural = structuralParams(query, params);
  const key = `${query}\u0000${JSON.stringify(structural)}`;
  let tree = parsed.get(key);
  if (tree === undefined) {
    try {
      tree = parse(query, { params: structural }) as ExprNode as unknown as Node;
    } catch (error) {
      throw refusal(error, query);
    }
    parsed.set(key, tree);
  }
  checkTree(tree, query, params);
  return tree;
}

/**
 * Parameters that decide what a query is, and not only what it finds: bounds of slices, `[$index]`, `[$attribute]`.
 * They stand in brackets that hold nothing but arithmetic; taking one too many costs a parse and nothing else.
 */
function structuralParams(query: string, params: Record<string, unknown>): Record<string, unknown> {
  const structural: Record<string, unknown> = {};
  for (const [, inside = ''] of query.matchAll(/\[([\s$\w+\-*/%().]*)\]/g))
    for (const [, name = ''] of inside.matchAll(/\$(\w+)/g)) {
      const param = params[name];
      if (typeof param === 'number' || typeof param === 'string') structural[name] = param;
    }
  return structural;
}

function checkTree(tree: Node, query: string, params: Record<string, unknown>): void {
  walk(tree, SURFACE, (node) => {
    if (node.type === 'Parameter' && !Object.hasOwn(params, node.name as string)) {
      const start = query.indexOf(`$${node.name}`);
      const end = start + `$${node.name}`.length;
      throw queryError(`param $${node.name} referenced, but not provided`, query, start, end);
    }
    if (node.type === 'OpCall' && node.op === 'match') checkPattern(node.right as Node, query, params);
  });
}

function checkPattern(pattern: Node, query: string, params: Record<string, unknown>): void {
  const value = pattern.type === 'Parameter' ? params[pattern.name as string] : pattern.value;
  for (const text of Array.isArray(value) ? value : [value])
    if (typeof text === 'string' && text.split('*').length - 1 > MOST_WILDCARDS)
      throw queryError(
        `pattern of match has too many wildcards: at most ${MOST_WILDCARDS} are allowed`,
        query,
      );
}

/** What the parser and the evaluator throw, as an answer. They throw nothing that is not the query's doing. */
function refusal(error: unknown, query: string): Error {
  if (!(error instanceof Error)) return queryError(String(error), query);
  if ('status' in error) return error;
  const { position } = error as { position?: unknown };
  if (typeof position === 'number') {
    const detail = error.message.replace(/^Syntax error in GROQ query at position \d+:? ?/, '');
    return queryError(detail || 'unexpected token', query, position, Math.min(position + 1, query.length));
  }
  if (error instanceof RangeError)
    return queryError('query is too complex: it is nested too deeply or its result is too large', query);
  return queryError(error.message, query);
}
