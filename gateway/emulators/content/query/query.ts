import type { ContentSourceMap } from '@sanity/client';
import type { ExprNode } from 'groq-js';
import { queryError } from '../api/apiError.ts';
import type { Perspective } from '../documents/perspective.ts';
import { tagsOfRead } from '../documents/tags.ts';
import type { View } from '../documents/view.ts';
import { Evaluation } from './evaluation.ts';
import { parseQuery, toQueryError } from './parseQuery.ts';
import { createSourceMap, type ItemSelector } from './sourceMap.ts';

/** A query of a client. */
interface Query {
  query: string;
  params: Record<string, unknown>;
  /** How the paths of the source map select the items of arrays. Without it the response has no source map. */
  sourceMap?: ItemSelector;
}

interface QueryResponse {
  /** JSON. Parts of the value are stored documents, so it is serialized before anything changes. */
  result: string;
  syncTags: string[];
  sourceMap?: ContentSourceMap;
}

/**
 * Runs a GROQ query.
 * @throws ApiError 400 with Sanity's `queryParseError` for a query that cannot be parsed or evaluated
 */
export function runQuery(
  view: View,
  perspective: Perspective,
  { query, params, sourceMap }: Query,
  sanity: { projectId: string; dataset: string },
): QueryResponse {
  const tree: ExprNode = parseQuery(query, params);
  const evaluation = new Evaluation(view, params, sanity);
  try {
    const value = evaluation.evaluate(tree);
    const result = JSON.stringify(value) ?? 'null';
    const syncTags = tagsOfRead(perspective.tagVisibility, evaluation.keys, (id) => view.get(id)?._type);
    if (sourceMap === undefined) return { result, syncTags };
    return { result, syncTags, sourceMap: createSourceMap(evaluation.trace(tree), value, sourceMap) };
  } catch (error) {
    throw toQueryError(error, query);
  }
}

/**
 * Finds the ids of the documents that a mutation's query selects.
 * @throws ApiError 400 for a query that cannot be parsed or evaluated, or whose result is not documents
 */
export function selectIds(
  view: View,
  perspective: Perspective,
  selection: Query,
  sanity: { projectId: string; dataset: string },
): string[] {
  const result: unknown = JSON.parse(runQuery(view, perspective, selection, sanity).result);
  const documents = Array.isArray(result) ? result : [result];
  return documents
    .filter((document) => document !== null)
    .map((document) => {
      const id = (document as { _id?: unknown })._id;
      if (typeof id === 'string') return id;
      throw queryError('the query of a mutation must return documents with their _id', selection.query);
    });
}
