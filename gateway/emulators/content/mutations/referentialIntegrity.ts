import { mutationError } from '../api/apiError.ts';
import { referencesOf } from '../documents/document.ts';
import { RAW } from '../documents/perspective.ts';
import type { Transaction } from '../documents/store.ts';

/**
 * Checks that the references of changed documents resolve: a new strong reference needs a target, and a
 * deleted document must have no strong references. Broken references from before the transaction are ignored.
 * @throws ApiError 409 with both documents
 */
export function checkReferences(transaction: Transaction): void {
  for (const { id, before, after } of transaction.changes()) {
    if (after === undefined) {
      if (before !== undefined) checkDeletion(id, transaction);
      continue;
    }
    const previous = before && referencesOf(before).strong;
    for (const ref of referencesOf(after).strong)
      if (!previous?.has(ref) && transaction.get(ref) === undefined)
        throw mutationError(409, 0, {
          type: 'documentReferenceDoesNotExistError',
          description: `Document "${id}" references non-existent document "${ref}"`,
          id,
          referenceID: ref,
        });
  }
}

function checkDeletion(id: string, transaction: Transaction): void {
  const referring = transaction
    .view(RAW)
    .find([`ref:${id}`])
    .filter((document) => referencesOf(document).strong.has(id))
    .map(({ _id }) => _id);
  if (referring.length > 0)
    throw mutationError(409, 0, {
      type: 'documentHasExistingReferencesError',
      description: `Document "${id}" cannot be deleted as there are references to it from "${referring[0]}"`,
      id,
      referencingIDs: referring,
    });
}
