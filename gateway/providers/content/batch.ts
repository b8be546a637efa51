import type { Row } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { listOf } from '../../core/validators.ts';
import type { ContentQuery } from './client.ts';
import { type AssetQuery, type AssetResult, playbackIdsByAsset } from './groq/assetQuery.ts';
import { declareFunctions, type Expression, PREFIX_PLACEHOLDER } from './groq/groq.ts';
import { documentsWhere, type Visibility } from './groq/visibility.ts';

/** A document by id under a projection; `isValid` of the projection checks one document. */
export interface RowKey {
  readonly id: string;
  readonly projection: Expression;
}

/** A media asset that documents may have. */
export interface AssetKey {
  readonly asset: string;
  readonly query: AssetQuery;
}

/** What an operation loads: the result of an expression, a row or null, or whether a document has an asset. */
export type Key = Expression | RowKey | AssetKey;

const isRowKey = (key: Key): key is RowKey => 'id' in key;
const isExpression = (key: Key): key is Expression => !isRowKey(key) && !('asset' in key);
const idOf = (key: RowKey | AssetKey): string => (isRowKey(key) ? key.id : key.asset);
/** GROQ is full of quotes, which JSON would escape one by one. */
const expressionKey = ({ groq, params }: Expression) => `${JSON.stringify(params)} ${groq}`;

/** Returns the DataLoader cache key: keys with the same one are loaded once. */
export function cacheKeyOf(key: Key): string {
  if (isExpression(key)) return expressionKey(key);
  const rest = isRowKey(key) ? expressionKey(key.projection) : key.query.groq;
  return `${JSON.stringify(idOf(key))} ${rest}`;
}

/** Keys that become one expression. */
interface KeyGroup {
  readonly index: number;
  readonly ids: string[];
  expressionOf(ids: readonly string[]): Expression;
  /** Returns the result of each id from the result of the expression. */
  resultsOf(result: unknown): (id: string) => unknown;
}

const rowGroup = (
  { groq, params, documentTypes, isValid }: Expression,
  visibility: Visibility,
): Omit<KeyGroup, 'index'> => ({
  ids: [],
  expressionOf: (ids) => ({
    groq: `${documentsWhere([`_id in $${PREFIX_PLACEHOLDER}${params.length}`], visibility)}${groq}`,
    params: [...params, ids],
    documentTypes,
    isValid: listOf(isValid),
  }),
  resultsOf(result) {
    const rows = new Map((result as Row[]).map((row) => [row['@id'], row]));
    return (id) => rows.get(id) ?? null;
  },
});

const assetGroup = (query: AssetQuery): Omit<KeyGroup, 'index'> => ({
  ids: [],
  expressionOf: (ids) => ({ ...query, params: [ids] }),
  resultsOf: (result) => playbackIdsByAsset(result as AssetResult),
});

/**
 * Groups keys into expressions: all documents with the same projection become one expression, and all assets. `resultOf` maps the
 * results, in the order of the expressions, back to the keys; an `Error` applies to every key of its expression.
 */
export function groupKeys(
  keys: readonly Key[],
  visibility: Visibility,
): {
  expressions: readonly Expression[];
  resultOf(results: readonly unknown[]): (key: Key) => unknown;
} {
  const single = keys.filter(isExpression);
  const indexes = new Map<Key, number>(single.map((key, i) => [key, i]));
  const byName = new Map<string, KeyGroup>();
  for (const key of keys) {
    if (isExpression(key)) continue;
    const name = isRowKey(key) ? expressionKey(key.projection) : key.query.groq;
    const created = () => (isRowKey(key) ? rowGroup(key.projection, visibility) : assetGroup(key.query));
    const group = byName.get(name) ?? { index: single.length + byName.size, ...created() };
    group.ids.push(idOf(key));
    byName.set(name, group);
    indexes.set(key, group.index);
  }
  const groups = [...byName.values()];
  return {
    expressions: [...single, ...groups.map(({ ids, expressionOf }) => expressionOf(ids))],
    resultOf(results) {
      const readers = groups.map(({ index, resultsOf }) => {
        const result = results[index];
        return result instanceof Error ? () => result : resultsOf(result);
      });
      return (key) => {
        const index = indexes.get(key) as number;
        return isExpression(key) ? results[index] : readers[index - single.length]?.(idOf(key));
      };
    },
  };
}

/** Expressions as one query. */
interface MergedQuery extends ContentQuery {
  readonly documentTypes: readonly string[];
  /** Checks a result of the merged query. */
  isValid(result: Readonly<Record<string, unknown>>): boolean;
}

const singleQueries = new WeakMap<Expression, MergedQuery>();

/** Returns an expression as a query `{"q0": …}`. */
export function singleQuery(expression: Expression): MergedQuery {
  const known = singleQueries.get(expression);
  if (known) return known;
  const merged = mergeQueries([expression]);
  singleQueries.set(expression, merged);
  return merged;
}

/** Merges expressions into one query `{"q0": …, "q1": …}`, each with its own parameters. */
export function mergeQueries(expressions: readonly Expression[]): MergedQuery {
  const params: Record<string, unknown> = {};
  const parts = expressions.map((expression, i) => {
    for (const [n, value] of expression.params.entries()) params[`q${i}_${n}`] = value;
    return `"q${i}": ${expression.groq.replaceAll(PREFIX_PLACEHOLDER, `q${i}_`)}`;
  });
  const documentTypes = [...new Set(expressions.flatMap((expression) => expression.documentTypes))];
  return {
    groq: declareFunctions(`{${parts.join(', ')}}`),
    params,
    documentTypes,
    isValid: (result) => expressions.every(({ isValid }, i) => isValid(result[`q${i}`])),
  };
}

/** Extra requests per operation that may locate the rejected queries of a batch. */
const MAX_EXTRA_REQUESTS = 20;

/**
 * Wraps a batch function: if the service rejects the query of a batch, each half is sent again, recursively. The valid items
 * of the batch then succeed, and only the invalid items fail.
 * @param send sends one request for all items
 * @returns a function that never rejects: its results are in the order of the items, with an `Error` for each failed item
 */
export function bisectBatch<Item>(
  send: (items: readonly Item[]) => Promise<readonly unknown[]>,
): (items: readonly Item[]) => Promise<readonly unknown[]> {
  let remainingRequests = MAX_EXTRA_REQUESTS;
  return async function sendOrBisect(items): Promise<readonly unknown[]> {
    try {
      return await send(items);
    } catch (error) {
      if (!isQueryError(error) || items.length < 2 || remainingRequests < 2) return items.map(() => error);
      remainingRequests -= 2;
      const middle = Math.ceil(items.length / 2);
      const halves = await Promise.all([
        sendOrBisect(items.slice(0, middle)),
        sendOrBisect(items.slice(middle)),
      ]);
      return halves.flat();
    }
  };
}

const isQueryError = (error: unknown): boolean =>
  error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_QUERY_REJECTED';
