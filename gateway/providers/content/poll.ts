import type { ChangedDocument } from '../../core/change.ts';
import { describeType } from '../../core/describeValue.ts';
import type { ContentClient } from './client.ts';

/** A page with fewer documents is the last. */
export const POLL_PAGE_SIZE = 1_000;
/** Earlier than any document, and late enough to subtract from. */
const EARLIEST_TIME = '2000-01-01T00:00:00Z';

interface ChangedRow {
  readonly _id: string;
  readonly _type: string;
  readonly _rev: string;
  readonly _updatedAt: string;
}

/**
 * Reads the time of the latest change to documents of these types, by Sanity's clock.
 * @throws UpstreamError
 */
export async function readNewestTime(
  client: Pick<ContentClient, 'query'>,
  documentTypes: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const groq = '{"newest": *[_type in $types] | order(_updatedAt desc)[0]._updatedAt}';
  const { result } = await client.query(groq, { types: documentTypes }, signal, { kind: 'poll' });
  return typeof result.newest === 'string' ? result.newest : EARLIEST_TIME;
}

/**
 * Reads a page of the documents that changed at `from` or later, in the order of their changes. Times are compared as texts.
 * `last` is the last id of the previous page.
 * @throws UpstreamError
 */
export async function readChangedPage(
  client: Pick<ContentClient, 'query'>,
  documentTypes: readonly string[],
  { from, last }: { from: string; last: string },
  signal: AbortSignal,
): Promise<readonly ChangedRow[]> {
  const groq = `{"changed": *[_type in $types && (_updatedAt > $from || (_updatedAt == $from && _id > $last))]
    | order(_updatedAt asc, _id asc)[0...${POLL_PAGE_SIZE}]{_id, _type, _rev, _updatedAt}}`;
  const params = { types: documentTypes, from, last };
  const { result } = await client.query(groq, params, signal, { kind: 'poll' });
  if (!Array.isArray(result.changed))
    throw new Error(
      `expected a list of changed documents from the content service, got ${describeType(result.changed)}`,
    );
  return result.changed as ChangedRow[];
}

/** Converts a row of a page to a changed document. */
export const toChangedDocument = ({ _id, _type, _rev, _updatedAt }: ChangedRow): ChangedDocument => ({
  id: _id,
  type: _type,
  revision: _rev,
  updatedAt: _updatedAt,
});
