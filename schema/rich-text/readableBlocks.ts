import { type Blocks, isTextSpan, present, type RichTextNode, type TextBlock } from './nodes.ts';
import { isStoredText, storedBlocks } from './storedBlocks.ts';

/** Names of attributes with words for readers, also with a single word. */
const WORDS =
  /^(text|title|heading|headline|caption|label|name|term|body|content|quote|description|note|comment|remark|question|answer|summary|code|tex|latex|formula)$/i;
/** Names of attributes with identities, addresses and markup. */
const NO_WORDS = /^(__typename|_.*|id|key|type|html|href|src|srcSet|.*url)$/i;
/** The type in the alias of a field, such as `Quotation_text`. */
const ALIASED_TYPE = /^[A-Z][A-Za-z0-9]*_(?=.)/;
/** A single word that is a setting rather than a word for readers: `left`, `LARGE`, `#f00`, `_blank`, `2026-01-01`, an address. */
const SETTING = /^(?:[a-z0-9#._/?][\w#.:/%+&=?~@-]*|[A-Z0-9_-]+)$/;

/** Returns whether a value is left out, such as the document of a link. */
type IsLeftOut = (value: object) => boolean;

/**
 * Returns the words of an object without a component of its own as blocks: the rich texts in it, and its texts as paragraphs.
 * Values of one word that can be settings are left out, unless the name of the attribute says that they are for readers.
 */
export function readableBlocks(object: RichTextNode, isLeftOut: IsLeftOut = () => false): Blocks {
  return Object.entries(object).flatMap(([name, value]) =>
    blocksOfValue(name.replace(ALIASED_TYPE, ''), value, isLeftOut),
  );
}

/** Returns whether the name of an attribute says that its text is for machines: an identity, an address or markup. */
export const isMachineName = (name: string): boolean => NO_WORDS.test(name);

function blocksOfValue(name: string, value: unknown, isLeftOut: IsLeftOut): Blocks {
  if (isMachineName(name)) return [];
  if (typeof value === 'string') return isForReaders(name, value.trim()) ? [paragraphOf(value)] : [];
  if (isStoredText(value)) return storedBlocks(value);
  if (Array.isArray(value)) return value.flatMap((item) => blocksOfValue(name, item, isLeftOut));
  if (typeof value !== 'object' || value === null || isLeftOut(value)) return [];
  const { blocks } = value as { readonly blocks?: Blocks };
  return Array.isArray(blocks) ? blocks : readableBlocks(value, isLeftOut);
}

const isForReaders = (name: string, text: string): boolean =>
  text !== '' && (WORDS.test(name) || !SETTING.test(text));

/** Creates a paragraph. @param annotations of the whole text */
export const paragraphOf = (text: string, annotations: readonly RichTextNode[] = []): TextBlock => ({
  __typename: 'TextBlock',
  key: '',
  style: 'normal',
  children: [{ __typename: 'TextSpan', text, marks: annotations.map(({ key = '' }) => key) } as RichTextNode],
  markDefs: annotations,
});

/** Returns the text of a block. */
export const textOfBlock = (block: RichTextNode | null): string =>
  present((block as Partial<TextBlock> | null)?.children)
    .map((child) => (isTextSpan(child) ? child.text : ''))
    .join('')
    .trim();
