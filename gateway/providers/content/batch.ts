import type { Row } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { listOf } from '../../core/validators.ts';
import { type Expression, PREFIX_PLACEHOLDER } from './groq/groq.ts';
import { documentsWhere, type Visibility } from './groq/visibility.ts';

/** A document by id under a projection; `isValid` of the projection checks one document. */
export interface RowKey {
  readonly id: string;
  readonly projection: Expression;
}

type Key = Expression | RowKey;

const isRowKey = (key: Key): key is RowKey => 'id' in key;
/** GROQ is full of quotes, which JSON would escape one by one. */
const expressionKey = ({ groq, params }: Expression) => `${JSON.stringify(params)} ${groq}`;

/** Returns the DataLoader cache key: keys with the same one are loaded once. */
export const cacheKeyOf = (key: Key): string =>
  isRowKey(key) ? `${JSON.stringify(key.id)} ${expressionKey(key.projection)}` : expressionKey(key);

/**
 * Groups keys into expressions: all documents with the same projection become one expression. `resultOf` maps the results,
 * in the order of the expressions, back to the keys; an `Error` applies to every key of its expression.
 */
export function groupKeys(
  keys: readonly Key[],
  visibility: Visibility,
): {
  expressions: readonly Expression[];
  resultOf(results: readonly unknown[]): (key: Key) => unknown;
} {
  const single = keys.filter((key): key is Expression => !isRowKey(key));
  const indexes = new Map(single.map((key, i): [Key, number] => [key, i]));
  const groups = new Map<string, { index: number; projection: Expression; ids: string[] }>();
  for (const key of keys.filter(isRowKey)) {
    const name = expressionKey(key.projection);
    const index = single.length + groups.size;
    const group = groups.get(name) ?? { index, projection: key.projection, ids: [] };
    group.ids.push(key.id);
    groups.set(name, group);
    indexes.set(key, group.index);
  }
  const grouped = [...groups.values()].map(
    ({ projection: { groq, params, documentTypes, isValid }, ids }): Expression => ({
      groq: `${documentsWhere([`_id in $${PREFIX_PLACEHOLDER}${params.length}`], visibility)}${groq}`,
      params: [...params, ids],
      documentTypes,
      isValid: listOf(isValid),
    }),
  );
  return {
    expressions: [...single, ...grouped],
    resultOf(results) {
      const rowsByGroup = results
        .slice(single.length)
        .map((result) => (result instanceof Error ? result : rowsById(result as Row[])));
      return (key) => {
        const index = indexes.get(key) as number;
        if (!isRowKey(key)) return results[index];
        const rows = rowsByGroup[index - single.length];
        return rows instanceof Error ? rows : (rows?.get(key.id) ?? null);
      };
    },
  };
}

const rowsById = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row['@id'], row]));

/** Merges expressions into one query `{"q0": …, "q1": …}`, each with its own parameters. */
export function mergeQueries(expressions: readonly Expression[]): {
  groq: string;
  params: Record<string, unknown>;
  documentTypes: string[];
  /** Checks a result of the merged query. */
  isValid(result: Readonly<Record<string, unknown>>): boolean;
} {
  const params: Record<string, unknown> = {};
  const parts = expressions.map((expression, i) => {
    for (const [n, value] of expression.params.entries()) params[`q${i}_${n}`] = value;
    return `"q${i}": ${expression.groq.replaceAll(PREFIX_PLACEHOLDER, `q${i}_`)}`;
  });
  const documentTypes = [...new Set(expressions.flatMap((expression) => expression.documentTypes))];
  return {
    groq: `{${parts.join(', ')}}`,
    params,
    documentTypes,
    isValid: (result) => expressions.every(({ isValid }, i) => isValid(result[`q${i}`])),
  };
}

/** Extra requests per operation that may locate the rejected queries of a batch. */
const MAX_EXTRA_REQUESTS = 20;

/**
 * Wraps a batch function: if the service rejects the query of a batch, each half is sent again, recursively. The valid items
 * of the batch then succeed, and only the invalid ones fail.
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
