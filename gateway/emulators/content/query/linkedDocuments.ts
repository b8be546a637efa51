import type { ArrayElementNode, ExprNode } from 'groq-js';
import { attributePath, isOfOuterScopes, replaceNodes } from './syntaxTree.ts';

/**
 * Returns the documents that match a condition such as `_id in ^.body[].reference._ref || _id ==
 * ^.cover._ref`, as an expression in the scope outside the filter: its ids, followed as references, in the
 * order of the ids.
 * @returns `undefined` for any other condition
 */
export function linkedDocuments(condition: ExprNode): ExprNode | undefined {
  const elements = outerIds(condition);
  if (elements === undefined) return undefined;
  const ids = arrayFunction('unique', { type: 'Array', elements });
  const followed: ExprNode = { type: 'Map', base: ids, expr: followReference({ type: 'This' }) };
  const id: ExprNode = { type: 'AccessAttribute', name: '_id' };
  return { type: 'PipeFuncCall', name: 'order', base: arrayFunction('compact', followed), args: [id] };
}

/** Builds `{"_ref": id}->`. */
export function followReference(id: ExprNode): ExprNode {
  const attributes = [{ type: 'ObjectAttributeValue' as const, name: '_ref', value: id }];
  return { type: 'Deref', base: { type: 'Object', attributes } };
}

function outerIds(condition: ExprNode): ArrayElementNode[] | undefined {
  if (condition.type === 'Group') return outerIds(condition.base);
  if (condition.type === 'Or') {
    const [left, right] = [outerIds(condition.left), outerIds(condition.right)];
    return left && right && [...left, ...right];
  }
  if (condition.type !== 'OpCall' || attributePath(condition.left) !== '_id') return undefined;
  const { op, right } = condition;
  if ((op !== 'in' && op !== '==') || !isOfOuterScopes(right)) return undefined;
  return [{ type: 'ArrayElement', value: outdented(right), isSplat: op === 'in' }];
}

/** Rewrites an expression of outer scopes for the next outer scope. */
function outdented(expression: ExprNode): ExprNode {
  return replaceNodes(expression, (node, { scopes }) => {
    if (node.type !== 'Parent' || node.n <= scopes) return undefined;
    return node.n === 1 ? { type: 'This' } : { type: 'Parent', n: node.n - 1 };
  });
}

function arrayFunction(name: 'unique' | 'compact', array: ExprNode): ExprNode {
  return { type: 'FuncCall', namespace: 'array', name, args: [array] };
}
