import type { Note } from '../../../../schema/rich-text/readRichText.ts';
import type { DocumentLink } from './linkView.ts';
import type { Data, PageContext, View } from './view.ts';

/** The readers of the objects at a position of a text. */
export interface ObjectsAt {
  /** Returns the view of an object and its data; undefined for an object that the operation does not select. */
  read(value: Data): { readonly view: View; readonly data: Data } | undefined;
  /** Returns the `_type` of an object that the model does not declare, which can be empty; undefined for others. */
  unknownType(value: Data): string | undefined;
}

/** The readers of the objects in a text. */
export interface RichTextParts {
  readonly blocks: ObjectsAt;
  readonly inlines: ObjectsAt;
  readonly annotations: ObjectsAt;
  /** Returns the link to a document of data; undefined for other data. */
  linkOf(data: Data, context: PageContext): DocumentLink | undefined;
}

/** A text that is rendered. */
export interface RichTextPage {
  readonly parts: RichTextParts;
  readonly context: PageContext;
  /** The notes whose references are in the page so far. */
  readonly referred: Set<Note>;
}
