import { type Blocks, isTextSpan, present, type RichTextNode, type TextBlock } from './nodes.ts';
import { isStoredText, storedBlocks } from './storedBlocks.ts';

/** Names of attributes with words for readers, also with a single word. */
const WORDS = /^(text|title|heading|headline|caption|label|name|term|body|content|quote|description|note)$/i;
/** Names of attributes with identities, addresses and markup. */
const NO_WORDS = /^(__typename|_.*|id|key|type|html|href|src|srcSet|.*url)$/i;

/**
 * Returns the words of an object without a component of its own as blocks: the rich texts in it, and its texts as paragraphs.
 * Values of one word, such as `left`, are settings, unless the name of the attribute says that they are for readers.
 */
export function readableBlocks(object: RichTextNode): Blocks {
  return Object.entries(object).flatMap(([name, value]) => blocksOfValue(name, value));
}

/** Returns the words of an object, one text for each of its blocks. */
export const readableTexts = (object: RichTextNode): readonly string[] =>
  readableBlocks(object)
    .map(textOf)
    .filter((text) => text !== '');

/** Returns the words of an object in one line, for an object between spans. */
export const readableText = (object: RichTextNode): string => readableTexts(object).join(' ');

/** Returns the rich texts in an object as blocks. */
export function richTextsIn(value: unknown): Blocks {
  if (isStoredText(value)) return storedBlocks(value);
  if (Array.isArray(value)) return value.flatMap(richTextsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { blocks } = value as { readonly blocks?: Blocks };
  return Array.isArray(blocks) ? blocks : Object.values(value).flatMap(richTextsIn);
}

function blocksOfValue(name: string, value: unknown): Blocks {
  if (NO_WORDS.test(name)) return [];
  if (typeof value === 'string')
    return value.trim() !== '' && (WORDS.test(name) || /\s/.test(value.trim())) ? [paragraphOf(value)] : [];
  if (isStoredText(value)) return storedBlocks(value);
  if (Array.isArray(value)) return value.flatMap((item) => blocksOfValue(name, item));
  if (typeof value !== 'object' || value === null) return [];
  const { blocks } = value as { readonly blocks?: Blocks };
  return Array.isArray(blocks) ? blocks : readableBlocks(value);
}

/** Creates a paragraph. @param annotations of the whole text */
export const paragraphOf = (text: string, annotations: readonly RichTextNode[] = []): TextBlock => ({
  __typename: 'TextBlock',
  key: '',
  style: 'normal',
  children: [{ __typename: 'TextSpan', text, marks: annotations.map(({ key = '' }) => key) } as RichTextNode],
  markDefs: annotations,
});

const textOf = (block: RichTextNode | null): string =>
  present((block as Partial<TextBlock> | null)?.children)
    .map((child) => (isTextSpan(child) ? child.text : ''))
    .join('')
    .trim();
