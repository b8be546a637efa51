import {
  type ArgumentNode,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { MAX_OFFSET } from '../../../core/relay.ts';
import { listSizesOf } from '../../schema/listSizes.ts';

type Variables = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, unknown>;

/** The costs of the inputs of a schema. */
export interface InputCosts {
  /** Returns whether a value of one of these arguments can have a cost. */
  hasCosts(field: Field, args: readonly ArgumentNode[] | undefined): boolean;
  /**
   * Returns the cost of the arguments of a field: the sum of `@cost` of all input fields with a value, and that of the items that
   * `offset` skips.
   * @param variables coerced
   */
  costOf(field: Field, args: readonly ArgumentNode[] | undefined, variables: Variables): number;
}

/** The argument with the number of items of a list to skip. */
const OFFSET = 'offset';
/** The content service reads and orders the items that it skips, but sends none of them. */
const SKIPPED_ITEMS_PER_POINT = 100;

/** Reads `@cost` of the input fields of a schema. */
export function readInputCosts(schema: GraphQLSchema): InputCosts {
  const weights = readWeights(schema);
  const namesWithCosts = typesWithCosts(schema, weights);
  const canHaveCost = (type: GraphQLInputType) => namesWithCosts.has(getNamedType(type).name);

  function costOfValue(type: GraphQLInputType, value: unknown): number {
    if (value == null) return 0;
    if (isNonNullType(type)) return costOfValue(type.ofType, value);
    if (isListType(type)) return sum([value].flat(1), (item) => costOfValue(type.ofType, item));
    if (!isInputObjectType(type)) return 0;
    const fields = type.getFields();
    return sum(Object.entries(value), ([name, inner]) => costOfMember(fields[name], inner));
  }

  function costOfMember(field: GraphQLInputField | undefined, value: unknown): number {
    if (!field || value == null) return 0;
    return (canHaveCost(field.type) ? costOfValue(field.type, value) : 0) + (weights.get(field) ?? 0);
  }

  /** Returns the cost of a value in a document. It is not coerced, which takes longer: inputs with a cost have no defaults. */
  function costOfNode(type: GraphQLInputType, node: ValueNode, variables: Variables): number {
    if (node.kind === Kind.VARIABLE) return costOfValue(type, variables[node.name.value]);
    if (node.kind === Kind.NULL) return 0;
    if (isNonNullType(type)) return costOfNode(type.ofType, node, variables);
    if (isListType(type))
      return sum(node.kind === Kind.LIST ? node.values : [node], (item) =>
        costOfNode(type.ofType, item, variables),
      );
    if (!isInputObjectType(type) || node.kind !== Kind.OBJECT) return 0;
    const fields = type.getFields();
    return sum(node.fields, ({ name, value }) => costOfMemberNode(fields[name.value], value, variables));
  }

  function costOfMemberNode(
    field: GraphQLInputField | undefined,
    node: ValueNode,
    variables: Variables,
  ): number {
    if (node.kind === Kind.VARIABLE) return costOfMember(field, variables[node.name.value]);
    if (!field || node.kind === Kind.NULL) return 0;
    return (
      (canHaveCost(field.type) ? costOfNode(field.type, node, variables) : 0) + (weights.get(field) ?? 0)
    );
  }

  const pricedArguments = new WeakMap<Field, ReadonlyMap<string, PricedArgument>>();
  /** Returns the arguments of a field whose values can have a cost, by name. */
  function pricedArgumentsOf(field: Field): ReadonlyMap<string, PricedArgument> {
    const known = pricedArguments.get(field);
    if (known) return known;
    const isSliced = listSizesOf(schema, field).some(({ slicingArguments }) => slicingArguments.length > 0);
    const priced = new Map(
      field.args.flatMap(({ name, type }): [string, PricedArgument][] => {
        if (isSliced && name === OFFSET) return [[name, costOfOffset]];
        return canHaveCost(type) ? [[name, (node, variables) => costOfNode(type, node, variables)]] : [];
      }),
    );
    pricedArguments.set(field, priced);
    return priced;
  }

  return {
    hasCosts(field, args = []) {
      const priced = pricedArgumentsOf(field);
      return priced.size > 0 && args.some(({ name }) => priced.has(name.value));
    },
    costOf(field, args = [], variables) {
      const priced = pricedArgumentsOf(field);
      return sum(args, ({ name, value }) => priced.get(name.value)?.(value, variables) ?? 0);
    },
  };
}

/** Returns the cost of the value of an argument. */
type PricedArgument = (node: ValueNode, variables: Variables) => number;

/** A wrong number costs nothing: its field is an error. */
function costOfOffset(node: ValueNode, variables: Variables): number {
  const given = node.kind === Kind.VARIABLE ? variables[node.name.value] : valueFromASTUntyped(node);
  const offset = Number(given ?? 0);
  return offset > 0 && offset <= MAX_OFFSET ? Math.ceil(offset / SKIPPED_ITEMS_PER_POINT) : 0;
}

const sum = <Item>(items: readonly Item[], costOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + costOf(item), 0);

/** Returns the weights of input fields with `@cost`. */
function readWeights(schema: GraphQLSchema): ReadonlyMap<object, number> {
  const cost = schema.getDirective('cost');
  return new Map(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      cost && isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap((field): [object, number][] => {
            const values = field.astNode && getDirectiveValues(cost, field.astNode);
            return values ? [[field, Number(values.weight)]] : [];
          })
        : [],
    ),
  );
}

/** Returns the names of the input types whose values can have a cost: by a field of their own, or of a type within. */
function typesWithCosts(schema: GraphQLSchema, weights: ReadonlyMap<object, number>): ReadonlySet<string> {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const namesWithCosts = new Set<string>();
  const containsCost = (type: GraphQLNamedType) => namesWithCosts.has(type.name);
  // Each pass adds the types that contain a type of the pass before.
  for (let count = -1; count < namesWithCosts.size; ) {
    count = namesWithCosts.size;
    for (const type of inputs)
      if (Object.values(type.getFields()).some((f) => weights.has(f) || containsCost(getNamedType(f.type))))
        namesWithCosts.add(type.name);
  }
  return namesWithCosts;
}
