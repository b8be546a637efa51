import { call, value } from './groqBuild.ts';
import {
  conjuncts,
  type Depth,
  descend,
  mapParts,
  type Node,
  outdent,
  reachOf,
  SURFACE,
  walk,
} from './groqTree.ts';
import { constantOf, type Lookup, type Plan, planFilter } from './lookup.ts';
import type { Reading, RowOrder, Wanted } from './reading.ts';
import { readCall, readValues, spelledCall, spelledValues } from './spelling.ts';

/** Rows that a filter looks at before it asks whether it has enough. */
const SMALLEST_BATCH = 64;
/** Nodes that have no value themselves and only hold one. */
const CLAUSES = new Set([
  'ArrayElement',
  'Asc',
  'Desc',
  'ObjectAttributeValue',
  'ObjectConditionalSplat',
  'ObjectSplat',
  'SelectAlternative',
]);

/**
 * Answers a query's tree by way of the indexes. groq-js filters `*[…]` by looking at every document; here `*` is
 * replaced, in the tree of one request, by the rows that an index finds. Where no index serves, every document is
 * looked at: the answer is the same.
 */
export function evaluateIndexed(tree: Node, reading: Reading): unknown {
  const calls: ((parts: string[]) => unknown)[] = [];
  const evaluate = (node: Node): unknown => reading.evaluate(rewrite(node, SURFACE), follow);

  function follow(ref: string): unknown {
    const asked = readCall(ref);
    return asked === undefined ? reading.document(ref) : calls[asked.number]?.(asked.parts);
  }

  function rewrite(node: Node, depth: Depth): Node {
    const { row, outer, dataset } = reachOf(node);
    if (!dataset) return node;
    if (depth.steps > 0 && !row && !outer && !CLAUSES.has(node.type))
      return once(() => evaluate(node), reading);
    return sliced(node) ?? ordered(node, depth) ?? filtered(node, depth) ?? parts(node, depth);
  }

  function parts(node: Node, depth: Depth): Node {
    if (node.type === 'Everything') return once(() => reading.scan(undefined, undefined), reading);
    return mapParts(node, (part, place) => rewrite(part, descend(depth, place)));
  }

  /** The first rows of a list: an order that is kept lets the filter stop when it has enough. */
  function sliced(node: Node): Node | undefined {
    const bounds = boundsOf(node);
    const { row, outer } = reachOf(node);
    // What hangs on the row around it cannot be worked out ahead of that row.
    if (bounds === undefined || row || outer) return undefined;
    const rows = ordered(node.base as Node, SURFACE) ?? filtered(node.base as Node, SURFACE);
    if (rows?.type !== 'Filter') return undefined;
    const conditions: Node[] = [];
    let source = rows;
    for (; source.type === 'Filter'; source = source.base as Node) conditions.unshift(source.expr as Node);
    const passing = (some: unknown[]) =>
      reading.evaluate(
        conditions.reduce<Node>((base, expr) => ({ type: 'Filter', base, expr }), value(some)),
        follow,
      ) as unknown[];
    const enough = () => take(reading.evaluate(source, follow) as unknown[], bounds.end, passing);
    return { ...node, base: once(enough, reading) };
  }

  /** `*[…] | order(…)`: an index keeps the rows of a type in order. */
  function ordered(node: Node, depth: Depth): Node | undefined {
    if (node.type !== 'PipeFuncCall' || node.name !== 'order') return undefined;
    const args = node.args as Node[];
    return args.every(isOfTheRowAlone) ? filtered(node.base as Node, depth, { args }) : undefined;
  }

  function filtered(node: Node, depth: Depth, order?: RowOrder): Node | undefined {
    const conditions = conditionsOverEverything(node);
    if (conditions === undefined) return undefined;
    const plan = planFilter(conditions, reading.params);
    if (order !== undefined && plan.types?.length !== 1) return undefined;

    const base = source(plan, depth, order);
    // One filter after another, the simplest first: `&&` in groq-js evaluates both of its sides.
    return [...plan.rest]
      .sort((a, b) => sizeOf(a) - sizeOf(b))
      .map((condition) => rewrite(condition, descend(depth, 'nested')))
      .reduce((rows, expr) => ({ type: 'Filter', base: rows, expr }), base);
  }

  function source({ types, lookups, covered }: Plan, depth: Depth, order: RowOrder | undefined): Node {
    const all = once(() => reading.scan(types, order), reading);
    if (lookups === undefined) return all;
    const slowly = covered.reduce<Node>((base, condition) => {
      const expr = rewrite(condition, descend(depth, 'nested'));
      return { type: 'Filter', base, expr };
    }, all);
    if (!lookups.some(({ values }) => reachOf(values).outer)) {
      const found = () => reading.found(types, lookups.map(wantedNow), order);
      return once(() => found() ?? reading.evaluate(slowly, follow), reading);
    }
    // A hidden scope counts its `^` differently; nothing in GROQ puts `*` there, so it need not be fast.
    if (depth.hidden) return slowly;

    const correlated = lookups.filter(({ values }) => reachOf(values).outer);
    const settled = lookups.filter((lookup) => !correlated.includes(lookup));
    const number = calls.push((spelled) => {
      const wanted = correlated.map((lookup, i) => readValues(lookup, spelled[i]));
      return reading.found(types, [...settled.map(wantedNow), ...wanted], order);
    });
    const parts = correlated.map((lookup) => spelledValues(lookup, rewrite(outdent(lookup.values), depth)));
    const found = spelledCall(number - 1, parts);
    return call('global', 'coalesce', found, slowly);
  }

  function wantedNow(lookup: Lookup): Wanted {
    const constant = constantOf(lookup.values, reading.params);
    const { by, path } = lookup;
    return { by, path, values: stringsOf(constant ? constant.value : evaluate(lookup.values), lookup) };
  }

  return evaluate(tree);
}

/** Rows of a list that pass, at least as many as asked for where there are so many; looked at a few at a time. */
function take(rows: unknown[], wanted: number, passing: (some: unknown[]) => unknown[]): unknown[] {
  const taken: unknown[] = [];
  let size = Math.max(2 * wanted, SMALLEST_BATCH);
  for (let at = 0; at < rows.length && taken.length < wanted; at += size, size *= 2)
    taken.push(...passing(rows.slice(at, at + size)));
  return taken;
}

/** Where `[a...b]` or `[i]` ends, counted from the front; undefined where it counts from the back. */
function boundsOf(node: Node): { end: number } | undefined {
  if (node.type === 'AccessElement') {
    const index = node.index as number;
    return index < 0 ? undefined : { end: index + 1 };
  }
  if (node.type !== 'Slice') return undefined;
  const { left, right, isInclusive } = node as unknown as {
    left: number;
    right: number;
    isInclusive: boolean;
  };
  return left < 0 || right < 0 ? undefined : { end: isInclusive ? right + 1 : right };
}

/** The strings among the values looked for; undefined when other values could match too. */
function stringsOf(values: unknown, { shape, nullMatches }: Lookup): readonly string[] | undefined {
  if (typeof values === 'string') return shape === 'list' ? [] : [values];
  if (!Array.isArray(values)) {
    // An object is a `path()`, which matches ids by pattern.
    const matchesNothing =
      values === null || values === undefined ? !nullMatches : typeof values !== 'object';
    return matchesNothing && !nullMatches ? [] : undefined;
  }
  if (shape === 'one') return [];
  const strings = values.filter((item) => typeof item === 'string');
  return nullMatches && strings.length < values.length ? undefined : strings;
}

/** The conditions of `*[a][b]…`; undefined for anything else. */
function conditionsOverEverything(node: Node): Node[] | undefined {
  if (node.type === 'Group') return conditionsOverEverything(node.base as Node);
  if (node.type === 'Everything') return [];
  if (node.type !== 'Filter') return undefined;
  const inner = conditionsOverEverything(node.base as Node);
  return inner && [...inner, ...conjuncts(node.expr as Node)];
}

function isOfTheRowAlone(expression: Node): boolean {
  const { outer, dataset, reference } = reachOf(expression);
  let settled = !outer && !dataset && !reference;
  walk(expression, SURFACE, ({ type, name }) => {
    if (type === 'Parameter' || (type === 'FuncCall' && (name === 'now' || name === 'identity')))
      settled = false;
  });
  return settled;
}

function sizeOf(expression: Node): number {
  let nodes = 0;
  walk(expression, SURFACE, () => {
    nodes += 1;
  });
  return nodes;
}

/** A value worked out when the evaluator first asks, and at most once. */
function once(work: () => unknown, reading: Reading): Node {
  let known: { value: unknown } | undefined;
  return {
    type: 'Value',
    get value() {
      if (known === undefined) known = { value: work() };
      else if (Array.isArray(known.value)) reading.count(known.value.length);
      return known.value;
    },
  };
}
