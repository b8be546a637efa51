import { attributePath, conjuncts, type Node, reachOf } from './groqTree.ts';

/** One way to find rows without looking at every document: by the values of an expression. */
export interface Lookup {
  by: 'id' | 'slug' | 'ref';
  /** The expression, as it is written inside the filter; it does not look at the row. */
  values: Node;
  /** Whether a null value matches rows too, those that have no such attribute. */
  nullMatches: boolean;
}

/** How a filter over `*` finds rows: never too few; the conditions left over remove those too many. */
export interface Plan {
  /** Only rows of these types; undefined means of any. */
  types: readonly string[] | undefined;
  /** Only rows found by one of these; undefined means every row of the types. */
  lookups: readonly Lookup[] | undefined;
  /** The conditions that the rows found still have to meet. */
  rest: readonly Node[];
}

const PREFERENCE = ['id', 'slug', 'ref'] as const;

/** Reads off a filter's conditions how to answer it. `params` are the query's parameters. */
export function planFilter(conditions: readonly Node[], params: Record<string, unknown>): Plan {
  let types: readonly string[] | undefined;
  let chosen: { lookups: Lookup[]; condition: Node } | undefined;
  const typeTests = new Set<Node>();
  for (const condition of conditions) {
    const tested = typesOf(condition, params);
    if (tested !== undefined) {
      types = types === undefined ? tested : types.filter((type) => tested.includes(type));
      typeTests.add(condition);
      continue;
    }
    const lookups = lookupsOf(condition);
    if (lookups !== undefined && (chosen === undefined || costOf(lookups) < costOf(chosen.lookups)))
      chosen = { lookups, condition };
  }
  const done = chosen !== undefined && isExact(chosen.condition, params) ? chosen.condition : undefined;
  return {
    types,
    lookups: chosen?.lookups,
    rest: conditions.filter((condition) => !typeTests.has(condition) && condition !== done),
  };
}

/** The value of an expression that is the same for every row and every request of these parameters. */
export function constantOf(node: Node, params: Record<string, unknown>): { value: unknown } | undefined {
  if (node.type === 'Value') return { value: node.value };
  if (node.type === 'Parameter') return { value: params[node.name as string] };
  if (node.type === 'Group') return constantOf(node.base as Node, params);
  if (node.type !== 'Array') return undefined;
  const items = (node.elements as { value: Node; isSplat: boolean }[]).map((element) =>
    element.isSplat ? undefined : constantOf(element.value, params),
  );
  return items.every((item) => item !== undefined) ? { value: items.map((item) => item.value) } : undefined;
}

function typesOf(condition: Node, params: Record<string, unknown>): readonly string[] | undefined {
  if (condition.type === 'Group') return typesOf(condition.base as Node, params);
  if (condition.type === 'Or') {
    const left = typesOf(condition.left as Node, params);
    const right = left && typesOf(condition.right as Node, params);
    return left && right && [...new Set([...left, ...right])];
  }
  const test = comparison(condition);
  if (test === undefined || attributePath(test.attribute) !== '_type') return undefined;
  const constant = constantOf(test.values, params);
  if (constant === undefined) return undefined;
  const values = test.many ? constant.value : [constant.value];
  return Array.isArray(values)
    ? [...new Set(values.filter((value) => typeof value === 'string'))]
    : undefined;
}

function lookupsOf(condition: Node): Lookup[] | undefined {
  if (condition.type === 'Group') return lookupsOf(condition.base as Node);
  if (condition.type === 'And') {
    const found = conjuncts(condition)
      .map(lookupsOf)
      .filter((lookups) => lookups !== undefined);
    return found.sort((a, b) => costOf(a) - costOf(b))[0];
  }
  if (condition.type === 'Or') {
    const left = lookupsOf(condition.left as Node);
    const right = left && lookupsOf(condition.right as Node);
    return left && right && [...left, ...right];
  }
  return referenceLookup(condition) ?? attributeLookup(condition);
}

function referenceLookup(condition: Node): Lookup[] | undefined {
  if (condition.type !== 'FuncCall' || condition.name !== 'references') return undefined;
  const args = condition.args as Node[];
  if (args.some((arg) => reachOf(arg).row)) return undefined;
  return args.map((values) => ({ by: 'ref', values, nullMatches: false }));
}

function attributeLookup(condition: Node): Lookup[] | undefined {
  const test = comparison(condition);
  if (test !== undefined && !reachOf(test.values).row) {
    const path = attributePath(test.attribute);
    const { values } = test;
    if (path === '_id') return [{ by: 'id', values, nullMatches: false }];
    if (path === 'slug.current') return [{ by: 'slug', values, nullMatches: true }];
    if (path?.endsWith('._ref')) return [{ by: 'ref', values, nullMatches: true }];
  }
  if (condition.type !== 'OpCall' || condition.op !== 'in') return undefined;
  const [values, within] = [condition.left as Node, condition.right as Node];
  // `x in credits[].person._ref`: a row that has x there refers to x.
  if (reachOf(values).row || !endsInRef(within)) return undefined;
  return [{ by: 'ref', values, nullMatches: true }];
}

/** `attribute == values` (either way round) and `attribute in values`. */
function comparison(node: Node): { attribute: Node; values: Node; many: boolean } | undefined {
  if (node.type === 'Group') return comparison(node.base as Node);
  if (node.type !== 'OpCall') return undefined;
  const [left, right] = [node.left as Node, node.right as Node];
  if (node.op === 'in')
    return attributePath(left) ? { attribute: left, values: right, many: true } : undefined;
  if (node.op !== '==') return undefined;
  if (attributePath(left)) return { attribute: left, values: right, many: false };
  return attributePath(right) ? { attribute: right, values: left, many: false } : undefined;
}

/** Whether the values are `_ref`s inside the row: an attribute path through arrays, nothing else. */
function endsInRef(node: Node): boolean {
  if (node.type === 'Map' || node.type === 'FlatMap')
    return isPathIntoRow(node.base as Node) && endsInRef(node.expr as Node);
  return node.type === 'AccessAttribute' && node.name === '_ref' && isPathIntoRow(node);
}

function isPathIntoRow(node: Node): boolean {
  if (node.type === 'This') return true;
  if (node.type === 'AccessAttribute') return node.base === undefined || isPathIntoRow(node.base as Node);
  if (node.type === 'Map' || node.type === 'FlatMap')
    return isPathIntoRow(node.base as Node) && isPathIntoRow(node.expr as Node);
  return node.type === 'ArrayCoerce' && isPathIntoRow(node.base as Node);
}

/** A condition that the index answers to the letter, so that no row need be asked again. */
function isExact(condition: Node, params: Record<string, unknown>): boolean {
  if (condition.type === 'FuncCall') return !reachOf(condition).outer;
  const test = comparison(condition);
  if (test === undefined || attributePath(test.attribute) !== '_id') return false;
  const constant = constantOf(test.values, params);
  return test.many ? Array.isArray(constant?.value) : typeof constant?.value === 'string';
}

function costOf(lookups: readonly Lookup[]): number {
  return Math.max(...lookups.map(({ by }) => PREFERENCE.indexOf(by)));
}
