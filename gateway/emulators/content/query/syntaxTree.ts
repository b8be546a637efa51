import type { ExprNode } from 'groq-js';

/**
 * Number of scopes that `^` climbs from a node to the root of its tree. It skips the scope that `[]` opens,
 * as in groq-js.
 */
interface Depth {
  readonly scopes: number;
  readonly isSkipped: boolean;
}

const ROOT: Depth = { scopes: 0, isSkipped: false };
/** Functions that implicitly read the value of their scope. */
const SCOPE_FUNCTIONS = new Set(['references', 'versionOf', 'partOfRelease']);

/** Returns every node of a tree with its depth, the root first. */
export function nodesOf(tree: ExprNode): [ExprNode, Depth][] {
  const nodes: [ExprNode, Depth][] = [];
  visitNodes(tree, (...node) => void nodes.push(node));
  return nodes;
}

/** Calls `visit` for every node of a tree, the root first. */
function visitNodes(tree: ExprNode, visit: (node: ExprNode, depth: Depth) => void, depth = ROOT): void {
  visit(tree, depth);
  // The value of a literal may be a document, which is not part of the tree.
  if (tree.type === 'Value') return;
  for (const [name, part] of Object.entries(tree)) {
    if (typeof part !== 'object' || part === null) continue;
    const depthOfNodes = depthOfPart(tree, name, depth);
    if (isNode(part)) visitNodes(part, visit, depthOfNodes);
    else if (Array.isArray(part))
      for (const node of part) if (isNode(node)) visitNodes(node, visit, depthOfNodes);
  }
}

/**
 * Replaces the nodes of a tree from the root down. Where `replace` returns `undefined`, the parts of the node
 * are visited. Parts without a replaced node are shared with the tree.
 */
export function replaceNodes(
  tree: ExprNode,
  replace: (node: ExprNode, depth: Depth) => ExprNode | undefined,
  depth: Depth = ROOT,
): ExprNode {
  const replaced = replace(tree, depth);
  // The value of a literal may be a document, which is not part of the tree.
  if (replaced !== undefined || tree.type === 'Value') return replaced ?? tree;
  let copy: Record<string, unknown> | undefined;
  for (const [name, part] of Object.entries(tree)) {
    if (typeof part !== 'object' || part === null) continue;
    const replacedPart = replacePart(part, (node) =>
      replaceNodes(node, replace, depthOfPart(tree, name, depth)),
    );
    if (replacedPart === part) continue;
    copy ??= { ...tree };
    copy[name] = replacedPart;
  }
  return (copy as ExprNode | undefined) ?? tree;
}

/** Replaces a node, or the nodes of a list. Returns the same part if no node is replaced. */
function replacePart(part: object, replace: (node: ExprNode) => ExprNode): object {
  if (isNode(part)) return replace(part);
  if (!Array.isArray(part)) return part;
  const nodes = part.map((node: unknown) => (isNode(node) ? replace(node) : node));
  return nodes.some((node, index) => node !== part[index]) ? nodes : part;
}

/** Returns the scopes that an expression reads: 0 is its own scope, -1 the scope around it. */
function scopesRead(tree: ExprNode): number[] {
  return nodesOf(tree).flatMap(([node, { scopes }]) => {
    if (node.type === 'Parent') return [scopes - node.n];
    const isAttribute = node.type === 'AccessAttribute' && node.base === undefined;
    const isScopeFunction = node.type === 'FuncCall' && SCOPE_FUNCTIONS.has(node.name);
    return node.type === 'This' || isAttribute || isScopeFunction ? [scopes] : [];
  });
}

/** Returns whether an expression has the same value in every scope. */
export function isConstant(tree: ExprNode): boolean {
  return scopesRead(tree).every((scope) => scope > 0);
}

/** Returns whether an expression reads outer scopes but not its own. */
export function isOfOuterScopes(tree: ExprNode): boolean {
  const scopes = scopesRead(tree);
  return !scopes.includes(0) && scopes.some((scope) => scope < 0);
}

/** Returns the path of an attribute, e.g. `slug.current` or `^._id`; `undefined` for any other expression. */
export function attributePath(node: ExprNode): string | undefined {
  if (node.type === 'Parent') return Array(node.n).fill('^').join('.');
  if (node.type !== 'AccessAttribute') return undefined;
  const base = node.base && attributePath(node.base);
  return node.base === undefined ? node.name : base && `${base}.${node.name}`;
}

/** Returns the conditions that `&&` joins. */
export function conjuncts(condition: ExprNode): ExprNode[] {
  if (condition.type === 'Group') return conjuncts(condition.base);
  if (condition.type !== 'And') return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

function depthOfPart(node: ExprNode, part: string, { scopes, isSkipped }: Depth): Depth {
  const isNested = part === 'expr' || (node.type === 'PipeFuncCall' && part === 'args');
  if (!isNested) return { scopes, isSkipped };
  const isArrayAccess = node.type === 'Map' || node.type === 'FlatMap';
  return { scopes: isSkipped ? scopes : scopes + 1, isSkipped: isArrayAccess };
}

function isNode(value: unknown): value is ExprNode {
  return typeof value === 'object' && value !== null && typeof (value as ExprNode).type === 'string';
}
