import type { ExprNode } from 'groq-js';
import { queryError } from '../api/apiError.ts';
import type { Perspective } from '../documents/perspective.ts';
import { tagsOfRead } from '../documents/tags.ts';
import type { View } from '../documents/view.ts';
import { Evaluation } from './evaluation.ts';
import { parseQuery, toQueryError } from './parseQuery.ts';

/** A query of a client. */
interface Query {
  query: string;
  params: Record<string, unknown>;
}

interface QueryResponse {
  /** JSON. Parts of the value are stored documents, so it is serialized before anything changes. */
  result: string;
  syncTags: string[];
}

/**
 * Runs a GROQ query.
 * @throws ApiError 400 with Sanity's `queryParseError` for a query that cannot be parsed or evaluated
 */
export function runQuery(
  view: View,
  perspective: Perspective,
  { query, params }: Query,
  sanity: { projectId: string; dataset: string },
): QueryResponse {
  const tree: ExprNode = parseQuery(query, params);
  const evaluation = new Evaluation(view, params, sanity);
  try {
    const result = JSON.stringify(evaluation.evaluate(tree)) ?? 'null';
    const syncTags = tagsOfRead(perspective.tagVisibility, evaluation.keys, (id) => view.get(id)?._type);
    return { result, syncTags };
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
