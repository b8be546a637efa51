import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { encodeCursor, toGlobalId } from '../../../../gateway/core/relay.ts';

/** An operation that does as much as possible of one thing. */
export interface PricedOperation {
  readonly text: string;
  /** The first that the gateway does not refuse. */
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

const ALIASES = 25;
const ROWS = 40;
const MAX_FILTER_DEPTH = 1;
/** Filters under `and`. A filter of fewer conditions follows where the gateway refuses one of so many. */
const COPIES = [12, 4, 1];
const ORDERS = 5;

/** Yields operations for each field, condition, order and lookup of the lists of a schema. */
export function* pricedOperations(schema: GraphQLSchema): Generator<PricedOperation> {
  for (const root of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const lookup = root.args.find(({ name }) => name === 'by');
    if (lookup) yield* lookups(root, getNamedType(lookup.type) as GraphQLInputObjectType);
    if (!root.args.some(({ name }) => name === 'orderBy')) continue;
    yield* selections(root);
    yield* filters(root);
    yield* orders(root);
  }
}

function* selections(root: GraphQLField<unknown, unknown>): Generator<PricedOperation> {
  const { nodes } = (getNamedType(root.type) as GraphQLObjectType).getFields();
  const row = getNamedType(nodes!.type) as GraphQLObjectType;
  for (const field of Object.values(row.getFields())) {
    if (field.args.some(isRequiredArgument)) continue;
    const aliases = Array.from({ length: ALIASES }, (_, n) => `a${n}: ${field.name}${selectionOf(field)}`);
    yield { text: `{ ${root.name}(first: ${ROWS}) { nodes { ${aliases.join(' ')} } } }`, variables: [{}] };
  }
}

function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (!isObjectType(named)) return ' { __typename }';
  const names = Object.values(named.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name);
  const page = 'pageInfo' in named.getFields() ? ['nodes { __typename }', 'pageInfo { hasNextPage }'] : [];
  return ` { __typename ${[...names, ...page].join(' ')} }`;
}

function* filters(root: GraphQLField<unknown, unknown>): Generator<PricedOperation> {
  const argument = root.args.find(({ name }) => name === 'filter');
  if (!argument) return;
  const type = getNamedType(argument.type) as GraphQLInputObjectType;
  const text = `query ($filter: ${type.name}) { ${root.name}(first: 1, filter: $filter) { totalCount nodes { __typename } } }`;
  for (const filter of filterValues(type, MAX_FILTER_DEPTH)) {
    yield { text, variables: COPIES.map((copies) => ({ filter: { and: Array(copies).fill(filter) } })) };
    yield { text, variables: [{ filter: { or: [{ not: filter }, filter] } }] };
  }
}

type Value = Readonly<Record<string, unknown>>;

/** Returns filters with one condition each, and one with all operators of each field. */
function filterValues(type: GraphQLInputObjectType, depth: number): readonly Value[] {
  return Object.values(type.getFields()).flatMap((field): Value[] => {
    const inner = getNamedType(field.type);
    if (['and', 'or', 'not', 'defined'].includes(field.name) || !isInputObjectType(inner)) return [];
    return valuesOfField(inner, depth, type.name).map((value) => ({ [field.name]: value }));
  });
}

function valuesOfField(type: GraphQLInputObjectType, depth: number, owner: string): readonly Value[] {
  const fields = type.getFields();
  if ('and' in fields)
    return depth === 0 ? [{ defined: false }] : [{ defined: false }, ...filterValues(type, depth - 1)];
  const members = Object.values(fields).flatMap(({ name, type: of }): Value[] => {
    const inner = getNamedType(of);
    if (!isInputObjectType(inner) || /^Geo/.test(inner.name)) return [{ [name]: sample(of, owner) }];
    const [first = {}] = depth === 0 ? [] : filterValues(inner, depth - 1);
    return [{ [name]: first }];
  });
  return type.isOneOf ? members : [...members, Object.assign({}, ...members)];
}

function sample(type: GraphQLInputType, owner: string): unknown {
  if (isNonNullType(type)) return sample(type.ofType, owner);
  if (isListType(type)) return [sample(type.ofType, owner)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, sample(field.type, owner)]),
    );
  return SAMPLES[type.name] ?? toGlobalId(owner.replace(/Filter$/, ''), 'x');
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  String: 'e\u0301',
  URL: 'x',
  Int: 1,
  Float: 1.5,
  Boolean: true,
  Date: '2020-01-01',
  DateTime: '2020-01-01T00:00:00Z',
};

function* orders(root: GraphQLField<unknown, unknown>): Generator<PricedOperation> {
  const type = getNamedType(root.args.find(({ name }) => name === 'orderBy')!.type) as GraphQLInputObjectType;
  const { field, near } = type.getFields();
  const values = getNamedType(field!.type);
  if (!isEnumType(values)) return;
  const text = `query ($orderBy: [${type.name}!], $after: String, $before: String) { ${root.name}(first: 1, orderBy: $orderBy, after: $after, before: $before) { nodes { __typename } pageInfo { hasNextPage hasPreviousPage } totalCount } }`;
  for (const { name } of values.getValues())
    for (const place of near ? [undefined, { lat: 1, lng: 1 }] : [undefined]) {
      const order = { field: name, direction: 'DESC', nulls: 'FIRST', ...(place && { near: place }) };
      const orderBy = Array(ORDERS).fill(order);
      yield { text, variables: [{ orderBy }] };
      // A cursor has a value of the kind of the order, and its language. One of another kind is refused.
      const cursors = [1, 'x'].flatMap((value) =>
        [[], ['en'], ['de-CH']].map((language) => {
          const of = place ? `${name} DESC FIRST 1 1` : `${name} DESC FIRST`;
          const position = [...language, ...Array(ORDERS).fill(value), 'id'];
          return encodeCursor(Array(ORDERS).fill(of).join(), position);
        }),
      );
      yield { text, variables: cursors.map((after) => ({ orderBy, after })) };
      yield { text, variables: cursors.map((after) => ({ orderBy, after, before: after })) };
    }
}

function* lookups(
  root: GraphQLField<unknown, unknown>,
  type: GraphQLInputObjectType,
): Generator<PricedOperation> {
  const aliases = Array.from({ length: ALIASES }, (_, n) => `a${n}: ${root.name}(by: $by) { __typename }`);
  for (const field of Object.values(type.getFields()))
    yield {
      text: `query ($by: ${type.name}!) { ${aliases.join(' ')} }`,
      variables: [{ by: { [field.name]: sample(field.type, getNamedType(root.type).name) } }],
    };
}
