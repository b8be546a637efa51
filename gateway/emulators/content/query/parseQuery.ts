import { type ExprNode, parse } from 'groq-js';
import { LRUCache } from 'lru-cache';
import { queryError } from '../api/apiError.ts';
import { prepareTree } from './prepareTree.ts';
import { nodesOf } from './syntaxTree.ts';

/**
 * Maximum length of a query, in characters: 300 KB at Sanity
 * (https://www.sanity.io/guides/how-to-parallelize-complex-groq-queries).
 */
export const MAX_QUERY_CHARACTERS = 300_000;
/**
 * Maximum work of the parser. It copies the content of a pair of brackets for each operator, dot and comma directly
 * within it, so the work is the sum of the length of each pair, in characters, times the number of its operators. This
 * maximum takes about a second.
 */
const MAX_PARSER_WORK = 600_000_000;
/** Maximum nesting of brackets. The evaluator recurses at least once for each. */
const MAX_DEPTH = 200;
/**
 * Maximum number of wildcards in a `match` pattern. The time of a pattern grows exponentially with their
 * number.
 */
const MAX_WILDCARDS = 6;
const MAX_PARSED_QUERIES = 1_000;
/** Functions of Sanity, or namespaces of functions, that groq-js lacks or evaluates to nothing. */
const UNSUPPORTED_FUNCTIONS = new Set(['diff', 'documents', 'geo', 'media', 'releases', 'text']);

const parsedQueries = new LRUCache<string, ExprNode>({ max: MAX_PARSED_QUERIES });

/**
 * Parses a query and checks that it is safe to evaluate.
 * @throws ApiError 400 with Sanity's `queryParseError`
 */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  checkSize(query);
  const structural = structuralParams(query, params);
  const key = `${query}\u0000${JSON.stringify(structural)}`;
  let tree = parsedQueries.get(key);
  if (tree === undefined) {
    try {
      tree = prepareTree(parse(query, { params: structural }));
    } catch (error) {
      throw toQueryError(error, query);
    }
    parsedQueries.set(key, tree);
  }
  checkTree(tree, query, params);
  return tree;
}

/** Converts an error of the parser or the evaluator to an API error; the query causes all such errors. */
export function toQueryError(error: unknown, query: string): Error {
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

function checkSize(query: string): void {
  const excerpt = `${query.slice(0, 100)}…`;
  if (query.length > MAX_QUERY_CHARACTERS)
    throw queryError(
      `query is too long: ${query.length} characters, at most ${MAX_QUERY_CHARACTERS} are allowed`,
      excerpt,
    );
  // The lengths and operators of the open pairs of brackets. The first pair is the query itself.
  const pairs = [{ start: 0, operators: 1 }];
  let work = 0;
  let quote = '';
  for (let at = 0; at < query.length; at += 1) {
    const char = query[at] as string;
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
      continue;
    }
    if (char === '/' && query[at + 1] === '/') {
      const end = query.indexOf('\n', at);
      if (end === -1) break;
      at = end;
      continue;
    }
    if (/[\w\s]/.test(char)) continue;
    const pair = pairs.at(-1) as (typeof pairs)[number];
    pair.operators += 1;
    if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) pairs.push({ start: at, operators: 1 });
    else if (')]}'.includes(char) && pairs.length > 1) {
      pairs.pop();
      work += pair.operators * (at - pair.start);
    }
    if (work + pair.operators * (at - pair.start) > MAX_PARSER_WORK)
      throw queryError(
        'query is too complex: a pair of brackets has too many items or operators; split the query',
        excerpt,
      );
    if (pairs.length > MAX_DEPTH + 1)
      throw queryError(
        `query is nested too deeply: at most ${MAX_DEPTH} levels are allowed`,
        query,
        at,
        at + 1,
      );
  }
}

/**
 * Returns the parameters that groq-js needs to parse a query: bounds of slices, `[$index]`, `[$attribute]`.
 * They are in brackets that contain only arithmetic. An additional parameter only costs another parse.
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

function checkTree(tree: ExprNode, query: string, params: Record<string, unknown>): void {
  for (const [node] of nodesOf(tree)) {
    if (node.type === 'Parameter' && !Object.hasOwn(params, node.name)) {
      const start = query.indexOf(`$${node.name}`);
      const end = start + `$${node.name}`.length;
      throw queryError(`param $${node.name} referenced, but not provided`, query, start, end);
    }
    if (node.type === 'FuncCall') checkFunction(node, query);
    if (node.type === 'OpCall' && node.op === 'match') checkPattern(node.right, query, params);
  }
}

/** Rejects the functions of Sanity that the emulator lacks. @throws ApiError 400 */
export function checkFunctions(tree: ExprNode, query: string): void {
  for (const [node] of nodesOf(tree)) if (node.type === 'FuncCall') checkFunction(node, query);
}

function checkFunction({ namespace, name }: { namespace: string; name: string }, query: string): void {
  const fullName = `${namespace}::${name}`;
  if (!UNSUPPORTED_FUNCTIONS.has(namespace) && !UNSUPPORTED_FUNCTIONS.has(fullName)) return;
  const start = query.indexOf(fullName);
  throw queryError(
    `the content emulator does not support the function ${fullName} (docs/emulators.md)`,
    query,
    start,
    start + fullName.length,
  );
}

function checkPattern(pattern: ExprNode, query: string, params: Record<string, unknown>): void {
  if (pattern.type !== 'Parameter' && pattern.type !== 'Value') return;
  const value: unknown = pattern.type === 'Parameter' ? params[pattern.name] : pattern.value;
  for (const text of Array.isArray(value) ? value : [value])
    if (typeof text === 'string' && text.split('*').length - 1 > MAX_WILDCARDS)
      throw queryError(
        `pattern of match has too many wildcards: at most ${MAX_WILDCARDS} are allowed`,
        query,
      );
}
