import { parse } from 'groq-js';

/** A node of the syntax tree of groq-js. */
interface Node {
  readonly type: string;
  readonly namespace?: string;
  readonly op?: string;
  readonly base?: Node;
}

/** The weight of a query of the dataset, and the assumed length of a list of values. */
const QUERY = 10;
const LIST_LENGTH = 10;
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

/**
 * Returns what the documents that an expression reads cost the content service, for one document with the expression: 10 for a
 * query, 1 for a dereference, ten times as much within a list; at most 100, and 0 for an expression that reads no others.
 */
export function expressionWeight(expr: string): number {
  if (!/\*|->|::/.test(expr)) return 0;
  try {
    return Math.min(MAX_WEIGHT, weightOf(parse(`${expr}\n`) as Node));
  } catch {
    // A function that groq-js does not know, perhaps.
    return /\*\s*\[|->/.test(expr) ? QUERY : 0;
  }
}

function weightOf(node: Node): number {
  const { type, base } = node;
  const ofBase = base ? weightOf(base) : 0;
  const ofParts = childrenOf(node)
    .filter((child) => child !== base)
    .reduce((sum, child) => sum + weightOf(child), 0);
  const isPerValue = PER_VALUE.has(type) || (type === 'Projection' && base && isList(base));
  return ofBase + (isPerValue ? LIST_LENGTH : 1) * ofParts + ownWeight(node);
}

function ownWeight({ type, namespace, base }: Node): number {
  if (type === 'Everything' || (type === 'FuncCall' && QUERY_NAMESPACES.has(namespace ?? ''))) return QUERY;
  if (type !== 'Deref') return 0;
  return base && isList(base) ? LIST_LENGTH * DEREFERENCE : DEREFERENCE;
}

/** Returns whether a node yields a list of values that are read one by one. */
function isList(node: Node): boolean {
  const { type, base, op } = node;
  if (LISTS.has(type)) return true;
  if (type === 'AccessElement' || (type === 'OpCall' && op !== '+')) return false;
  return (base ? [base] : childrenOf(node)).some(isList);
}

/** Returns the nodes among the properties of a node. */
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flatMap(nodesIn);

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return typeof value === 'object' && value !== null && 'type' in value ? [value as Node] : [];
}
