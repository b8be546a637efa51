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

/**
 * Tells what `__schema` or `__type` costs: a schema is known, so the values of its answer are counted and not estimated.
 * Each selection is looked at once for each thing it is asked of, so that it takes less than the answer would.
 * @returns the cost; infinite where there are more values than are ever answered
 */
export function createIntrospectionCosts(schema: GraphQLSchema, asked: Asked): (node: FieldNode) => number {
  const known = new Map<SelectionSetNode, Map<unknown, number>>();
  let steps = 0;

  const countSet = (set: SelectionSetNode, type: GraphQLObjectType, source: unknown): number => {
    const counts = known.get(set) ?? new Map<unknown, number>();
    known.set(set, counts);
    const before = counts.get(source);
    if (before !== undefined) return before;
    let sum = 0;
    for (const selection of set.selections) {
      if (steps > MOST_VALUES || sum > MOST_VALUES) return Number.POSITIVE_INFINITY;
      if (!asked.isLeftOut(selection)) sum += countSelection(selection, type, source);
    }
    counts.set(source, sum);
    return sum;
  };
  const countSelection = (selection: SelectionNode, type: GraphQLObjectType, source: unknown): number => {
    if (selection.kind === Kind.FIELD)
      return countField(selection, type.getFields()[selection.name.value], source);
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? asked.fragments.get(selection.name.value) : selection;
    return fragment ? countSet(fragment.selectionSet, type, source) : 0;
  };
  const countField = (node: FieldNode, field: MetaField | undefined, source: unknown): number => {
    steps += 1;
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isObjectType(type)) return 1;
    const value = field.resolve?.(source, getArgumentValues(field, node, asked.variables), undefined, {
      schema,
    } as never);
    let sum = 1;
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) sum += 1 + countSet(node.selectionSet, type, one);
    return sum;
  };
  return (node) => Math.ceil(VALUE_COST * countField(node, META_FIELDS[node.name.value], undefined));
}

/** What an introspection that has been answered is worth. */
export const introspectionWorth = (value: unknown): number => Math.ceil(VALUE_COST * countAnswered(value));

function countAnswered(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  for (const one of Array.isArray(value) ? value : Object.values(value)) sum += countAnswered(one);
  return sum;
}
