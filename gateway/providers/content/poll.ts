import type { ChangedDocument } from '../../core/change.ts';
import { describeType } from '../../core/describeValue.ts';
import type { ContentClient } from './client.ts';

/** A page with fewer documents is the last. */
export const POLL_PAGE_SIZE = 1_000;
/** After every id: ids have letters, digits, dots, dashes and underscores. */
export const LAST_ID = '~';
/** Earlier than any document, and late enough to subtract from. */
const EARLIEST_TIME = '2000-01-01T00:00:00Z';

export interface ChangedRow {
  readonly _id: string;
  readonly _type: string;
  readonly _rev: string;
  readonly _createdAt: string;
  readonly _updatedAt: string;
}

/** A page of changed documents of any `_type`, and the number of all documents. */
interface ChangedPage {
  readonly rows: readonly ChangedRow[];
  readonly total: number;
}

/**
 * Reads the time of the latest change to a document, by Sanity's clock.
 * @throws UpstreamError
 */
export async function readNewestTime(
  client: Pick<ContentClient, 'query'>,
  signal: AbortSignal,
): Promise<string> {
  const groq = '{"newest": * | order(_updatedAt desc)[0]._updatedAt}';
  const { result } = await client.query({ groq, params: {} }, signal, { kind: 'poll' });
  return typeof result.newest === 'string' ? result.newest : EARLIEST_TIME;
}

/**
 * Reads a page of the documents that changed at `from` or later, in the order of their changes. Times are compared as texts.
 * `last` is the last id of the previous page.
 * @throws UpstreamError
 */
export async function readChangedPage(
  client: Pick<ContentClient, 'query'>,
  { from, last }: { from: string; last: string },
  signal: AbortSignal,
): Promise<ChangedPage> {
  const groq = `{"total": count(*), "changed": *[_updatedAt > $from || (_updatedAt == $from && _id > $last)]
    | order(_updatedAt asc, _id asc)[0...${POLL_PAGE_SIZE}]{_id, _type, _rev, _createdAt, _updatedAt}}`;
  const { result } = await client.query({ groq, params: { from, last } }, signal, { kind: 'poll' });
  const { changed, total } = result;
  if (!Array.isArray(changed) || typeof total !== 'number')
    throw new Error(
      `expected {total, changed} from the content service, got ${describeType(total)} as total and ${describeType(changed)} as changed documents`,
    );
  return { rows: changed as ChangedRow[], total };
}

/**
 * Converts a row of a page to a changed document.
 * @param isNew true if the document was not published before
 */
export const toChangedDocument = (
  { _id, _type, _rev, _updatedAt }: ChangedRow,
  isNew: boolean,
): ChangedDocument => ({
  id: _id,
  type: _type,
  operation: isNew ? 'create' : undefined,
  revision: _rev,
  updatedAt: _updatedAt,
});

/** The version of a published document that the content service returns. */
export interface CurrentVersion {
  readonly type: string;
  readonly revision: string;
  readonly updatedAt: string;
}

/** Reads the versions of up to this many documents with one request. */
export const MAX_VERSIONS = 500;

/**
 * Reads the versions of documents past every cache; documents that are not published are absent.
 * @throws UpstreamError
 */
export async function readCurrentVersions(
  client: Pick<ContentClient, 'query'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CurrentVersion>> {
  const groq =
    '{"versions": *[_id in $ids]{"id": _id, "type": _type, "revision": _rev, "updatedAt": _updatedAt}}';
  const { result } = await client.query({ groq, params: { ids } }, signal, { kind: 'poll' });
  if (!Array.isArray(result.versions))
    throw new Error(
      `expected a list of versions from the content service, got ${describeType(result.versions)}`,
    );
  const versions = result.versions as readonly (CurrentVersion & { readonly id: string })[];
  return new Map(versions.map(({ id, ...version }) => [id, version]));
}
