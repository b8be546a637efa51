import type { Model, ModelType } from '../../core/model/model.ts';
import type { Selection, SelectionScope } from '../../core/selection.ts';
import type { Groq } from './groq/groq.ts';

/** Compiles selections into projections. The projections of images, rich text and connections use it for nested documents. */
export interface Projector extends SelectionScope {
  readonly model: Model;
  /** The `_type`s of the documents that the projection reads, collected during compilation. */
  readonly documentTypes: Set<string>;
  /** Returns the projection of documents of one type. */
  document(type: ModelType, selections: readonly Selection[]): Groq;
  /** Returns the projection of a document type, a union of them, or `Node`. */
  target(name: string, selections: readonly Selection[]): Groq;
}
