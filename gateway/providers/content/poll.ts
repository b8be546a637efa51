import type { ChangedDocument } from '../../core/change.ts';
import type { ContentClient } from './client.ts';

/** Documents of a page; a page with fewer is the last. */
export const POLL_PAGE_SIZE = 1_000;
/** Before any content, and far enough from the beginning of time to be looked back from. */
const LONG_AGO = '2000-01-01T00:00:00Z';

interface Found {
  readonly _id: string;
  readonly _type: string;
  readonly _rev: string;
  readonly _updatedAt: string;
}

/**
 * When a document of these types was last changed, by the service's own clock; long ago where there is none.
 * @throws UpstreamError
 */
export async function readNewest(
  client: Pick<ContentClient, 'query'>,
  types: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const groq = '{"newest": *[_type in $types] | order(_updatedAt desc)[0]._updatedAt}';
  const { result } = await client.query(groq, { types }, signal, { kind: 'poll' });
  return typeof result.newest === 'string' ? result.newest : LONG_AGO;
}

/**
 * A page of the documents that were changed at `from` or later, in the order of their changes; `last` is the id that ended
 * the page before. Times are compared as the texts they are.
 * @throws UpstreamError
 */
export async function readChanged(
  client: Pick<ContentClient, 'query'>,
  types: readonly string[],
  { from, last }: { from: string; last: string },
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const groq = `{"changed": *[_type in $types && (_updatedAt > $from || (_updatedAt == $from && _id > $last))]
    | order(_updatedAt asc, _id asc)[0...${POLL_PAGE_SIZE}]{_id, _type, _rev, _updatedAt}}`;
  const { result } = await client.query(groq, { types, from, last }, signal, { kind: 'poll' });
  if (!Array.isArray(result.changed))
    throw new Error('expected a list of changed documents from the content service');
  return result.changed as Found[];
}

/** What a sweep tells of a document. */
export const changedDocument = ({ _id, _type, _rev, _updatedAt }: Found): ChangedDocument => ({
  id: _id,
  type: _type,
  revision: _rev,
  updatedAt: _updatedAt,
});
