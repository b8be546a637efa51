/** A node of groq-js's syntax tree, seen only as far as the indexes need. The tree is not a public contract: the version is pinned. */
export interface Node {
  type: string;
  [part: string]: unknown;
}

/** Where a part of a node is evaluated: where the node is, or once per row, in a scope of its own. */
type Place = 'same' | 'nested' | 'hidden';

/**
 * How far a scope lies inside another, in steps of `^`. Hidden scopes (of `[]` and its kin) are skipped
 * by `^` from the scopes within them, as in groq-js's `Scope.createNested`.
 */
export interface Depth {
  steps: number;
  hidden: boolean;
}

export const SURFACE: Depth = { steps: 0, hidden: false };

/** The depth of a part evaluated at `place` inside a node at `depth`. */
export function descend({ steps, hidden }: Depth, place: Place): Depth {
  if (place === 'same') return { steps, hidden };
  return { steps: hidden ? steps : steps + 1, hidden: place === 'hidden' };
}

/** The node with each part replaced by what `visit` makes of it. */
export function mapParts(node: Node, visit: (part: Node, place: Place) => Node): Node {
  if (node.type === 'Value') return node;
  const mapped: Node = { type: node.type };
  for (const [name, part] of Object.entries(node)) {
    const place = placeOf(node.type, name);
    if (Array.isArray(part)) mapped[name] = part.map((item) => (isNode(item) ? visit(item, place) : item));
    else mapped[name] = isNode(part) ? visit(part, place) : part;
  }
  return mapped;
}

/** Calls `see` for the node and everything inside it, with the depth of each. */
export function walk(node: Node, depth: Depth, see: (node: Node, depth: Depth) => void): void {
  see(node, depth);
  if (node.type === 'Value') return;
  for (const [name, part] of Object.entries(node)) {
    const inner = descend(depth, placeOf(node.type, name));
    for (const item of Array.isArray(part) ? part : [part]) if (isNode(item)) walk(item, inner, see);
  }
}

/** What an expression looks at beyond itself. */
interface Reach {
  /** The row at hand: an attribute of it, or the whole. */
  row: boolean;
  /** A row further out, through `^`. */
  outer: boolean;
  /** The dataset, through `*`. */
  dataset: boolean;
  /** Another document, through `->`. */
  reference: boolean;
}

/** Functions that look at the row without naming it. */
const OF_THE_ROW = new Set(['references', 'versionOf', 'partOfRelease', 'anywhere']);

const known = new WeakMap<Node, Reach>();

/** What an expression looks at when it is evaluated for a row. Trees are kept between requests, and so is this. */
export function reachOf(expression: Node): Reach {
  let reach = known.get(expression);
  if (reach === undefined) {
    reach = explore(expression);
    known.set(expression, reach);
  }
  return reach;
}

function explore(expression: Node): Reach {
  const reach: Reach = { row: false, outer: false, dataset: false, reference: false };
  walk(expression, SURFACE, (node, { steps }) => {
    if (steps === 0 && looksAtRow(node)) reach.row = true;
    if (node.type === 'Parent') {
      if (node.n === steps) reach.row = true;
      if ((node.n as number) > steps) reach.outer = true;
    }
    if (node.type === 'Everything') reach.dataset = true;
    if (node.type === 'Deref') reach.reference = true;
  });
  return reach;
}

/** The expression of a row, as the same value is written one scope further out. It must not reach the row. */
export function outdent(expression: Node, depth: Depth = SURFACE): Node {
  if (expression.type === 'Parent' && (expression.n as number) > depth.steps) {
    const n = (expression.n as number) - 1;
    return n === 0 ? { type: 'This' } : { type: 'Parent', n };
  }
  return mapParts(expression, (part, place) => outdent(part, descend(depth, place)));
}

/** The conditions that must all hold. */
export function conjuncts(expression: Node): Node[] {
  if (expression.type === 'Group') return conjuncts(expression.base as Node);
  if (expression.type !== 'And') return [expression];
  return [...conjuncts(expression.left as Node), ...conjuncts(expression.right as Node)];
}

/** `a.b.c` for an attribute of the row, undefined for any other expression. */
export function attributePath(node: Node): string | undefined {
  if (node.type !== 'AccessAttribute') return undefined;
  if (node.base === undefined) return node.name as string;
  const base = attributePath(node.base as Node);
  return base === undefined ? undefined : `${base}.${node.name}`;
}

function looksAtRow(node: Node): boolean {
  if (node.type === 'This') return true;
  if (node.type === 'AccessAttribute') return node.base === undefined;
  return node.type === 'FuncCall' && OF_THE_ROW.has(node.name as string);
}

function placeOf(type: string, part: string): Place {
  if (part === 'expr' && (type === 'Filter' || type === 'Projection')) return 'nested';
  if (part === 'expr' && (type === 'Map' || type === 'FlatMap')) return 'hidden';
  return type === 'PipeFuncCall' && part === 'args' ? 'nested' : 'same';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
