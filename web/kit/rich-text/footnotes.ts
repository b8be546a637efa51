import type { RichTextNode } from '../../../schema/rich-text/nodes.ts';
import type { Note } from '../../../schema/rich-text/readRichText.ts';
import { type ReadingOptions, readText } from './reading.ts';

/** A note on the words that it annotates: an annotation with a rich text, such as a `Footnote`. */
export interface Footnote<Block extends RichTextNode = RichTextNode> extends Note {
  readonly blocks: readonly (Block | null)[];
}

/**
 * Returns the footnotes of a text with their numbers in reading order: the notes of the text, then the notes within them. An
 * annotation that no span refers to is no footnote.
 * @param blocks of the text; the blocks of its notes are of the same types
 * @param options as for `RichText`
 */
export const footnotesOf = <Block extends RichTextNode>(
  blocks: readonly (Block | null)[],
  options?: ReadingOptions,
): readonly Footnote<Block>[] => readText(blocks, options).notes as readonly Footnote<Block>[];
