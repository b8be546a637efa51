import { createHash } from 'node:crypto';
import { quoted } from '../../core/describeValue.ts';
import { inputError } from '../../core/errors.ts';
import { recordText } from '../../core/model/searchRecord.ts';
import { decodeCursor, encodeCursor, readPage } from '../../core/relay.ts';
import type { SearchRequest } from './client.ts';
import { MAX_HITS } from './settings.ts';

/** The paging arguments of a field. */
export interface PagingArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly offset?: number | null;
}

/** A page of hits. */
export interface HitsPage {
  /** The number of hits before the page. */
  readonly offset: number;
  readonly length: number;
  /** True if the page begins before all hits of the index. */
  readonly isFirst: boolean;
  /** Returns the cursor of the hit at an offset; `BEFORE_HITS` for results of the draft overlay. */
  cursorAt(offset: number | typeof BEFORE_HITS): string;
}

/** The cursor position of the draft overlay's results, which precede all hits of the index. */
export const BEFORE_HITS = 'before';

/** Algolia's own limit, in UTF-8. */
export const MAX_QUERY_BYTES = 512;

/** Returns a hash that identifies a search in its cursors. */
const fingerprint = (scope: unknown): string =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 12);

/** The search and the default size of a page. */
interface HitsPageOptions {
  /** Identifies the search: its query, types and filter. */
  readonly scope: unknown;
  readonly defaultSize: number;
  /** As for `readPage`. */
  isGiven(argument: string): boolean;
  /** Returns the number of hits. It is called for the last page, whose position depends on it. */
  countHits(): Promise<number>;
}

/** The number of hits that pages can reach. */
const reachableHits = (total: number): number => Math.min(total, MAX_HITS);

/**
 * Reads the page of a search. A cursor contains the hit's position and the fingerprint of its search.
 * @throws GraphQLError PAGE_SIZE for a size out of range, BAD_CURSOR for a cursor of another search, BAD_USER_INPUT for `first`
 * and `last` together
 */
export async function readHitsPage(
  args: PagingArguments,
  { scope, defaultSize, isGiven, countHits }: HitsPageOptions,
): Promise<HitsPage> {
  const search = fingerprint(scope);
  const page = readPage({ ...args }, isGiven, { defaultSize, maxOffset: MAX_HITS });
  const low = page.after === undefined ? page.offset : readPosition(search, page.after) + 1;
  const high = page.before === undefined ? MAX_HITS : readPosition(search, page.before);
  const end = page.isBackward && page.before === undefined ? reachableHits(await countHits()) : high;
  const offset = page.isBackward ? Math.max(low, end - page.size) : low;
  return {
    offset,
    length: Math.max(0, Math.min(page.size, end - offset)),
    isFirst: page.after === undefined && offset === 0 && end >= 0,
    cursorAt: (position) => encodeCursor(search, [position]),
  };
}

/**
 * Returns a text of a search.
 * @throws GraphQLError BAD_USER_INPUT for a text longer than Algolia's limit of queries
 */
export function readSearchText(value: string, argument: 'query' | 'prefix'): string {
  // A lone surrogate cannot be encoded as UTF-8.
  const text = recordText(value.toWellFormed());
  const actual = Buffer.byteLength(text);
  if (actual > MAX_QUERY_BYTES)
    throw inputError(
      `expected a ${argument} of at most ${MAX_QUERY_BYTES} bytes in UTF-8, got ${actual}; shorten the ${argument}`,
      'BAD_USER_INPUT',
      { argument, limit: MAX_QUERY_BYTES, actual, unit: 'bytes' },
    );
  return text;
}

/** Double quotes in prose of several languages: the search service knows only the straight one. */
const CURLY_QUOTES = /[“”„‟«»]/g;

/** Returns the text of a query, with straight quotes around phrases. @throws GraphQLError as `readSearchText` */
export const readQuery = (query: string): string => readSearchText(query, 'query').replace(CURLY_QUOTES, '"');

/** Returns the request parameters of a page; no hits if only the count is selected. */
export const pageParameters = ({ offset, length }: HitsPage, wantsHits: boolean): Partial<SearchRequest> =>
  wantsHits && length > 0 ? { offset, length } : { hitsPerPage: 0 };

/** Returns the `pageInfo` of a page among `total` hits, of which the first `MAX_HITS` are reachable. */
export function pageInfo({ offset, length, cursorAt }: HitsPage, total: number) {
  const reachable = reachableHits(total);
  const count = Math.max(0, Math.min(length, reachable - offset));
  return {
    hasNextPage: offset + count < reachable,
    hasPreviousPage: Math.min(offset, reachable) > 0,
    startCursor: count > 0 ? cursorAt(offset) : null,
    endCursor: count > 0 ? cursorAt(offset + count - 1) : null,
  };
}

function readPosition(search: string, cursor: string): number {
  const [position] = decodeCursor(search, cursor, 1);
  if (position === BEFORE_HITS) return -1;
  if (typeof position === 'number' && Number.isInteger(position) && position >= 0 && position < MAX_HITS)
    return position;
  throw inputError(
    `expected a cursor of this search, got ${quoted(cursor)}; start again without a cursor`,
    'BAD_CURSOR',
  );
}
