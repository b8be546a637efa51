import { mutationError } from '../api/apiError.ts';
import { type Document, isPublished, isVersion, referencesOf } from '../documents/document.ts';
import { RAW } from '../documents/perspective.ts';
import type { Transaction } from '../documents/store.ts';

/**
 * Checks the references of and to changed documents: a new strong reference needs a target, which is published if the document
 * is; a document with strong references to it can neither be deleted nor change its type. Broken references from before the
 * transaction are ignored.
 * @throws ApiError 409 with both documents
 */
export function checkReferences(transaction: Transaction): void {
  for (const { before, after } of transaction.changes()) {
    if (after !== undefined) checkTargets(after, before, transaction);
    if (before !== undefined && before._type !== after?._type) checkReferring(before, after, transaction);
  }
}

function checkTargets(after: Document, before: Document | undefined, transaction: Transaction): void {
  const previous = before && referencesOf(before).strong;
  for (const ref of referencesOf(after).strong) {
    if (previous?.has(ref)) continue;
    const isMissing = transaction.get(ref) === undefined;
    if (!isMissing && !(isPublished(after._id) && isVersion(ref))) continue;
    const description = isMissing
      ? `Document "${after._id}" references non-existent document "${ref}"`
      : `Document "${after._id}" is published, but references "${ref}", which is not: expected a weak reference or the published id`;
    throw mutationError(409, 0, {
      type: 'documentReferenceDoesNotExistError',
      description,
      id: after._id,
      referenceID: ref,
    });
  }
}

function checkReferring({ _id: id }: Document, after: Document | undefined, transaction: Transaction): void {
  const referencingIDs = transaction
    .view(RAW)
    .find([`ref:${id}`])
    .filter((document) => referencesOf(document).strong.has(id))
    .map(({ _id }) => _id);
  if (referencingIDs.length === 0) return;
  const action = after === undefined ? 'be deleted' : `change its type to "${after._type}"`;
  throw mutationError(409, 0, {
    type: 'documentHasExistingReferencesError',
    description: `Document "${id}" cannot ${action} as there are references to it from "${referencingIDs[0]}"`,
    id,
    referencingIDs,
  });
}
