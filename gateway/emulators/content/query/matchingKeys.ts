import type { ExprNode } from 'groq-js';
import type { ReadKey } from '../documents/readKeys.ts';
import { attributePath, isConstant } from './syntaxTree.ts';

/** The indexed attributes and their kinds of keys. */
const INDEXED: Readonly<Record<string, 'type' | 'doc' | 'slug'>> = {
  _type: 'type',
  _id: 'doc',
  'slug.current': 'slug',
};

/**
 * Returns the keys of exactly the documents that match a condition: `attribute == constant`, `attribute in
 * constant` or `references(constant)`.
 * @param evaluate returns the value of a constant
 * @returns `undefined` for a condition that must be tested on every document
 */
export function matchingKeys(
  condition: ExprNode,
  evaluate: (constant: ExprNode) => unknown,
): readonly ReadKey[] | undefined {
  if (condition.type === 'FuncCall' && condition.name === 'references') {
    if (!condition.args.every(isConstant)) return undefined;
    const ids = condition.args.flatMap(evaluate).filter((id) => typeof id === 'string');
    return ids.map((id) => `ref:${id}` as const);
  }
  if (condition.type !== 'OpCall' || (condition.op !== '==' && condition.op !== 'in')) return undefined;
  const { op, left, right } = condition;
  const [attribute, constant] = op === '==' && isConstant(left) ? [right, left] : [left, right];
  const kind = INDEXED[attributePath(attribute) ?? ''];
  if (kind === undefined || !isConstant(constant)) return undefined;
  const values = op === '==' ? [evaluate(constant)] : evaluate(constant);
  // The indexes contain only strings. For example, `null` also matches documents without the attribute.
  const isIndexed = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isIndexed ? values.map((value) => `${kind}:${value}` as const) : undefined;
}
