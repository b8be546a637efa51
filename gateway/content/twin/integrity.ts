import { factsOf } from './document.ts';
import { mutationError } from './errors.ts';
import { RAW } from './perspective.ts';
import type { Transaction } from './store.ts';

/**
 * A strong reference must lead somewhere, and nobody may be left behind by a deletion. What was so before the
 * transaction is not its fault.
 * @throws ApiError 409 that names both documents
 */
export function checkReferences(transaction: Transaction): void {
  for (const { id, before, after } of transaction.changes()) {
    if (after === undefined) {
      if (before !== undefined) checkDeletion(id, transaction);
      continue;
    }
    const old = before && factsOf(before).strongRefs;
    for (const ref of factsOf(after).strongRefs)
      if (!old?.has(ref) && transaction.get(ref) === undefined)
        throw mutationError(409, 0, {
          type: 'documentReferenceDoesNotExistError',
          description: `Document "${id}" references non-existent document "${ref}"`,
          id,
          referenceID: ref,
        });
  }
}

function checkDeletion(id: string, transaction: Transaction): void {
  const referring = [...transaction.view(RAW).referringTo(id)].filter((other) => {
    const document = transaction.get(other);
    return document !== undefined && factsOf(document).strongRefs.has(id);
  });
  if (referring.length > 0)
    throw mutationError(409, 0, {
      type: 'documentHasExistingReferencesError',
      description: `Document "${id}" cannot be deleted as there are references to it from "${referring[0]}"`,
      id,
      referencingIDs: referring,
    });
}
