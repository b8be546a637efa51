import type { Model, ModelType } from '../../core/model/model.ts';
import { possibleDocuments } from '../../core/model/model.ts';
import { isPath } from './groq/groq.ts';

/** Stands for every type, where an expression of the model does not tell which documents it reads. */
const ANY_TYPE = '*';

/** The documents of pictures, and of films in the shape of sanity-plugin-mux-input. */
export const IMAGE_ASSET = 'sanity.imageAsset';
export const VIDEO_ASSET = 'mux.videoAsset';

const typeTag = (documentType: string): string => `content:type:${documentType}`;

/**
 * The tags of an answer of the content service.
 * @param syncTags the service's own names for what the answer was made of, which its live events name again
 * @param types each `_type` whose documents the query reads, which is what a webhook tells
 */
export const contentTags = (syncTags: readonly string[], types: readonly string[]): string[] => [
  ...syncTags.map((tag) => `content:${tag}`),
  ...types.map(typeTag),
];

/** The tags of every answer that a change to a document of this `_type` may alter. */
export const tagsOfDocumentChange = (documentType: string): string[] => [
  typeTag(documentType),
  typeTag(ANY_TYPE),
];

/** Notes the types of the documents that a name stands for: a document type, a union of them, or `Node`. */
export function tagDocuments(reads: Set<string>, model: Model, target: string): void {
  for (const { document } of possibleDocuments(model, target)) if (document) reads.add(document.type);
}

/** Notes what the model's own expressions of a type read, as far as they read other documents than the one at hand. */
export function tagExpression(reads: Set<string>, expr: string): void {
  if (!isPath(expr) && /\*|->|references/.test(expr)) reads.add(ANY_TYPE);
}

/** Notes what filters and orders of a type may read: the documents whose slugs they name, and expressions. */
export function tagFilter(reads: Set<string>, model: Model, type: ModelType, seen = new Set<string>()): void {
  if (seen.has(type.name)) return;
  seen.add(type.name);
  for (const { origin, shape, target, typeName } of type.fields.values()) {
    if (origin.kind === 'groq') tagExpression(reads, origin.expr);
    if (shape === 'document' || shape === 'union' || shape === 'connection')
      tagDocuments(reads, model, target as string);
    const inner = shape === 'object' ? model.types.get(typeName) : undefined;
    if (inner) tagFilter(reads, model, inner, seen);
  }
}
