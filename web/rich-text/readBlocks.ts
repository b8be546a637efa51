import { compact } from '../components/text/lists.ts';
import type {
  NoteBlockFragment,
  ProseAnnotationFragment,
  ProseBlockFragment,
  ProseInlineFragment,
} from './Prose.generated.ts';

/** A block, inline object or annotation for `PortableText`: the fields of the API that are not null. */
export interface TextNode {
  _type: string;
  _key?: string;
  [field: string]: unknown;
}

/** A block of a text or of a footnote. */
type Block = ProseBlockFragment | NoteBlockFragment;
type TextBlock = Extract<Block, { __typename: 'TextBlock' }>;
type Annotation = ProseAnnotationFragment | NonNullable<TextBlock['markDefs'][number]>;

/** Converts the blocks of the API to blocks for `PortableText`. */
export const readBlocks = (blocks: readonly (Block | null)[]): TextNode[] =>
  compact(blocks).map((block) =>
    block.__typename === 'TextBlock' ? readTextBlock(block) : readObject(block),
  );

const readTextBlock = ({ key, style, listItem, level, children, markDefs }: TextBlock): TextNode => ({
  _type: 'block',
  _key: key,
  style: isName(style) ? style : 'normal',
  ...(listItem !== null && isName(listItem) && { listItem, level: level ?? 1 }),
  children: compact(children).map(readInline),
  markDefs: compact<Annotation>(markDefs).map(readObject),
});

const readInline = (node: ProseInlineFragment): TextNode =>
  node.__typename === 'TextSpan'
    ? { _type: 'span', text: node.text, marks: node.marks.filter(isName) }
    : readObject(node);

const readObject = ({ __typename, key, ...fields }: { __typename: string; key?: string }): TextNode => ({
  _type: __typename,
  ...(key !== undefined && { _key: key }),
  ...fields,
});

/** False for names that `PortableText` reserves, and for those of `Object.prototype`, for which it would find no component. */
const isName = (name: string): boolean => !name.startsWith('@') && !(name in Object.prototype);
