import { parse } from 'groq-js';

/** A node of the syntax tree of groq-js. */
interface Node {
  readonly type: string;
  readonly base?: Node;
  readonly func?: Node;
  readonly left?: number;
  readonly right?: number;
}

/** Documents that a query reads, whatever the size of a page. */
const DOCUMENTS = 10;
/** Operators that take as long as following a reference, and as a query within a query. */
const DEREFERENCE = 100;
const QUERY = 1000;
/** The bound of a list of documents without arguments. */
const MAX_LIST_ITEMS = 100;
const OPERANDS: ReadonlySet<string> = new Set(['Value', 'Parameter', 'This', 'Parent']);

/**
 * Returns the operators that a query of the content service executes: those of a condition and of an order for each document that is
 * read, those of a projection for each row.
 */
export const contentWork = (groq: string, params: Readonly<Record<string, unknown>>): number =>
  workOf(parse(groq, { params: { ...params } }) as Node, 1);

function workOf(node: Node, times: number): number {
  const { type, base } = node;
  if (type === 'Filter' && isQuery(node) && !refersToParent(node)) return workOfQuery(node, 1);
  if (isQuery(node) && (type === 'Filter' || type === 'PipeFuncCall')) return workOfQuery(node, times);
  if ((type === 'Map' || type === 'Projection') && base && isQuery(base))
    return workOf(base, times) + workOfParts(node, times * rowsOf(base));
  return ownWork(node) * times + (base ? workOf(base, times) : 0) + workOfParts(node, times);
}

/** Returns the work of a filter or an order of documents. */
const workOfQuery = (node: Node, times: number): number =>
  workOf(node.base as Node, times) + times + workOfParts(node, times * DOCUMENTS);

const workOfParts = (node: Node, times: number): number =>
  childrenOf(node)
    .filter((child) => child !== node.base)
    .reduce((sum, child) => sum + workOf(child, times), 0);

function ownWork({ type }: Node): number {
  if (type === 'Everything') return QUERY;
  if (type === 'Deref') return DEREFERENCE;
  return OPERANDS.has(type) ? 0 : 1;
}

/** Returns whether a node yields documents of the dataset. */
function isQuery({ type, base }: Node): boolean {
  if (type === 'Everything') return true;
  return (
    ['Filter', 'Slice', 'PipeFuncCall', 'ArrayCoerce'].includes(type) && base !== undefined && isQuery(base)
  );
}

/** A list that is no page has as many rows as its price assumes. */
function rowsOf({ type, left, right }: Node): number {
  const rows = type === 'Slice' ? Number(right) - Number(left) : DOCUMENTS;
  return rows === MAX_LIST_ITEMS ? DOCUMENTS : rows;
}

const refersToParent = (node: Node): boolean =>
  node.type === 'Parent' || childrenOf(node).some(refersToParent);

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (const part of Object.values(node))
    for (const value of Array.isArray(part) ? part.flat() : [part]) if (isNode(value)) children.push(value);
  return children;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
