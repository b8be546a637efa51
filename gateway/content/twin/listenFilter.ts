import { type ExprNode, evaluateSync } from 'groq-js';
import type { Document } from './document.ts';
import { queryError } from './errors.ts';
import type { Node } from './groqTree.ts';
import { parseQuery } from './query.ts';

/**
 * What a listener listens for: the conditions of `*[…]`, asked of one document at a time. Orders, slices, projections
 * and sub-queries are passed over, and references lead nowhere
 * (https://www.sanity.io/docs/http-reference/listen).
 * @throws ApiError 400 with Sanity's `queryParseError` for what is not a query of documents
 */
export function listenFilter(
  query: string,
  params: Record<string, unknown>,
  sanity: { projectId: string; dataset: string },
): (document: Document) => boolean {
  const conditions = conditionsOf(parseQuery(query, params), query);
  const matches = (document: Document): boolean => {
    const base: Node = { type: 'Value', value: [document] };
    const tree = conditions.reduce<Node>((rows, expr) => ({ type: 'Filter', base: rows, expr }), base);
    const options = { params, sanity, dataset: [], timestamp: new Date() };
    return (evaluateSync(tree as unknown as ExprNode, options).data as unknown[]).length > 0;
  };
  try {
    // What the evaluator cannot do it says on the first document.
    matches({ _id: '', _type: '', _rev: '', _createdAt: '', _updatedAt: '' });
  } catch (error) {
    throw queryError((error as Error).message, query);
  }
  return matches;
}

/** The conditions of every filter over `*`, the innermost first. */
function conditionsOf(tree: Node, query: string): Node[] {
  const conditions: Node[] = [];
  let node: Node | undefined = tree;
  while (node !== undefined && node.type !== 'Everything') {
    if (node.type === 'Filter') conditions.unshift(node.expr as Node);
    node = node.base as Node | undefined;
  }
  if (node === undefined) throw queryError('a listener expects a query of documents, *[…]', query);
  return conditions;
}
