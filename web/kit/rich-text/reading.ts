import { type Blocks, isTextBlock, present, type RichTextNode } from '../../../schema/rich-text/nodes.ts';
import { paragraphOf, readableBlocks } from '../../../schema/rich-text/readableBlocks.ts';
import { type ReadText, readRichText } from '../../../schema/rich-text/readRichText.ts';
import { safeUrl } from '../../../schema/rich-text/safeUrl.ts';

/** A document to which an annotation refers, with the fields that the query selects. */
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

/** Core types of values that are no documents. */
const VALUES = /^(RichText|Image|File|GeoPoint|Video)$/;
const MISSING_NOTE = 'This note is not shown here.';

/** Reads a text with the objects of the API. */
export const readText = (blocks: Blocks, options: ReadingOptions = {}): ReadText => {
  const { hrefOf, idPrefix, types = {}, marks = {}, missingNote = MISSING_NOTE } = options;
  warnOfMissingKeys(blocks);
  const isShown = ({ __typename = '' }: RichTextNode) =>
    Object.hasOwn(types, __typename) || __typename === 'RichTextPicture';
  return readRichText(blocks, {
    idPrefix,
    linkOf: (annotation) => linkOf(annotation, hrefOf),
    noteOf(annotation) {
      const { __typename = '' } = annotation;
      if (Object.hasOwn(marks, __typename)) return undefined;
      if (__typename === 'Footnote' && !('text' in annotation)) return [paragraphOf(missingNote)];
      const [name, document] = referenceIn(annotation);
      const isLink = name === 'document' || (document && hrefOf?.(document) !== undefined);
      const words = readableBlocks(annotation, (value) => isLink === true && value === document);
      return words.length > 0 ? words : undefined;
    },
    blocksOf: (object) => (isShown(object) ? undefined : readableBlocks(object)),
    inlineOf: (object) => (isShown(object) ? undefined : readableBlocks(object)),
  });
};

/** Says which annotations have no `key`: no mark finds them, so their links and notes would be lost without a word. */
const warnOfMissingKeys = (blocks: Blocks): void => {
  const annotations = present(blocks).flatMap((block) => (isTextBlock(block) ? present(block.markDefs) : []));
  const names = annotations.flatMap(({ key, __typename = 'unknown' }) =>
    key === undefined ? __typename : [],
  );
  if (names.length > 0)
    console.warn(
      `RichText: expected the key of each annotation, got none of ${[...new Set(names)].join(', ')}; select it in the fragment on that type, because caches without possibleTypes match no fragments on interfaces`,
    );
};

/** Returns the document to which an annotation refers, with the name of the field; nothing for other annotations. */
const referenceIn = (annotation: RichTextNode): readonly [name?: string, document?: LinkedDocument] =>
  Object.entries(annotation.__typename ? annotation : {}).find(
    ([name, value]) =>
      typeof value === 'object' &&
      value &&
      (name === 'document' || (value.__typename && !VALUES.test(value.__typename))),
  ) ?? [];

const linkOf = (annotation: RichTextNode, hrefOf: ReadingOptions['hrefOf']): string | undefined => {
  const [, document] = referenceIn(annotation);
  const { json } = annotation as { readonly json?: object | null };
  const stored = annotation.__typename === 'UnknownRichTextNode' ? json : annotation;
  const { href, url } = (stored ?? {}) as { readonly href?: unknown; readonly url?: unknown };
  return (document && hrefOf?.(document)) ?? safeUrl(href) ?? safeUrl(url);
};
