/** A block, inline object or annotation of `RichText.blocks`. */
export interface RichTextNode {
  readonly __typename?: string | undefined;
  /** Null for an object that is in no list. */
  readonly key?: string | null | undefined;
}

/** A piece of text. */
export interface TextSpan extends RichTextNode {
  readonly text: string;
  /** Names of decorators, such as `strong`, and keys of annotations. */
  readonly marks: readonly string[];
}

/** A paragraph, heading or list item. */
export interface TextBlock extends RichTextNode {
  readonly key: string | null;
  readonly style: string;
  readonly listItem?: string | null | undefined;
  /** From 1. */
  readonly level?: number | null | undefined;
  readonly children: readonly (RichTextNode | null)[];
  readonly markDefs: readonly (RichTextNode | null)[];
}

/** The blocks of a text. A block that failed is null. */
export type Blocks = readonly (RichTextNode | null)[];

/** Returns whether a block contains text. */
export const isTextBlock = (block: RichTextNode | null): block is TextBlock =>
  block?.__typename === 'TextBlock';

/** Returns whether a child of a block of text is a span. */
export const isTextSpan = (node: RichTextNode | null): node is TextSpan => node?.__typename === 'TextSpan';

/** Returns the nodes that have not failed. */
export const present = <Node extends RichTextNode>(
  nodes: readonly (Node | null)[] | null | undefined,
): Node[] => (nodes ?? []).filter((node) => node !== null && node !== undefined);
