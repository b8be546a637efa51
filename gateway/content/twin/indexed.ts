import { randomUUID } from 'node:crypto';
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
import { constantOf, type Lookup, planFilter } from './lookup.ts';
import type { Reading, RowOrder, Wanted } from './reading.ts';

/*
 * groq-js filters `*[…]` by looking at every document. Here `*` is replaced, in the tree of one request, by the rows
 * that an index finds. What the rows are is often known beforehand; where it depends on the row outside, as in
 * `*[references(^._id)]`, it must be found out while the evaluator runs, and the evaluator calls out in one place
 * only: to follow a reference. So the base becomes a reference whose `_ref` spells the look-up and its values.
 */
const CALL = `lookup ${randomUUID()} `;
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
const PART = '\u0001';
const ITEM = '\u0002';

/** Answers a query's tree by way of the indexes. */
export function evaluateIndexed(tree: Node, reading: Reading): unknown {
  const calls: ((parts: string[]) => unknown)[] = [];
  const evaluate = (node: Node): unknown => reading.evaluate(rewrite(node, SURFACE), follow);

  function follow(ref: string): unknown {
    if (!ref.startsWith(CALL)) return reading.document(ref);
    const [number, ...parts] = ref.slice(CALL.length).split(PART);
    return calls[Number(number)]?.(parts);
  }

  function rewrite(node: Node, depth: Depth): Node {
    const { row, outer, dataset } = reachOf(node);
    if (!dataset) return node;
    if (depth.steps > 0 && !row && !outer && !CLAUSES.has(node.type))
      return once(() => evaluate(node), reading);
    return ordered(node, depth) ?? filtered(node, depth) ?? parts(node, depth);
  }

  function parts(node: Node, depth: Depth): Node {
    if (node.type === 'Everything') return once(() => reading.rows(undefined, undefined, undefined), reading);
    return mapParts(node, (part, place) => rewrite(part, descend(depth, place)));
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

    const base = source(plan.types, plan.lookups, depth, order);
    // One filter after another, the simplest first: `&&` in groq-js evaluates both of its sides.
    return [...plan.rest]
      .sort((a, b) => sizeOf(a) - sizeOf(b))
      .map((condition) => rewrite(condition, descend(depth, 'nested')))
      .reduce((rows, expr) => ({ type: 'Filter', base: rows, expr }), base);
  }

  function source(
    types: readonly string[] | undefined,
    lookups: readonly Lookup[] | undefined,
    depth: Depth,
    order: RowOrder | undefined,
  ): Node {
    const scan = once(() => reading.rows(types, undefined, order), reading);
    if (lookups === undefined) return scan;
    if (!lookups.some(({ values }) => reachOf(values).outer))
      return once(() => reading.rows(types, lookups.map(wantedNow), order), reading);
    // A hidden scope counts its `^` differently; nothing in GROQ puts `*` there, so it need not be fast.
    if (depth.hidden) return scan;

    const correlated = lookups.filter(({ values }) => reachOf(values).outer);
    const settled = lookups.filter((lookup) => !correlated.includes(lookup));
    const number = calls.push((spelled) =>
      reading.rows(
        types,
        [...settled.map(wantedNow), ...correlated.map((l, i) => wantedFrom(l, spelled[i]))],
        order,
      ),
    );
    const spelling = correlated
      .map((lookup) => spell(lookup, rewrite(outdent(lookup.values), depth)))
      .reduce((text, part) => add(add(text, value(PART)), part), value(`${CALL}${number - 1}`));
    const reference: Node = {
      type: 'Object',
      attributes: [{ type: 'ObjectAttributeValue', name: '_ref', value: spelling }],
    };
    return call('global', 'coalesce', { type: 'Deref', base: reference }, scan);
  }

  function wantedNow({ by, values, nullMatches }: Lookup): Wanted {
    const constant = constantOf(values, reading.params);
    return { by, values: stringsOf(constant ? constant.value : evaluate(values), nullMatches) };
  }

  return evaluate(tree);
}

/** The strings among the values looked for; undefined when other values could match too. */
function stringsOf(values: unknown, nullMatches: boolean): readonly string[] | undefined {
  const items = Array.isArray(values) ? values : [values];
  const strings = items.filter((item) => typeof item === 'string');
  if (strings.length === items.length) return strings;
  // An object is a `path()`, which matches ids by pattern.
  const simple =
    Array.isArray(values) || values === null || values === undefined || typeof values !== 'object';
  return nullMatches || !simple ? undefined : strings;
}

function wantedFrom({ by, nullMatches }: Lookup, spelled = ''): Wanted {
  return { by, values: nullMatches ? [spelled] : spelled.split(ITEM) };
}

/** The values as one string. Whatever cannot be spelled becomes null, and null makes the base a scan: slow, and right. */
function spell({ nullMatches }: Lookup, values: Node): Node {
  if (nullMatches) return values;
  const joined = call('array', 'join', call('array', 'compact', values), value(ITEM));
  return {
    type: 'Select',
    alternatives: [
      {
        type: 'SelectAlternative',
        condition: call('global', 'defined', values),
        value: call('global', 'coalesce', joined, values),
      },
    ],
    fallback: value(''),
  };
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

function value(constant: unknown): Node {
  return { type: 'Value', value: constant };
}

function add(left: Node, right: Node): Node {
  return { type: 'OpCall', op: '+', left, right };
}

function call(namespace: string, name: string, ...args: Node[]): Node {
  return { type: 'FuncCall', namespace, name, args };
}
