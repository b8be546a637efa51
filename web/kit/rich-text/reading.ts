import { type Blocks, isTextBlock, present, type RichTextNode } from '../../../schema/rich-text/nodes.ts';
import { paragraphOf, readableBlocks } from '../../../schema/rich-text/readableBlocks.ts';
import { type ReadText, readRichText } from '../../../schema/rich-text/readRichText.ts';
import { safeUrl } from '../../../schema/rich-text/safeUrl.ts';
import { STORED_OBJECT } from '../../../schema/rich-text/storedBlocks.ts';

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
  warnOfMissingKeys(blocks);
  const isShown = ({ __typename = '' }: RichTextNode) =>
    Object.hasOwn(types, __typename) || __typename === 'RichTextPicture';
  return readRichText(blocks, {
    idPrefix,
    linkOf: (annotation) => linkOf(annotation, hrefOf),
    noteOf(annotation) {
      const { __typename = '' } = annotation;
      if (Object.hasOwn(marks, __typename) && !LINKS.has(__typename)) return undefined;
      if (__typename === 'Footnote' && !('text' in annotation)) return [paragraphOf(missingNote)];
      const { document } = annotation as LinkAnnotation;
      const words = readableBlocks(annotation, (value) => LINKS.has(__typename) && value === document);
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

interface LinkAnnotation extends RichTextNode {
  readonly href?: unknown;
  readonly document?: LinkedDocument | null;
  readonly json?: unknown;
}

const linkOf = (annotation: RichTextNode, hrefOf: ReadingOptions['hrefOf']): string | undefined => {
  const { __typename, href, document, json } = annotation as LinkAnnotation;
  if (__typename === 'RichTextLink') return safeUrl(href);
  // A text within several other texts is read from its JSON, whose links have no name of a type.
  if (__typename === STORED_OBJECT) return storedLink(annotation);
  if (__typename === 'UnknownRichTextNode') return storedLink(json);
  return __typename === 'InternalLink' && document ? hrefOf?.(document) : undefined;
};

const storedLink = (object: unknown): string | undefined => {
  const { href, url } = (object ?? {}) as { readonly href?: unknown; readonly url?: unknown };
  return safeUrl(href) ?? safeUrl(url);
};
