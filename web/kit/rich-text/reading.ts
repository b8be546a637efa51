import type { Blocks, RichTextNode } from '../../../schema/rich-text/nodes.ts';
import {
  paragraphOf,
  readableBlocks,
  readableText,
  richTextsIn,
} from '../../../schema/rich-text/readableBlocks.ts';
import { type ReadText, readRichText } from '../../../schema/rich-text/readRichText.ts';
import { safeUrl } from '../../../schema/rich-text/safeUrl.ts';

/** A document that an annotation `InternalLink` refers to, with the fields that the query selects. */
export interface LinkedDocument {
  readonly __typename?: string | undefined;
  readonly slug?: string | null | undefined;
}

export interface ReadingOptions {
  /** Returns the address of a linked document. Without one, its text is no link. */
  readonly hrefOf?: ((document: LinkedDocument) => string | undefined) | undefined;
  /** Begins all ids of the text; for the second text of a page. Default: `text` for notes, and nothing for headings. */
  readonly idPrefix?: string | undefined;
  /** The names of the types with a component. The words of objects of other types are shown as text. */
  readonly types?: Readonly<Record<string, unknown>> | undefined;
  /** The names of the annotations with a component. Other annotations that are no links are notes. */
  readonly marks?: Readonly<Record<string, unknown>> | undefined;
  /** Stands for the text of a footnote that the query does not select. */
  readonly missingNote?: string | undefined;
}

const LINKS: ReadonlySet<string> = new Set(['RichTextLink', 'InternalLink']);
const MISSING_NOTE = 'This note is not shown here.';

/** Reads a text with the objects of the API. */
export const readText = (blocks: Blocks, options: ReadingOptions = {}): ReadText => {
  const { hrefOf, idPrefix, types = {}, marks = {}, missingNote = MISSING_NOTE } = options;
  const isShown = ({ __typename = '' }: RichTextNode) =>
    Object.hasOwn(types, __typename) || __typename === 'RichTextPicture';
  return readRichText(blocks, {
    idPrefix,
    linkOf: (annotation) => linkOf(annotation, hrefOf),
    noteOf(annotation) {
      const { __typename = '' } = annotation;
      if (Object.hasOwn(marks, __typename) && !LINKS.has(__typename)) return undefined;
      if (__typename === 'Footnote' && !('text' in annotation)) return [paragraphOf(missingNote)];
      const blocksOf = LINKS.has(__typename) ? richTextsIn : readableBlocks;
      return notEmpty(blocksOf(annotation));
    },
    blocksOf: (object) => (isShown(object) ? undefined : readableBlocks(object)),
    textOf: (object) => (isShown(object) ? undefined : readableText(object)),
  });
};

const notEmpty = (blocks: Blocks): Blocks | undefined => (blocks.length > 0 ? blocks : undefined);

const linkOf = (annotation: RichTextNode, hrefOf: ReadingOptions['hrefOf']): string | undefined => {
  const { __typename, href, document } = annotation as RichTextNode & {
    readonly href?: unknown;
    readonly document?: LinkedDocument | null;
  };
  if (__typename === 'RichTextLink') return safeUrl(href);
  return __typename === 'InternalLink' && document ? hrefOf?.(document) : undefined;
};
