import { parse } from 'groq-js';

/** A node of the syntax tree of groq-js. Its properties depend on its type. */
export interface ExpressionNode {
  readonly type: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly op?: string;
  readonly value?: unknown;
  readonly base?: ExpressionNode;
  readonly expr?: ExpressionNode;
  readonly left?: ExpressionNode;
  readonly right?: ExpressionNode;
  readonly elements?: readonly { readonly value: ExpressionNode }[];
}

/**
 * Parses an expression of a model.
 * @throws Error if it is no GROQ, or has a function that groq-js does not know
 */
export const parseExpression = (expr: string): ExpressionNode =>
  // The line break ends a comment at the end of the expression.
  parse(`${expr}\n`) as ExpressionNode;

/** Returns the nodes in a property of a node: a node, a list of nodes, or none. */
export function nodesIn(property: unknown): readonly ExpressionNode[] {
  if (Array.isArray(property)) return property.flatMap(nodesIn);
  return typeof property === 'object' && property !== null && 'type' in property
    ? [property as ExpressionNode]
    : [];
}

/** Returns the nodes in all properties of a node. */
export const childrenOf = (node: ExpressionNode): readonly ExpressionNode[] =>
  Object.values(node).flatMap(nodesIn);

/** Returns a node and the nodes below it. */
export const withDescendants = (node: ExpressionNode): readonly ExpressionNode[] => [
  node,
  ...childrenOf(node).flatMap(withDescendants),
];
