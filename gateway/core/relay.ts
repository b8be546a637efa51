import type { GraphQLError } from 'graphql';
import { quoted } from './describeValue.ts';
import { inputError } from './errors.ts';

/** The maximum number of rows in a page, and of ids in `nodes(ids:)`. */
export const MAX_PAGE_SIZE = 100;

/** The maximum number of representations in `_entities`. It is larger than a page, because a router does not split a request. */
export const MAX_REPRESENTATIONS = 500;

/** The number of rows in a page for which `first: null` is given, unless the list has another default. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns the error of a size out of range. @param argument that requests it, by its number or its length */
export const pageSizeError = (size: number, argument: string, maximum = MAX_PAGE_SIZE): GraphQLError =>
  inputError(
    `${argument}: expected a size of 0 to ${maximum}, got ${size}; request ${size < 0 ? 'a size in the range' : 'fewer items, and the rest by further fields or pages'}`,
    'PAGE_SIZE',
    { argument, minimum: 0, limit: maximum, actual: size },
  );

/** Texts whose base64 contains none of the characters that base64url replaces. */
const PLAIN_TEXT = /^[\w.:-]*$/;

/** The global is a getter, which takes longer than the call. */
const toBase64 = btoa;

/** Encodes a text in base64url. `btoa` takes a third of the time of a buffer. */
const encode = (text: string): string =>
  PLAIN_TEXT.test(text)
    ? toBase64(text).slice(0, Math.ceil((text.length * 4) / 3))
    : Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

/** Encodes a document's global id from its type name and `_id`; opaque to clients. */
export const toGlobalId = (typeName: string, id: string): string => encode(`${typeName}:${id}`);

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
}

/**
 * Reads the paging arguments of a connection (https://relay.dev/graphql/connections.htm#sec-Arguments). A given `last`
 * replaces the default of `first`.
 * @param defaultSize the default of `first` in the schema
 * @throws GraphQLError PAGE_SIZE for a size out of range, BAD_USER_INPUT when both directions are given
 */
export function readPage(
  args: Record<string, unknown>,
  isGiven: (argument: string) => boolean,
  defaultSize = DEFAULT_PAGE_SIZE,
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
  };
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
