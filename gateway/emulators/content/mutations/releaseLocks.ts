import { mutationError } from '../api/apiError.ts';
import { isRelease, releaseDocumentId, releaseOfVersion } from '../documents/release.ts';
import type { Transaction } from '../documents/store.ts';

/**
 * Checks that a transaction changes no version of a scheduled release, and writes none of an archived or published one. A release
 * without a document, e.g. of a seed, is not locked.
 * @throws ApiError 409 with the version
 */
export function checkReleaseLocks(transaction: Transaction): void {
  for (const { id, after } of transaction.changes()) {
    const name = releaseOfVersion(id);
    const release = name === undefined ? undefined : transaction.get(releaseDocumentId(name));
    if (!isRelease(release) || release.state === 'active') continue;
    if (release.state !== 'scheduled' && after === undefined) continue;
    throw mutationError(409, 0, {
      type: 'releaseLockedError',
      description: `Document "${id}" cannot change, because release "${name}" is ${release.state}`,
      id,
    });
  }
}
