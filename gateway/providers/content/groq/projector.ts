import type { Locale } from '../../../core/locales.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import type { Selection, SelectionScope } from '../../../core/selection.ts';
import type { Groq } from './groq.ts';

/** The operation that a projection belongs to, and its model. */
export interface ModelScope extends SelectionScope {
  readonly model: Model;
}

/** Compiles selections into projections. The projections of images, rich text and connections use it for nested documents. */
export interface Projector extends ModelScope {
  /** The `_type`s of the documents that the projection reads, collected during compilation. */
  readonly documentTypes: Set<string>;
  /** The model in all languages, whose fields have their stored paths. */
  readonly baseModel: Model;
  /** The language of the values and of `model`. */
  readonly locale: Locale;
  /** Returns the attributes that a projection needs for the fields of a type: each selected field under its response key. */
  fields(type: ModelType, selections: readonly Selection[]): readonly Groq[];
  /** Returns the projection of documents of one type. @param more attributes besides the attributes of the selections */
  document(type: ModelType, selections: readonly Selection[], more?: readonly Groq[]): Groq;
  /** Returns the projection of a document type, a union of them, or `Node`. */
  target(name: string, selections: readonly Selection[]): Groq;
}
