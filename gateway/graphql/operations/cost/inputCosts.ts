import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
} from 'graphql';
import { LIST_LENGTH, OPERATOR_COST } from '../../../core/model/contentCosts.ts';
import { isCombination } from '../../../core/model/derivedFilters.ts';
import { MAX_OFFSET } from '../../../core/relay.ts';
import { listSizesOf } from '../../schema/listSizes.ts';

type Variables = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, unknown>;

/** The costs of the inputs of a schema. */
export interface InputCosts {
  /** Returns whether a value of one of these arguments, or the default of another one, can have a cost. */
  hasCosts(field: Field, args: readonly ArgumentNode[] | undefined): boolean;
  /**
   * Returns the cost of a field with its arguments: the sum of `@cost` of all input fields with a value and of all enum values, and
   * the cost of the items that `offset` skips. An argument that is absent, null or an empty list costs as much as its default.
   * Each cursor costs the field, its filter and its orders again, and an operator for each order.
   * @param variables coerced
   * @param evaluation the cost of the field without arguments
   */
  costOf(
    field: Field,
    args: readonly ArgumentNode[] | undefined,
    variables: Variables,
    evaluation: number,
  ): number;
}

/** The argument with the number of items of a list to skip. */
const OFFSET = 'offset';
/** The content service reads and orders the items that it skips, but sends none of them. */
const SKIPPED_ITEMS_PER_POINT = 100;
/** The argument with the orders of a list. */
const ORDERS = 'orderBy';
/** The arguments with a position in a list. The content service compares each document with it, by each order. */
const CURSORS: ReadonlySet<string> = new Set(['after', 'before']);
/** The values of a list that cost as much as one value. */
const VALUES_PER_COST = 10;
/** The conditions of a list. They are evaluated for each object of a list; for documents they are a query with a cost. */
const QUANTIFIERS: ReadonlySet<string> = new Set(['some', 'every', 'none']);
/** The operators for which null is a value: it stands for a missing value. */
const EQUALITIES: ReadonlySet<string> = new Set(['eq', 'ne']);

/** Reads `@cost` of the input fields and enum values of a schema. */
export function readInputCosts(schema: GraphQLSchema): InputCosts {
  const values = new ValueCosts(schema);
  const byField = new WeakMap<Field, PricedField>();
  const pricedField = (field: Field): PricedField => {
    const known = byField.get(field) ?? readPricedField(schema, field, values);
    byField.set(field, known);
    return known;
  };
  return {
    hasCosts(field, args = []) {
      const { priced, costOfDefaults } = pricedField(field);
      return costOfDefaults > 0 || args.some(({ name }) => priced.has(name.value));
    },
    costOf(field, args = [], variables, evaluation) {
      const { priced, costOfDefaults } = pricedField(field);
      let cost = evaluation + costOfDefaults;
      let [cursors, orders, skipped] = [0, 1, 0];
      for (const { name, value: node } of args) {
        const argument = priced.get(name.value);
        if (!argument) continue;
        const value = valueFromASTUntyped(node, variables);
        if (isEmpty(value)) continue;
        if (name.value === ORDERS && Array.isArray(value)) orders = value.length;
        if (argument === 'cursor') cursors += 1;
        else if (argument === 'offset') skipped = costOfOffset(value);
        else cost += argument.costOf(value) - argument.costOfDefault;
      }
      return cost + cursors * (cost + orders * OPERATOR_COST) + skipped;
    },
  };
}

/** The arguments of a field whose values can have a cost, by name. */
interface PricedField {
  readonly priced: ReadonlyMap<string, PricedArgument | 'cursor' | 'offset'>;
  /** The cost of a field without arguments. */
  readonly costOfDefaults: number;
}

interface PricedArgument {
  readonly costOfDefault: number;
  costOf(value: unknown): number;
}

function readPricedField(schema: GraphQLSchema, field: Field, values: ValueCosts): PricedField {
  const isSliced = listSizesOf(schema, field).some(({ slicingArguments }) => slicingArguments.length > 0);
  const inputs = field.args
    .filter(({ name, type }) => name === ORDERS || values.canHaveCost(type))
    .map((argument) => [argument.name, pricedArgument(argument, values)] as const);
  const positions = field.args.flatMap(({ name }): [string, 'cursor' | 'offset'][] => {
    if (isSliced && name === OFFSET) return [[name, 'offset']];
    return inputs.length > 0 && CURSORS.has(name) ? [[name, 'cursor']] : [];
  });
  return {
    priced: new Map<string, PricedArgument | 'cursor' | 'offset'>([...inputs, ...positions]),
    costOfDefaults: sum(inputs, ([, { costOfDefault }]) => costOfDefault),
  };
}

const pricedArgument = ({ type, defaultValue }: GraphQLArgument, values: ValueCosts): PricedArgument => ({
  costOfDefault: values.costOf(type, defaultValue),
  costOf: (value) => values.costOf(type, value),
});

/** Returns whether an argument has no value, or an empty list. */
const isEmpty = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0);

/** A wrong number costs nothing: its field is an error. */
function costOfOffset(value: unknown): number {
  const offset = Number(value);
  return offset > 0 && offset <= MAX_OFFSET ? Math.ceil(offset / SKIPPED_ITEMS_PER_POINT) : 0;
}

const sum = <Item>(items: readonly Item[], costOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + costOf(item), 0);

/** The costs of values of input types. The values of a document are not coerced, because that takes longer and inputs with a cost have no defaults. */
class ValueCosts {
  /** The weights of input fields and enum values with `@cost`. */
  readonly #weights: ReadonlyMap<object, number>;
  readonly #typesWithCosts: ReadonlySet<string>;

  constructor(schema: GraphQLSchema) {
    this.#weights = readWeights(schema);
    this.#typesWithCosts = typesWithCosts(schema, this.#weights);
  }

  canHaveCost(type: GraphQLInputType): boolean {
    return this.#typesWithCosts.has(getNamedType(type).name);
  }

  costOf(type: GraphQLInputType, value: unknown): number {
    if (value == null || !this.canHaveCost(type)) return 0;
    if (isNonNullType(type)) return this.costOf(type.ofType, value);
    if (isListType(type)) return sum([value].flat(1), (item) => this.costOf(type.ofType, item));
    if (isEnumType(type)) return this.#costOfEnum(type, value);
    return isInputObjectType(type)
      ? sum(membersOf(type, value), ([field, inner]) => this.#costOfMember(field, inner))
      : 0;
  }

  /** @param value a name in a document, a value in coerced variables */
  #costOfEnum(type: GraphQLEnumType, value: unknown): number {
    const given = type.getValue(String(value)) ?? type.getValues().find((known) => known.value === value);
    return (given && this.#weights.get(given)) ?? 0;
  }

  /** Returns the cost of an input field: its weight for each condition on it, and the cost of its value. */
  #costOfMember(field: GraphQLInputField, value: unknown): number {
    if (value == null) return EQUALITIES.has(field.name) ? (this.#weights.get(field) ?? 0) : 0;
    const weight = this.#weights.get(field);
    const ofValue = this.costOf(field.type, value);
    if (weight === undefined) return QUANTIFIERS.has(field.name) ? LIST_LENGTH * ofValue : ofValue;
    return weight * this.#countConditions(getNamedType(field.type), value) + ofValue;
  }

  /** Returns how often a value is compared: for each operator, and once more for each ten values of a list. */
  #countConditions(type: GraphQLNamedType, value: unknown): number {
    if (Array.isArray(value) && !isInputObjectType(type))
      return Math.max(1, Math.ceil(value.length / VALUES_PER_COST));
    if (!isInputObjectType(type) || Object.keys(type.getFields()).some(isCombinationOfFilters)) return 1;
    const conditions = membersOf(type, value).filter(
      ([field, inner]) =>
        (inner != null || EQUALITIES.has(field.name)) &&
        (this.#weights.has(field) || QUANTIFIERS.has(field.name)),
    );
    return Math.max(1, conditions.length);
  }
}

/** Returns whether a field of a filter combines filters: the conditions of an object hold for one value, which is read once. */
const isCombinationOfFilters = (name: string): boolean => name !== 'defined' && isCombination(name);

const membersOf = (
  type: GraphQLInputObjectType,
  value: unknown,
): readonly (readonly [GraphQLInputField, unknown])[] => {
  const fields = type.getFields();
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const field = fields[name];
    return field ? [[field, inner] as const] : [];
  });
};

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
