import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isEnumType,
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
  /** Returns whether a value of one of these arguments, or the default of another one, can have a cost. */
  hasCosts(field: Field, args: readonly ArgumentNode[] | undefined): boolean;
  /**
   * Returns the cost of the arguments of a field: the sum of `@cost` of all input fields with a value and of all enum values, and
   * that of the items that `offset` skips. An argument that is absent, null or an empty list costs as much as its default.
   * @param variables coerced
   */
  costOf(field: Field, args: readonly ArgumentNode[] | undefined, variables: Variables): number;
}

/** The argument with the number of items of a list to skip. */
const OFFSET = 'offset';
/** The content service reads and orders the items that it skips, but sends none of them. */
const SKIPPED_ITEMS_PER_POINT = 100;

/** Reads `@cost` of the input fields and enum values of a schema. */
export function readInputCosts(schema: GraphQLSchema): InputCosts {
  const weights = readWeights(schema);
  const namesWithCosts = typesWithCosts(schema, weights);
  const canHaveCost = (type: GraphQLInputType) => namesWithCosts.has(getNamedType(type).name);

  function costOfValue(type: GraphQLInputType, value: unknown): number {
    if (value == null) return 0;
    if (isNonNullType(type)) return costOfValue(type.ofType, value);
    if (isListType(type)) return sum([value].flat(1), (item) => costOfValue(type.ofType, item));
    if (isEnumType(type)) return costOfEnum(type, (known) => known.value === value);
    if (!isInputObjectType(type)) return 0;
    const fields = type.getFields();
    return sum(Object.entries(value), ([name, inner]) => costOfMember(fields[name], inner));
  }

  function costOfEnum(type: GraphQLEnumType, isGiven: (value: GraphQLEnumValue) => boolean): number {
    const given = canHaveCost(type) ? type.getValues().find(isGiven) : undefined;
    return (given && weights.get(given)) ?? 0;
  }

  function costOfMember(field: GraphQLInputField | undefined, value: unknown): number {
    if (!field || value == null) return 0;
    return (canHaveCost(field.type) ? costOfValue(field.type, value) : 0) + (weights.get(field) ?? 0);
  }

  /** Returns the cost of a value in a document. It is not coerced, which takes longer: input fields with a cost have no defaults. */
  function costOfNode(type: GraphQLInputType, node: ValueNode, variables: Variables): number {
    if (node.kind === Kind.VARIABLE) return costOfValue(type, variables[node.name.value]);
    if (node.kind === Kind.NULL) return 0;
    if (isNonNullType(type)) return costOfNode(type.ofType, node, variables);
    if (isListType(type))
      return sum(node.kind === Kind.LIST ? node.values : [node], (item) =>
        costOfNode(type.ofType, item, variables),
      );
    if (isEnumType(type))
      return costOfEnum(type, ({ name }) => node.kind === Kind.ENUM && name === node.value);
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
      field.args.flatMap((argument): [string, PricedArgument][] => {
        if (isSliced && argument.name === OFFSET)
          return [[argument.name, { costOf: costOfOffset, costOfDefault: 0 }]];
        return canHaveCost(argument.type) ? [[argument.name, pricedArgument(argument)]] : [];
      }),
    );
    pricedArguments.set(field, priced);
    return priced;
  }

  function pricedArgument({ type, defaultValue }: GraphQLArgument): PricedArgument {
    const costOfDefault = costOfValue(type, defaultValue);
    return {
      costOfDefault,
      costOf: (node, variables) =>
        isEmpty(node, variables) ? costOfDefault : costOfNode(type, node, variables),
    };
  }

  return {
    hasCosts(field, args = []) {
      const priced = pricedArgumentsOf(field);
      if (priced.size === 0) return false;
      return (
        args.some(({ name }) => priced.has(name.value)) ||
        [...priced.values()].some(({ costOfDefault }) => costOfDefault > 0)
      );
    },
    costOf(field, args = [], variables) {
      const priced = pricedArgumentsOf(field);
      return sum([...priced], ([name, { costOf, costOfDefault }]) => {
        const given = args.find((argument) => argument.name.value === name);
        return given ? costOf(given.value, variables) : costOfDefault;
      });
    },
  };
}

/** An argument whose values can have a cost. */
interface PricedArgument {
  readonly costOfDefault: number;
  costOf(node: ValueNode, variables: Variables): number;
}

/** Returns whether an argument has no value, or an empty list. */
function isEmpty(node: ValueNode, variables: Variables): boolean {
  if (node.kind === Kind.LIST) return node.values.length === 0;
  const value = node.kind === Kind.VARIABLE ? variables[node.name.value] : node;
  return value == null || node.kind === Kind.NULL || (Array.isArray(value) && value.length === 0);
}

/** A wrong number costs nothing: its field is an error. */
function costOfOffset(node: ValueNode, variables: Variables): number {
  const given = node.kind === Kind.VARIABLE ? variables[node.name.value] : valueFromASTUntyped(node);
  const offset = Number(given ?? 0);
  return offset > 0 && offset <= MAX_OFFSET ? Math.ceil(offset / SKIPPED_ITEMS_PER_POINT) : 0;
}

const sum = <Item>(items: readonly Item[], costOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + costOf(item), 0);

/** Returns the weights of input fields and enum values with `@cost`. */
function readWeights(schema: GraphQLSchema): ReadonlyMap<object, number> {
  const cost = schema.getDirective('cost');
  if (!cost) return new Map();
  return new Map(
    Object.values(schema.getTypeMap())
      .flatMap(pricedMembers)
      .flatMap((member): [object, number][] => {
        const values = member.astNode && getDirectiveValues(cost, member.astNode);
        return values ? [[member, Number(values.weight)]] : [];
      }),
  );
}

/** Returns what can have a cost within an input. */
function pricedMembers(type: GraphQLNamedType): readonly (GraphQLInputField | GraphQLEnumValue)[] {
  if (isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

/** Returns the names of the input types whose values can have a cost: by a member of their own, or of a type within. */
function typesWithCosts(schema: GraphQLSchema, weights: ReadonlyMap<object, number>): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap());
  const isPriced = (type: GraphQLNamedType) => pricedMembers(type).some((member) => weights.has(member));
  const namesWithCosts = new Set(types.filter(isPriced).map(({ name }) => name));
  const inputs = types.filter(isInputObjectType);
  // Each pass adds the types that contain a type of the pass before.
  for (let count = -1; count < namesWithCosts.size; ) {
    count = namesWithCosts.size;
    for (const type of inputs)
      if (Object.values(type.getFields()).some((field) => namesWithCosts.has(getNamedType(field.type).name)))
        namesWithCosts.add(type.name);
  }
  return namesWithCosts;
}
