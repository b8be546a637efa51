import type { RichTextNode } from '../../../../schema/rich-text/nodes.ts';
import type { Note } from '../../../../schema/rich-text/readRichText.ts';
import type { Html } from '../markup/html.ts';
import type { DocumentLink } from './linkView.ts';
import type { Data, PageContext, View } from './view.ts';

/** The readers of the objects at a position of a text. */
export interface ObjectsAt {
  /** Returns the view of an object and its data; undefined for an object that the operation does not select. */
  read(value: Data): { readonly view: View; readonly data: Data } | undefined;
  /** Returns an object that the model does not declare, with its `_type`, which can be empty; undefined for other objects. */
  readUnknown(value: Data): { readonly type: string; readonly json: Data } | undefined;
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

const MARKUP = '@markup';

/** A node of a text with markup of its own. */
interface MarkupNode extends RichTextNode {
  readonly markup: Html;
}

/** Creates a node that shows markup in place of an object, or beside its words. */
export const markupNode = (markup: Html): MarkupNode => ({ __typename: MARKUP, markup });

/** Returns the markup of a node of `markupNode`; undefined for other nodes. */
export const markupOf = (node: object): Html | undefined => {
  const { __typename, markup } = node as Partial<MarkupNode>;
  return __typename === MARKUP ? markup : undefined;
};
