import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';

/** Points of a value that an introspection answers: it is taken from memory, and there are thousands of them. */
const VALUE_COST = 0.2;
/** Beyond this no more values are counted; what tools usually ask has some nine thousand. */
const MOST_VALUES = 120_000;

type MetaField = GraphQLField<unknown, unknown>;
/** The fields of every query that describe the schema. */
const META_FIELDS: Readonly<Record<string, MetaField | undefined>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** What an introspection is asked with. */
interface Asked {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** As they are coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
  isLeftOut(selection: SelectionNode): boolean;
}

/** A field of a selection that answers objects. */
interface Branch {
  /** What it answers of a part of the schema: an object, a list of them, or nothing. */
  read(source: unknown): unknown;
  readonly plan: Plan;
}

/** A selection as it is counted: whatever it is asked of, its scalars are as many. */
interface Plan {
  leaves: number;
  readonly branches: Branch[];
  readonly known: Map<unknown, number>;
}

/**
 * Tells what `__schema` or `__type` costs: a schema is known, so the values of its answer are counted and not estimated.
 * Each selection is looked at once for each thing it is asked of, and scalars are not looked at, so that it takes a small
 * part of what the answer would.
 * @returns the cost; infinite where there are more values than are ever answered
 */
export function createIntrospectionCosts(schema: GraphQLSchema, asked: Asked): (node: FieldNode) => number {
  const plans = new Map<SelectionSetNode, Plan>();

  const planOf = (set: SelectionSetNode, type: GraphQLObjectType): Plan => {
    const before = plans.get(set);
    if (before) return before;
    const plan: Plan = { leaves: 0, branches: [], known: new Map() };
    plans.set(set, plan);
    for (const selection of set.selections) if (!asked.isLeftOut(selection)) add(selection, type, plan);
    return plan;
  };
  const add = (selection: SelectionNode, type: GraphQLObjectType, plan: Plan): void => {
    if (selection.kind === Kind.FIELD) {
      const branch = branchOf(selection, type.getFields()[selection.name.value]);
      if (branch) plan.branches.push(branch);
      else plan.leaves += 1;
      return;
    }
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? asked.fragments.get(selection.name.value) : selection;
    if (!fragment) return;
    const { leaves, branches } = planOf(fragment.selectionSet, type);
    plan.leaves += leaves;
    plan.branches.push(...branches);
  };
  const branchOf = (node: FieldNode, field: MetaField | undefined): Branch | undefined => {
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isObjectType(type)) return undefined;
    const args = getArgumentValues(field, node, asked.variables);
    return {
      read: (source) => field.resolve?.(source, args, undefined, { schema } as never),
      plan: planOf(node.selectionSet, type),
    };
  };
  return (node) => {
    const branch = branchOf(node, META_FIELDS[node.name.value]);
    return branch ? Math.ceil(VALUE_COST * countBranch(branch, undefined)) : 0;
  };
}

function countBranch({ read, plan }: Branch, source: unknown): number {
  const value = read(source);
  if (value == null) return 1;
  if (!Array.isArray(value)) return 2 + countPlan(plan, value);
  if (plan.branches.length === 0) return 1 + value.length * (1 + plan.leaves);
  let sum = 1;
  for (const one of value) sum += 1 + countPlan(plan, one);
  return sum;
}

function countPlan({ leaves, branches, known }: Plan, source: unknown): number {
  if (branches.length === 0) return leaves;
  const before = known.get(source);
  if (before !== undefined) return before;
  let sum = leaves;
  for (const branch of branches) {
    sum += countBranch(branch, source);
    if (sum > MOST_VALUES) return Number.POSITIVE_INFINITY;
  }
  known.set(source, sum);
  return sum;
}

/** What an introspection that has been answered is worth. */
export const introspectionWorth = (value: unknown): number => Math.ceil(VALUE_COST * countAnswered(value));

function countAnswered(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  for (const one of Array.isArray(value) ? value : Object.values(value)) sum += countAnswered(one);
  return sum;
}
