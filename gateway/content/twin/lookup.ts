import { attributePath, conjuncts, type Node, reachOf } from './groqTree.ts';

/** One way to find rows without looking at every document: by the values of an expression. */
export interface Lookup {
  by: 'id' | 'slug' | 'refAt' | 'ref';
  /** Of `refAt`: where in the row the reference is, e.g. `credits[].person`. */
  path: string;
  /** The expression, as it is written inside the filter; it does not look at the row. */
  values: Node;
  /** Whether the expression is one value, a list of them, or may be either. */
  shape: 'one' | 'list' | 'either';
  /** Whether a null value matches rows too, those that have no such attribute. */
  nullMatches: boolean;
}

/** How a filter over `*` finds rows. */
export interface Plan {
  /** Only rows of these types; undefined means of any. */
  types: readonly string[] | undefined;
  /** Only rows found by one of these; undefined means every row of the types. */
  lookups: readonly Lookup[] | undefined;
  /** The conditions that every row found by the look-ups meets. Rows found otherwise still have to. */
  covered: readonly Node[];
  /** The conditions that the rows found still have to meet. */
  rest: readonly Node[];
}

const PREFERENCE = ['id', 'slug', 'refAt', 'ref'] as const;

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
  const open = conditions.filter((condition) => !typeTests.has(condition));
  const covered = chosen === undefined ? [] : open.filter((condition) => isCovered(condition, chosen));
  return {
    types,
    lookups: chosen?.lookups,
    covered,
    rest: open.filter((condition) => !covered.includes(condition)),
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
  return args.map((values) => ({ by: 'ref', path: '', values, shape: 'either', nullMatches: false }));
}

function attributeLookup(condition: Node): Lookup[] | undefined {
  const test = comparison(condition);
  if (test !== undefined && !reachOf(test.values).row) {
    const path = attributePath(test.attribute);
    const common = { values: test.values, shape: test.many ? 'list' : 'one', path: '' } as const;
    if (path === '_id') return [{ ...common, by: 'id', nullMatches: false }];
    if (path === 'slug.current') return [{ ...common, by: 'slug', nullMatches: true }];
    const referring = refPath(test.attribute);
    if (referring !== undefined) return [{ ...common, by: 'refAt', path: referring, nullMatches: true }];
  }
  if (condition.type !== 'OpCall' || condition.op !== 'in') return undefined;
  // `x in credits[].person._ref`: a row that has x there refers to x.
  const [values, path] = [condition.left as Node, refPath(condition.right as Node)];
  if (path === undefined || reachOf(values).row) return undefined;
  return [{ by: 'refAt', path, values, shape: 'one', nullMatches: true }];
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

/** `credits[].person` for `credits[].person._ref`; undefined for what is not a `_ref` inside the row. */
function refPath(node: Node): string | undefined {
  const path = pathIntoRow(node);
  return path?.endsWith('._ref') ? path.slice(0, -'._ref'.length) : undefined;
}

function pathIntoRow(node: Node): string | undefined {
  if (node.type === 'This') return '';
  if (node.type === 'AccessAttribute') {
    const base = node.base === undefined ? '' : pathIntoRow(node.base as Node);
    return base === undefined ? undefined : joined(base, node.name as string);
  }
  if (node.type === 'ArrayCoerce') {
    const base = pathIntoRow(node.base as Node);
    return base === undefined ? undefined : `${base}[]`;
  }
  if (node.type !== 'Map' && node.type !== 'FlatMap') return undefined;
  const [base, inner] = [pathIntoRow(node.base as Node), pathIntoRow(node.expr as Node)];
  return base === undefined || inner === undefined ? undefined : joined(base, inner);
}

function joined(base: string, name: string): string {
  return base === '' || name === '' ? base + name : `${base}.${name}`;
}

/**
 * Whether the index answers a condition to the letter, so that no row need be asked again. A list that depends
 * on the row outside is spelled in one string, where a number looks like a text: its rows are asked.
 */
function isCovered(condition: Node, chosen: { lookups: Lookup[]; condition: Node }): boolean {
  const [lookup, ...others] = chosen.lookups;
  if (lookup === undefined || others.length > 0)
    return condition === chosen.condition && condition.type === 'FuncCall' && !reachOf(condition).outer;
  if (condition === chosen.condition)
    return (
      condition.type !== 'And' &&
      condition.type !== 'Group' &&
      (lookup.shape === 'one' || !reachOf(lookup.values).outer)
    );
  if (lookup.by !== 'refAt' || lookup.shape !== 'one' || condition.name !== 'references') return false;
  // Who refers to x from a certain place refers to x.
  return (condition.args as Node[]).some((arg) => JSON.stringify(arg) === JSON.stringify(lookup.values));
}

function costOf(lookups: readonly Lookup[]): number {
  return Math.max(...lookups.map(({ by }) => PREFERENCE.indexOf(by)));
}
