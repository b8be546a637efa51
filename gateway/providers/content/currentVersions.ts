import { describeType } from '../../core/describeValue.ts';
import type { ContentClient } from './client.ts';

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
  const { result } = await client.query(groq, { ids }, signal, { kind: 'poll' });
  if (!Array.isArray(result.versions))
    throw new Error(
      `expected a list of versions from the content service, got ${describeType(result.versions)}`,
    );
  const versions = result.versions as readonly (CurrentVersion & { readonly id: string })[];
  return new Map(versions.map(({ id, ...version }) => [id, version]));
}
