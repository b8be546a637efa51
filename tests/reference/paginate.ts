import { GraphQLError } from 'graphql';
import type { OrderBy } from '../../gateway/core/model/derivedOrders.ts';
import { constantCase, type Model, type ModelType } from '../../gateway/core/model/model.ts';
import { decodeCursor, encodeCursor, readPage } from '../../gateway/core/relay.ts';
import type { Doc } from './dataset.ts';

/** A page of a connection. */
export interface ReferencePage {
  readonly nodes: readonly (Doc | null)[];
  readonly edges: readonly { cursor: string; node: Doc | null }[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
  readonly totalCount: number;
}

type Args = Readonly<Record<string, unknown>>;
type Position = readonly unknown[];

/** Returns the position of the type of a value in an order: numbers, strings, missing values. */
const sortRank = (value: unknown): number => {
  const at = ['number', 'string'].indexOf(typeof value);
  return at < 0 ? 2 : at;
};

function compare(a: unknown, b: unknown): number {
  if (sortRank(a) !== sortRank(b)) return sortRank(a) - sortRank(b);
  if (sortRank(a) === 2 || a === b) return 0;
  return (a as number) < (b as number) ? -1 : 1;
}

/** One key of an order, with the value of a document. */
export interface OrderKey extends OrderBy {
  valueOf(doc: Doc): unknown;
}

const hasValue = (value: unknown): boolean => sortRank(value) < 2;

/** Compares values of one key; a negative number if the first value comes first. */
function compareKey({ direction, nulls }: OrderBy, a: unknown, b: unknown): number {
  if (hasValue(a) !== hasValue(b)) return hasValue(b) === (nulls === 'FIRST') ? -1 : 1;
  return direction === 'DESC' ? compare(b, a) : compare(a, b);
}

/** Returns the name of an order in its cursors. */
export const cursorName = (orders: readonly OrderBy[]): string =>
  orders
    .map(({ field, direction, nulls, near }) =>
      [field, direction, nulls, ...(near ? [near.lat, near.lng] : [])].join(' '),
    )
    .join();

/** Returns the parts before the position in a cursor: the language of an order by localized values. */
export const cursorLanguage = ({ locales }: Model, { fields }: ModelType, orders: readonly OrderBy[]) =>
  orders.some(({ field }) => [...fields.values()].some((f) => constantCase(f.name) === field && f.localized))
    ? [locales.all[0].tag]
    : [];

const offsetOf = ({ offset }: Args): number => (offset as number | null | undefined) ?? 0;

/**
 * Sorts documents by keys and then by id, and returns a page of them.
 * @param language see `cursorLanguage`
 */
export function paginate(
  documents: readonly Doc[],
  keys: readonly OrderKey[],
  args: Args,
  language: readonly string[],
): ReferencePage {
  const name = cursorName(keys);
  const positionOf = (doc: Doc): Position => [
    ...keys.map((key) => key.valueOf(doc)).map((value) => (hasValue(value) ? value : null)),
    doc._id,
  ];
  const before = (a: Position, b: Position) =>
    keys.reduce((difference, key, i) => difference || compareKey(key, a[i], b[i]), 0) ||
    compare(a.at(-1), b.at(-1));
  const rows = documents
    .map((doc) => ({ doc, position: positionOf(doc) }))
    .sort((a, b) => before(a.position, b.position));
  const at = (cursor: unknown, isBeyond: (difference: number) => boolean) => {
    const length = language.length + keys.length + 1;
    const position = decodeCursor(name, cursor as string, length).slice(language.length);
    const found = rows.findIndex((row) => isBeyond(before(row.position, position)));
    return found < 0 ? rows.length : found;
  };
  const low = args.after == null ? Math.min(offsetOf(args), rows.length) : at(args.after, (d) => d > 0);
  const high = args.before == null ? rows.length : at(args.before, (d) => d >= 0);
  const items = rows.map(({ doc, position }) => ({
    node: doc,
    cursor: encodeCursor(name, [...language, ...position]),
  }));
  return slicePage(items, low, high, args);
}

/** Returns a page of an array of references in its order. A cursor contains the index and `_key` of an item. */
export function paginateList(items: readonly { doc: Doc; key: unknown }[], args: Args): ReferencePage {
  const locate = (cursor: unknown) => {
    const [index, key] = decodeCursor('LIST', cursor as string, 2) as [number, string];
    const at = items[index]?.key === key ? index : items.findIndex((item) => item.key === key);
    return { index: Math.min(index, items.length), at };
  };
  const after = args.after == null ? undefined : locate(args.after);
  const before = args.before == null ? undefined : locate(args.before);
  const low = after ? (after.at >= 0 ? after.at + 1 : after.index) : Math.min(offsetOf(args), items.length);
  const high = before ? (before.at >= 0 ? before.at : before.index) : items.length;
  const edges = items.map(({ doc, key }, i) => ({ node: doc, cursor: encodeCursor('LIST', [i, key]) }));
  return slicePage(edges, low, high, args);
}

function slicePage(
  items: readonly { cursor: string; node: Doc }[],
  low: number,
  high: number,
  args: Args,
): ReferencePage {
  const { size, isBackward } = readPage(args, (name) => name !== 'first' || args.last == null);
  if (size < 0) throw new GraphQLError('unreachable');
  const window = items.slice(low, Math.max(low, high));
  const edges = isBackward ? window.slice(Math.max(0, window.length - size)) : window.slice(0, size);
  const more = window.length > size;
  const hasRowsAfter = more || (args.before != null && high < items.length);
  const beginsLater = (args.after != null || offsetOf(args) > 0) && low > 0;
  const hasRowsBefore = more || beginsLater;
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    totalCount: items.length,
    pageInfo: {
      hasNextPage: isBackward ? args.before != null && high < items.length : hasRowsAfter,
      hasPreviousPage: isBackward ? hasRowsBefore : beginsLater,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
