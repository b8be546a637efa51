import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import { inputError } from '../../../core/errors.ts';
import type { OrderBy } from '../../../core/model/derivedOrders.ts';
import type { ModelType } from '../../../core/model/model.ts';
import { type Page, readPage } from '../../../core/relay.ts';
import {
  type Conditions,
  collectFields,
  givenArguments,
  type SelectedField,
  type SelectionScope,
  selectionsOf,
} from '../../../core/selection.ts';
import { type Groq, groq, groqWhen } from '../groq/groq.ts';
import { MAX_ORDERS } from '../groq/orders.ts';
import type { Projector } from '../groq/projector.ts';

/** The parsed arguments of a connection. */
export interface ConnectionArguments {
  readonly page: Page;
  readonly filter: Readonly<Record<string, unknown>> | null | undefined;
  /** At least one; undefined for the order of an array of references. */
  readonly orderBy: readonly OrderBy[] | undefined;
}

/** A connection field in an operation. */
export interface ConnectionPlan {
  readonly projector: Projector;
  readonly target: ModelType;
  readonly field: Field;
  readonly nodes: readonly SelectedField[];
}

/** The selection of a connection: the conditions of each part, and the projections of each row. */
export interface PageSelection {
  readonly rows: readonly Conditions[];
  readonly total: readonly Conditions[];
  readonly hasNext: readonly Conditions[];
  readonly hasPrevious: readonly Conditions[];
  /** `prefix` precedes each projection: empty for a document, `@->` for a reference. */
  project(prefix: '' | '@->'): Groq[];
}

type Variables = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, unknown>;

interface ParsedArguments {
  readonly field: Field;
  readonly args: ConnectionArguments;
}

/** By variables: the query needs them, and each row that has the field. */
const parsedArguments = new WeakMap<Variables, WeakMap<FieldNode, ParsedArguments>>();

/**
 * Parses the arguments of a connection field with the operation's variables.
 * @param coerced the arguments, if they are coerced already
 * @throws GraphQLError PAGE_SIZE, BAD_USER_INPUT
 */
export function connectionArguments(
  field: Field,
  nodes: readonly SelectedField[],
  variables: Variables,
  coerced?: Record<string, unknown>,
): ConnectionArguments {
  // GraphQL validation ensures that fields with the same response key have the same arguments.
  const node = nodes[0]?.node as FieldNode;
  const byNode = parsedArguments.get(variables) ?? new WeakMap<FieldNode, ParsedArguments>();
  parsedArguments.set(variables, byNode);
  const known = byNode.get(node);
  if (known?.field === field) return known.args;
  const args = parseArguments(field, node, variables, coerced);
  byNode.set(node, { field, args });
  return args;
}

function parseArguments(
  field: Field,
  node: FieldNode,
  variables: Variables,
  args = getArgumentValues(field, node, variables),
): ConnectionArguments {
  return {
    page: readPage(args, givenArguments(node, variables), { defaultSize: defaultOf<number>(field, 'first') }),
    filter: args.filter as ConnectionArguments['filter'],
    orderBy: readOrderBy(field, args.orderBy as readonly OrderBy[] | null | undefined),
  };
}

/** Null and an empty list have the default of the schema. @throws GraphQLError BAD_USER_INPUT for too many orders */
function readOrderBy(
  field: Field,
  given: readonly OrderBy[] | null | undefined,
): readonly OrderBy[] | undefined {
  if (given && given.length > MAX_ORDERS)
    throw inputError(
      `expected at most ${MAX_ORDERS} orders in orderBy, got ${given.length}; omit those that only break ties`,
      'BAD_USER_INPUT',
      { argument: 'orderBy', limit: MAX_ORDERS, actual: given.length },
    );
  if (given && given.length > 0) return given;
  return defaultOf<readonly OrderBy[]>(field, 'orderBy');
}

/** Returns the default of an argument in the schema. */
const defaultOf = <Value>({ args }: Field, argument: string): Value | undefined =>
  args.find(({ name }) => name === argument)?.defaultValue as Value | undefined;

/** Returns the key under which a row contains the `node` of an edge. */
export const edgeKey = (edgesKey: string, nodeKey: string): string => `${edgesKey}/${nodeKey}`;

/**
 * Returns the key and the selection of each document in the rows of a connection.
 * @param typeName the type of the connection
 */
export function documentsOfPage(
  scope: SelectionScope,
  target: ModelType,
  typeName: string,
  nodes: readonly SelectedField[],
): readonly (readonly [key: string, selected: readonly SelectedField[]])[] {
  const fields = collect(scope, typeName, nodes);
  const edgeNodes = named(fields, 'edges').flatMap(([edgesKey, selected]) =>
    named(collect(scope, `${target.name}Edge`, selected), 'node').map(
      ([key, inner]) => [edgeKey(edgesKey, key), inner] as const,
    ),
  );
  return [...named(fields, 'nodes'), ...edgeNodes];
}

type CollectedField = readonly [key: string, selected: readonly SelectedField[]];

const collect = (
  scope: SelectionScope,
  typeName: string,
  nodes: readonly SelectedField[],
): CollectedField[] => [
  ...collectFields(scope, scope.schema.getType(typeName) as GraphQLObjectType, selectionsOf(nodes)),
];

const named = (fields: readonly CollectedField[], name: string) =>
  fields.filter(([, selected]) => selected[0]?.node.name.value === name);

/** Reads the selection of a connection. */
export function selectPage({ projector, target, field, nodes }: ConnectionPlan): PageSelection {
  const typeName = getNamedType(field.type).name;
  const fields = collect(projector, typeName, nodes);
  const when = (...names: string[]) =>
    names.flatMap((name) => named(fields, name).flatMap(([, selected]) => conditionsOf(selected)));

  const projections = documentsOfPage(projector, target, typeName, nodes).map(([key, selected]) => ({
    key: JSON.stringify(key),
    conditions: conditionsOf(selected),
    projection: projector.target(target.name, selectionsOf(selected)),
  }));

  const pageInfo = named(fields, 'pageInfo').flatMap(([, selected]) =>
    collect(projector, 'PageInfo', selected).flatMap(([, inner]) => inner),
  );
  const whenInPageInfo = (name: string) =>
    conditionsOf(pageInfo.filter(({ node }) => node.name.value === name));
  return {
    rows: when('nodes', 'edges', 'pageInfo'),
    total: when('totalCount'),
    hasNext: whenInPageInfo('hasNextPage'),
    hasPrevious: whenInPageInfo('hasPreviousPage'),
    project: (prefix) =>
      projections.map(({ key, conditions, projection }) =>
        groqWhen(conditions, groq`${key}: ${prefix}${projection}`),
      ),
  };
}

const conditionsOf = (selected: readonly SelectedField[]): Conditions[] => selected.map(({ when }) => when);
