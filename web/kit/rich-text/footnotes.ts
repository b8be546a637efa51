import { isTextBlock, isTextSpan, type RichTextNode } from './readBlocks.ts';

/** A note on the text that it annotates: an annotation `Footnote` with a rich text. */
export interface Footnote<Block extends RichTextNode = RichTextNode> {
  /** The key of its annotation. */
  readonly key: string;
  /** From 1, in reading order. */
  readonly number: number;
  readonly blocks: readonly (Block | null)[];
}

interface FootnoteAnnotation<Block> extends RichTextNode {
  readonly text?: { readonly blocks: readonly (Block | null)[] } | null;
}

/**
 * Returns the footnotes of a text in reading order, without those that no span refers to.
 * @param blocks of the text; the blocks of its notes are of the same types
 */
export const footnotesOf = <Block extends RichTextNode>(
  blocks: readonly (Block | null)[],
): Footnote<Block>[] => {
  const notes = new Map<string, Footnote<Block>>();
  for (const block of blocks) {
    if (!isTextBlock(block)) continue;
    for (const mark of block.children.flatMap((child) => (isTextSpan(child) ? child.marks : []))) {
      const note = block.markDefs.find((definition) => definition?.key === mark);
      if (note?.__typename !== 'Footnote' || notes.has(mark)) continue;
      const { text } = note as FootnoteAnnotation<Block>;
      notes.set(mark, { key: mark, number: notes.size + 1, blocks: text?.blocks ?? [] });
    }
  }
  return [...notes.values()];
};
