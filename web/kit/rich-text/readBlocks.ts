/** A block, inline object or annotation of `RichText.blocks`. */
export interface RichTextNode {
  readonly __typename?: string | undefined;
  readonly key?: string | undefined;
}

/** A piece of text. */
interface TextSpan extends RichTextNode {
  readonly text: string;
  /** Names of decorators, such as `strong`, and keys of annotations. */
  readonly marks: readonly string[];
}

/** A paragraph, heading or list item. */
export interface TextBlock extends RichTextNode {
  readonly key: string;
  readonly style: string;
  readonly listItem?: string | null | undefined;
  /** From 1. */
  readonly level?: number | null | undefined;
  readonly children: readonly (RichTextNode | null)[];
  readonly markDefs: readonly (RichTextNode | null)[];
}

/** A block, inline object or annotation for `PortableText`: the fields of the API that are not null. */
export interface TextNode {
  _type: string;
  _key?: string;
  [field: string]: unknown;
}

/** Returns whether a block is one of text. */
export const isTextBlock = (block: RichTextNode | null): block is TextBlock =>
  block?.__typename === 'TextBlock';

/** Returns whether a child of a block of text is a span. */
export const isTextSpan = (node: RichTextNode | null): node is TextSpan => node?.__typename === 'TextSpan';

/** Converts the blocks of the API to blocks for `PortableText`. */
export const readBlocks = (blocks: readonly (RichTextNode | null)[]): TextNode[] =>
  present(blocks).map((block) => (isTextBlock(block) ? readTextBlock(block) : readObject(block)));

const readTextBlock = ({ key, style, listItem, level, children, markDefs }: TextBlock): TextNode => ({
  _type: 'block',
  _key: key,
  style: isName(style) ? style : 'normal',
  ...(listItem && isName(listItem) && { listItem, level: level ?? 1 }),
  children: present(children).map(readInline),
  markDefs: present(markDefs).map(readObject),
});

const readInline = (node: RichTextNode): TextNode =>
  isTextSpan(node) ? { _type: 'span', text: node.text, marks: node.marks.filter(isName) } : readObject(node);

const readObject = (node: RichTextNode): TextNode => ({
  ...node,
  _type: node.__typename ?? '',
  ...(node.key !== undefined && { _key: node.key }),
});

/** The nodes without those that had errors. */
const present = (nodes: readonly (RichTextNode | null)[]): RichTextNode[] =>
  nodes.filter((node) => node !== null);

/** False for names that `PortableText` reserves, and for those of `Object.prototype`, for which it would find no component. */
const isName = (name: string): boolean => !name.startsWith('@') && !(name in Object.prototype);
