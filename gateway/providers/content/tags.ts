import type { Model, ModelType } from '../../core/model/model.ts';
import { possibleDocuments } from '../../core/model/model.ts';
import { isPath } from './groq/groq.ts';

/** Stands for every `_type` if a `@groq` expression does not show which documents it reads. */
const ANY_TYPE = '*';

export const IMAGE_ASSET = 'sanity.imageAsset';
/** The document of a video in sanity-plugin-mux-input. */
export const VIDEO_ASSET = 'mux.videoAsset';

const typeTag = (documentType: string): string => `content:type:${documentType}`;

/**
 * Returns the cache tags of a query's result.
 * @param syncTags Sanity's own tags, which its live events contain
 * @param documentTypes the `_type`s that the query reads; webhooks contain the `_type` of a document
 */
export const contentTags = (syncTags: readonly string[], documentTypes: readonly string[]): string[] => [
  ...syncTags.map((tag) => `content:${tag}`),
  ...documentTypes.map(typeTag),
];

/** Returns the cache tags that a change to a document of this `_type` invalidates. */
export const tagsOfDocumentChange = (documentType: string): string[] => [
  typeTag(documentType),
  typeTag(ANY_TYPE),
];

/** Adds the `_type`s of a document type, a union of them, or `Node`. */
export function addDocumentTypes(documentTypes: Set<string>, model: Model, target: string): void {
  for (const { document } of possibleDocuments(model, target)) if (document) documentTypes.add(document.type);
}

/** Adds `ANY_TYPE` if a `@groq` expression reads documents other than its own. */
export function addExpressionTypes(documentTypes: Set<string>, expr: string): void {
  if (!isPath(expr) && /\*|->|references/.test(expr)) documentTypes.add(ANY_TYPE);
}

/** Adds the `_type`s that filters and orders of a type may read: those of its references and `@groq` expressions. */
export function addFilterTypes(
  documentTypes: Set<string>,
  model: Model,
  type: ModelType,
  visited = new Set<string>(),
): void {
  if (visited.has(type.name)) return;
  visited.add(type.name);
  for (const { source, shape, target, typeName } of type.fields.values()) {
    if (source.kind === 'groq') addExpressionTypes(documentTypes, source.expr);
    if (shape === 'document' || shape === 'union' || shape === 'connection')
      addDocumentTypes(documentTypes, model, target as string);
    const inner = shape === 'object' ? model.types.get(typeName) : undefined;
    if (inner) addFilterTypes(documentTypes, model, inner, visited);
  }
}
