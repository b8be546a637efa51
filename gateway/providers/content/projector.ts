import type { Model, ModelType } from '../../core/model/model.ts';
import type { Selection, SelectionScope } from '../../core/selection.ts';
import type { Groq } from './groq/groq.ts';

/** What a projection is compiled from, and by: each kind of value asks it for the projections inside its own. */
export interface Projector extends SelectionScope {
  readonly model: Model;
  /** Each `_type` whose documents the projection reads, noted while it is compiled. */
  readonly reads: Set<string>;
  /** The projection of a document of one type. */
  document(type: ModelType, selections: readonly Selection[]): Groq;
  /** The projection of whatever a name stands for: a document type, a union of them, or `Node`. */
  target(name: string, selections: readonly Selection[]): Groq;
}
