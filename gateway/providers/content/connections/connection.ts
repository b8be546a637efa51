import { GraphQLError } from 'graphql';
import type { Row } from '../../../core/context.ts';
import { type Groq, renderIn } from '../groq/groq.ts';

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
      return `{"error": ${scope.addParam({ message, extensions })}}`;
    }
  };
}

/** Throws the error of a connection whose arguments are invalid. @throws GraphQLError with the original extensions */
export function throwDeferredError(response: ConnectionResponse | null | undefined): void {
  if (response?.error)
    throw new GraphQLError(response.error.message, { extensions: response.error.extensions });
}
