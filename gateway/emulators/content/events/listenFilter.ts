import { type ExprNode, evaluateSync } from 'groq-js';
import { queryError } from '../api/apiError.ts';
import type { Document } from '../documents/document.ts';
import { parseQuery } from '../query/parseQuery.ts';
import { readPrepared } from '../query/prepareTree.ts';

/**
 * Compiles the query of a listener to a test of single documents, which applies the conditions of `*[…]`.
 * Orders, slices, projections and sub-queries have no effect, and references do not resolve
 * (https://www.sanity.io/docs/http-reference/listen).
 * @throws ApiError 400 with Sanity's `queryParseError` for a query that does not select documents
 */
export function createListenFilter(
  query: string,
  params: Record<string, unknown>,
  sanity: { projectId: string; dataset: string },
): (document: Document) => boolean {
  const conditions = conditionsOf(parseQuery(query, params), query);
  const matches = (document: Document): boolean => {
    const base: ExprNode = { type: 'Value', value: [document] };
    const tree = conditions.reduce<ExprNode>((rows, expr) => ({ type: 'Filter', base: rows, expr }), base);
    const options = {
      params,
      sanity,
      dataset: [],
      timestamp: new Date(),
      dereference: ({ _ref }: { _ref: string }) => readPrepared(_ref),
    };
    return (evaluateSync(tree, options).data as unknown[]).length > 0;
  };
  try {
    // groq-js rejects an unknown function only when it evaluates the first document.
    matches({ _id: '', _type: '', _rev: '', _createdAt: '', _updatedAt: '' });
  } catch (error) {
    throw queryError((error as Error).message, query);
  }
  return matches;
}

/** Returns the conditions of every filter over `*`, the innermost first. */
function conditionsOf(tree: ExprNode, query: string): ExprNode[] {
  const conditions: ExprNode[] = [];
  let node: ExprNode | undefined = tree;
  while (node !== undefined && node.type !== 'Everything') {
    if (node.type === 'Filter') conditions.unshift(node.expr);
    node = 'base' in node ? node.base : undefined;
  }
  if (node === undefined) throw queryError('a listener expects a query of documents, *[…]', query);
  return conditions;
}
