import { type FieldNode, GraphQLError, type GraphQLField, getArgumentValues } from 'graphql';
import type { Row } from '../../../core/context.ts';
import { inputError } from '../../../core/errors.ts';
import type { OrderBy } from '../../../core/model/derivedOrders.ts';
import { type Page, readPage } from '../../../core/relay.ts';
import { givenArguments, type SelectedField } from '../../../core/selection.ts';
import { type Groq, renderIn } from '../groq/groq.ts';
import { MAX_ORDERS } from '../groq/orders.ts';

/** The values of a cursor: scalars, unless the document is faulty. */
export type CursorPosition = readonly unknown[];

/** A row of a connection: its cursor position, and its document under the key of each selection of it. */
export type ConnectionRow = { readonly '@cursor': CursorPosition } & Readonly<Record<string, Row | null>>;

/** The result of a connection's query. */
export interface ConnectionResponse {
  readonly rows?: readonly ConnectionRow[] | null;
  readonly total?: number;
  /** The id of a row on the other side of the cursor where the page starts, for `pageInfo`; null if there is none. */
  readonly beyondStart?: string | null;
  /** The id of a row on the other side of the cursor where the page ends. */
  readonly beyondEnd?: string | null;
  /** Of lists in the array's order: the key at the index of the cursor. */
  readonly anchor?: string | null;
  /** The stored value if it is not an array. */
  readonly value?: unknown;
  /** The stored list, if one of its elements is no reference. */
  readonly stored?: readonly unknown[] | null;
  /** The error of invalid arguments: see `deferredError`. */
  readonly error?: Pick<GraphQLError, 'message' | 'extensions'>;
}

/** The parent value of the fields of a connection. */
export interface Connection {
  readonly rows: readonly ConnectionRow[];
  /** Returns the cursor of a row. */
  cursorOf(row: number): string;
  readonly totalCount: number | undefined;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    startCursor(): string | null;
    endCursor(): string | null;
  };
}

/** The rows of a page, and whether there are more ahead and behind in reading direction. */
export interface PageRows {
  readonly rows: readonly ConnectionRow[];
  readonly hasRowsAhead: boolean;
  readonly hasRowsBehind: boolean;
}

/** Converts the rows of a page to a connection. Cursors are encoded only where an operation selects them. */
export function toConnection(
  { rows, hasRowsAhead, hasRowsBehind }: PageRows,
  isBackward: boolean,
  cursorOf: Connection['cursorOf'],
  totalCount: number | undefined,
): Connection {
  return {
    rows,
    cursorOf,
    totalCount,
    pageInfo: {
      hasNextPage: isBackward ? hasRowsBehind : hasRowsAhead,
      hasPreviousPage: isBackward ? hasRowsAhead : hasRowsBehind,
      startCursor: () => (rows.length > 0 ? cursorOf(0) : null),
      endCursor: () => (rows.length > 0 ? cursorOf(rows.length - 1) : null),
    },
  };
}

/**
 * Wraps the GROQ of a nested connection. If rendering fails because of invalid arguments, the query returns the error as data,
 * so that only this field fails and the rest of the query runs.
 */
export function deferredError(connection: Groq): Groq {
  return (scope) => {
    try {
      return renderIn(connection, scope);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const { message, extensions } = error;
      // Errors of graphql-js about arguments have no code.
      const codedError = { message, extensions: { code: 'BAD_USER_INPUT', ...extensions } };
      return `{"error": ${scope.addParam(codedError)}}`;
    }
  };
}

/** Throws the error of a connection whose arguments are invalid. @throws GraphQLError with the original extensions */
export function throwDeferredError(response: ConnectionResponse | null | undefined): void {
  if (response?.error)
    throw new GraphQLError(response.error.message, { extensions: response.error.extensions });
}

/** The parsed arguments of a connection. */
export interface ConnectionArguments {
  readonly page: Page;
  readonly filter: Readonly<Record<string, unknown>> | null | undefined;
  /** At least one; undefined for the order of an array of references. */
  readonly orderBy: readonly OrderBy[] | undefined;
}

type Variables = Readonly<Record<string, unknown>>;

export type Field = GraphQLField<unknown, unknown>;

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
