import type { GraphQLError } from 'graphql';
import { quoted } from './describeValue.ts';
import { inputError, rangeError } from './errors.ts';

/** The maximum number of rows in a page, and of ids in `nodes(ids:)`. */
export const MAX_PAGE_SIZE = 100;

/** The maximum number of representations in `_entities`. It is larger than a page, because a router does not split a request. */
export const MAX_REPRESENTATIONS = 500;

/** The maximum number of items that `offset` skips. */
export const MAX_OFFSET = 10_000;

/** The number of rows in a page for which `first: null` is given, unless the list has another default. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns the error of a size out of range. @param argument that requests it, by its number or its length */
export const pageSizeError = (size: number, argument: string, maximum = MAX_PAGE_SIZE): GraphQLError =>
  inputError(
    `${argument}: expected a size of 0 to ${maximum}, got ${size}; request ${size < 0 ? 'a size in the range' : 'fewer items, and the rest by further fields or pages'}`,
    'PAGE_SIZE',
    { argument, minimum: 0, limit: maximum, actual: size },
  );

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

/** Encodes a document's global id from its type name and `_id`; opaque to clients. */
export const toGlobalId = (typeName: string, id: string): string => encode(`${typeName}:${id}`);

/** Of a type. More than the documents that are read often. */
const MAX_KNOWN_IDS = 5_000;

/** By type name. */
const knownGlobalIds = new Map<string, Map<string, string>>();

/** Returns a function that returns the global id of an `_id`, and encodes the ids of recent documents once. */
export function globalIdsOf(typeName: string): (id: string) => string {
  const known = knownGlobalIds.get(typeName) ?? new Map<string, string>();
  knownGlobalIds.set(typeName, known);
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN_IDS) known.clear();
    const globalId = toGlobalId(typeName, id);
    known.set(id, globalId);
    return globalId;
  };
}

/** Decodes a global id; undefined when it is not one. */
export function fromGlobalId(globalId: string): { typeName: string; id: string } | undefined {
  const match = /^([A-Za-z_]\w*):([A-Za-z0-9._-]+)$/.exec(decode(globalId));
  const [, typeName, id] = match ?? [];
  if (!typeName || !id || toGlobalId(typeName, id) !== globalId) return undefined;
  return { typeName, id };
}

/** Validated paging arguments of a connection. */
export interface Page {
  readonly size: number;
  readonly isBackward: boolean;
  readonly after: string | undefined;
  readonly before: string | undefined;
  /** The number of rows to skip from the start of the list; 0 with a cursor, and for a page that is read backwards. */
  readonly offset: number;
}

/** The numbers that depend on the list. */
interface PageLimits {
  readonly defaultSize?: number | undefined;
  readonly maxOffset?: number;
}

/**
 * Reads the paging arguments of a connection (https://relay.dev/graphql/connections.htm#sec-Arguments), and `offset`. A given
 * `last` replaces the default of `first`.
 * @param defaultSize the default of `first` in the schema
 * @param maxOffset the number of items that `offset` can skip
 * @throws GraphQLError PAGE_SIZE for a size out of range, BAD_USER_INPUT when both directions are given, or `offset` is out of range
 * or beside another place to begin
 */
export function readPage(
  args: Record<string, unknown>,
  isGiven: (argument: string) => boolean,
  { defaultSize = DEFAULT_PAGE_SIZE, maxOffset = MAX_OFFSET }: PageLimits = {},
): Page {
  const isBackward = args.last != null;
  if (isBackward && isGiven('first') && args.first != null)
    throw inputError(
      'expected either first or last, got both; page in one direction at a time',
      'BAD_USER_INPUT',
      { argument: 'last' },
    );
  const size = (isBackward ? args.last : (args.first ?? defaultSize)) as number;
  if (size < 0 || size > MAX_PAGE_SIZE) throw pageSizeError(size, isBackward ? 'last' : 'first');
  return {
    size,
    isBackward,
    after: (args.after as string | null | undefined) ?? undefined,
    before: (args.before as string | null | undefined) ?? undefined,
    offset: readOffset(args, maxOffset),
  };
}

/** A cursor and `offset` would be two places at which the page begins. */
function readOffset(args: Record<string, unknown>, maximum: number): number {
  const offset = args.offset as number | null | undefined;
  if (offset == null) return 0;
  const other = ['after', 'before', 'last'].find((name) => args[name] != null);
  if (other)
    throw inputError(
      `expected offset with first alone, got ${other} too; go on from a cursor, or begin with an offset`,
      'BAD_USER_INPUT',
      { argument: 'offset' },
    );
  if (offset < 0 || offset > maximum)
    throw rangeError({ argument: 'offset', minimum: 0, limit: maximum, actual: offset });
  return offset;
}

const isScalar = (part: unknown): boolean => typeof part !== 'object' || part === null;

/**
 * Encodes a cursor of a list under one order: opaque to clients, invalid under another order. Non-scalar parts become
 * null, as they are in the order.
 */
export const encodeCursor = (order: string, position: readonly unknown[]): string =>
  encode(JSON.stringify([order, ...position.map((part) => (isScalar(part) ? part : null))]));

/**
 * Decodes a cursor of this order into its scalars.
 * @throws GraphQLError BAD_CURSOR for anything else
 */
export function decodeCursor(
  order: string,
  cursor: string,
  length: number,
): (string | number | boolean | null)[] {
  const badCursor = () =>
    inputError(
      `expected a cursor of this list under the same order, got ${quoted(cursor)}; start again without it`,
      'BAD_CURSOR',
    );
  let parts: unknown;
  try {
    parts = JSON.parse(decode(cursor));
  } catch {
    throw badCursor();
  }
  if (!Array.isArray(parts) || parts.length !== length + 1 || parts[0] !== order) throw badCursor();
  const position = parts.slice(1);
  if (!position.every(isScalar)) throw badCursor();
  return position;
}
