import { createHash } from 'node:crypto';
import { inputError } from '../../core/errors.ts';
import { decodeCursor, encodeCursor, MAX_PAGE_SIZE } from '../../core/relay.ts';
import type { SearchRequest } from './client.ts';
import { DEEPEST_HIT } from './settings.ts';

/** Paging arguments as GraphQL hands them over. */
export interface PagingArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A stretch of a search's hits. */
export interface HitsPage {
  /** How many hits come before it. */
  readonly offset: number;
  readonly length: number;
  /** Whether it is asked for without a cursor. */
  readonly isFirst: boolean;
  /** The cursor of the hit at this offset; `BESIDE` for what stands before all hits. */
  cursorAt(offset: number | typeof BESIDE): string;
}

/** The place of what is found beside the index: after it come all of the index's hits. */
export const BESIDE = 'beside';

/** The provider takes no longer query. */
const LONGEST_QUERY = 512;

/** Says the same of the same search, and another of any other. */
const fingerprint = (scope: unknown): string =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 12);

/**
 * The page that arguments ask for. Cursors hold a hit's position and what was searched for, so that one of another
 * search is refused rather than misread.
 * @param scope what makes this search another one than the next: its query, types and filter.
 * @throws GraphQLError PAGE_SIZE for a size outside 1…100, BAD_CURSOR for a cursor that this search did not give out.
 */
export function readHitsPage({ first, after }: PagingArguments, scope: unknown): HitsPage {
  const search = fingerprint(scope);
  const size = readSize(first ?? 20);
  const offset = after == null ? 0 : readPosition(search, after) + 1;
  return {
    offset,
    length: Math.max(0, Math.min(size, DEEPEST_HIT - offset)),
    isFirst: after == null,
    cursorAt: (position) => encodeCursor(search, [position]),
  };
}

/**
 * Checks the size of a page.
 * @throws GraphQLError PAGE_SIZE for a size outside 1…100.
 */
export function readSize(first: number): number {
  if (first < 1 || first > MAX_PAGE_SIZE)
    throw inputError(
      `expected a page of 1 to ${MAX_PAGE_SIZE} rows, got ${first}; ask for fewer and continue with the cursor`,
      'PAGE_SIZE',
    );
  return first;
}

/**
 * Checks the words of a query.
 * @throws GraphQLError BAD_USER_INPUT for more characters than the search service takes.
 */
export function readQuery(query: string): string {
  if (query.length > LONGEST_QUERY)
    throw inputError(
      `expected a query of at most ${LONGEST_QUERY} characters, got ${query.length}; ask for fewer words`,
    );
  // Half of a pair is no character, and cannot be sent as one.
  return query.toWellFormed();
}

/** The parameters of a request for a page of hits, or for none when only the count is of interest. */
export const pageParameters = ({ offset, length }: HitsPage, wantsHits: boolean): Partial<SearchRequest> =>
  wantsHits && length > 0 ? { offset, length } : { hitsPerPage: 0 };

/** Where a page lies among `total` hits, of which only the first `DEEPEST_HIT` can be reached. */
export function pageInfo({ offset, length, cursorAt }: HitsPage, total: number) {
  const reachable = Math.min(total, DEEPEST_HIT);
  const count = Math.max(0, Math.min(length, reachable - offset));
  return {
    hasNextPage: offset + count < reachable,
    hasPreviousPage: offset > 0,
    startCursor: count > 0 ? cursorAt(offset) : null,
    endCursor: count > 0 ? cursorAt(offset + count - 1) : null,
  };
}

function readPosition(search: string, cursor: string): number {
  const [position] = decodeCursor(search, cursor, 1);
  if (position === BESIDE) return -1;
  if (typeof position === 'number' && Number.isInteger(position) && position >= 0 && position < DEEPEST_HIT)
    return position;
  throw inputError('expected a cursor of this search; start again without it', 'BAD_CURSOR');
}
