import type { TextNode } from './readBlocks.ts';

export interface Footnote {
  /** The `_key` of its annotation. */
  key: string;
  /** From 1, in reading order. */
  number: number;
  text: TextNode[];
}

interface Block {
  markDefs?: TextNode[];
  children?: { marks?: string[] }[];
}

/**
 * Returns the footnotes of a Portable Text in reading order, without those that no span refers to.
 */
export const footnotesOf = (blocks: readonly TextNode[]): Footnote[] => {
  const notes = new Map<string, Footnote>();
  for (const { markDefs = [], children = [] } of blocks as readonly Block[]) {
    for (const mark of children.flatMap((child) => child.marks ?? [])) {
      const note = markDefs.find(({ _type, _key }) => _type === 'footnote' && _key === mark);
      if (note && !notes.has(mark))
        notes.set(mark, {
          key: mark,
          number: notes.size + 1,
          text: Array.isArray(note.text) ? (note.text as TextNode[]) : [],
        });
    }
  }
  return [...notes.values()];
};
