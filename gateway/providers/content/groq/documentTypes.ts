import { type Model, possibleDocuments } from '../../../core/model/model.ts';

/** Adds the `_type`s of a document type, a union of them, or `Node`. */
export function addDocumentTypes(documentTypes: Set<string>, model: Model, target: string): void {
  for (const { document } of possibleDocuments(model, target)) if (document) documentTypes.add(document.type);
}
