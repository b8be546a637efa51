import { GraphQLError } from 'graphql';
import type { Row } from '../../core/context.ts';
import { type ErrorCode, inputError } from '../../core/errors.ts';
import { type Groq, renderIn } from './groq/groq.ts';

/** What a row is ordered by and found again by: scalars, unless its document is faulty. */
export type Position = readonly unknown[];

/** A row of a connection: its position, and its document once for each place that asks for it. */
export type ConnectionRow = { readonly '@cursor': Position } & Readonly<Record<string, Row | null>>;

/** What the content service answers for a connection. */
export interface ConnectionResponse {
  readonly rows?: readonly ConnectionRow[] | null;
  readonly total?: number;
  /** A row on the other side of the cursor, when it was asked whether there is one. */
  readonly behind?: string | null;
  /** For lists in the document's own order: the key that stands where the cursor's stood. */
  readonly anchor?: string | null;
  /** Why it was not asked for: its arguments cannot be served. */
  readonly refused?: { readonly message: string; readonly code: ErrorCode };
}

/** A page as its resolvers read it. */
export interface Connection {
  readonly rows: readonly ConnectionRow[];
  readonly cursors: readonly string[];
  readonly totalCount: number | undefined;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** The rows of a page, and whether there are more beyond its end and behind its beginning, as it is read. */
export interface PageOfRows {
  readonly rows: readonly ConnectionRow[];
  readonly more: boolean;
  readonly behind: boolean;
}

/** A page of rows as the fields of a connection. */
export function toConnection(
  { rows, more, behind }: PageOfRows,
  backwards: boolean,
  cursors: readonly string[],
  totalCount: number | undefined,
): Connection {
  return {
    rows,
    cursors,
    totalCount,
    pageInfo: {
      hasNextPage: backwards ? behind : more,
      hasPreviousPage: backwards ? more : behind,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

/**
 * A connection inside a document, whose arguments cannot be served for reasons known only once they are read: the answer
 * carries the reason, so that the field errs where it stands and its neighbours are answered.
 */
export function deferredError(connection: Groq): Groq {
  return (scope) => {
    try {
      return renderIn(connection, scope);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const { message, extensions } = error;
      return `{"refused": ${scope.param({ message, code: extensions.code })}}`;
    }
  };
}

/** @throws GraphQLError with the code of the refusal, when the connection was refused. */
export function throwDeferredError(answer: ConnectionResponse | null | undefined): void {
  if (answer?.refused) throw inputError(answer.refused.message, answer.refused.code);
}
