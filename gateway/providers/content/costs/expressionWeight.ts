import { LIST_LENGTH, QUERY_COST } from '../../../core/model/contentCosts.ts';
import { childrenOf, type ExpressionNode, parseExpression, withDescendants } from '../groq/expressionTree.ts';
import { expandCalls, isPath } from '../groq/groq.ts';

const DEREFERENCE = 1;
const MAX_WEIGHT = 100;

/** Functions that read other documents. */
const QUERY_NAMESPACES: ReadonlySet<string> = new Set(['documents', 'releases']);
/** The expressions in these nodes are evaluated for each value of the base, which is a list. */
const PER_VALUE: ReadonlySet<string> = new Set(['Filter', 'Map', 'FlatMap', 'PipeFuncCall']);
const LISTS: ReadonlySet<string> = new Set([
  'Everything',
  'ArrayCoerce',
  'Array',
  'Slice',
  'Filter',
  'Map',
  'FlatMap',
]);

/** Operators of GROQ that cost a point, and operators that are free. A short expression costs no more than an attribute. */
const OPERATORS_PER_POINT = 100;
const FREE_OPERATORS = 20;
/** Nodes that are no operators. */
const OPERANDS: ReadonlySet<string> = new Set(['Value', 'Parameter', 'This', 'Parent']);

/**
 * Returns what an expression costs the content service, for one document with the expression. The documents that it reads cost 10 for a
 * query, 1 for a dereference, ten times as much within a list; its operators cost 1 for each hundred, and at least 1 if there are more
 * than 20. It is at most 100.
 */
export function expressionWeight(expr: string): number {
  if (isPath(expr)) return 0;
  try {
    const tree = parseExpression(expandCalls(expr));
    const read = readWeight(tree);
    const operators = countOperators(tree);
    const least = read === 0 && operators > FREE_OPERATORS ? 1 : 0;
    return Math.min(MAX_WEIGHT, read + Math.max(least, Math.round(operators / OPERATORS_PER_POINT)));
  } catch {
    // A function that groq-js does not know, perhaps.
    return /\*\s*\[|->/.test(expr) ? QUERY_COST : 0;
  }
}

const countOperators = (tree: ExpressionNode): number =>
  withDescendants(tree).filter(({ type }) => !OPERANDS.has(type)).length;

/** Returns the weight of the documents that an expression reads. */
function readWeight(node: ExpressionNode): number {
  const { type, base } = node;
  const ofBase = base ? readWeight(base) : 0;
  const ofParts = childrenOf(node)
    .filter((child) => child !== base)
    .reduce((sum, child) => sum + readWeight(child), 0);
  const isPerValue = PER_VALUE.has(type) || (type === 'Projection' && base && isList(base));
  return ofBase + (isPerValue ? LIST_LENGTH : 1) * ofParts + ownWeight(node);
}

function ownWeight({ type, namespace, base }: ExpressionNode): number {
  if (type === 'Everything' || (type === 'FuncCall' && QUERY_NAMESPACES.has(namespace ?? '')))
    return QUERY_COST;
  if (type !== 'Deref') return 0;
  return base && isList(base) ? LIST_LENGTH * DEREFERENCE : DEREFERENCE;
}

/** Returns whether a node yields a list of values that are read one by one. */
function isList(node: ExpressionNode): boolean {
  const { type, base, op } = node;
  if (LISTS.has(type)) return true;
  if (type === 'AccessElement' || (type === 'OpCall' && op !== '+')) return false;
  return (base ? [base] : childrenOf(node)).some(isList);
}
