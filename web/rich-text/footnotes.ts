export interface Footnote {
  /** The `_key` of its annotation. */
  key: string;
  /** From 1, in reading order. */
  number: number;
  text: readonly unknown[];
}

interface Block {
  markDefs?: { _type: string; _key: string; text?: unknown[] }[];
  children?: { marks?: string[] }[];
}

/**
 * Returns the footnotes of a Portable Text in reading order, without those that no span refers to.
 */
export const footnotesOf = (blocks: readonly unknown[]): Footnote[] => {
  const notes = new Map<string, Footnote>();
  for (const { markDefs = [], children = [] } of blocks as readonly Block[])
    for (const mark of children.flatMap((child) => child.marks ?? [])) {
      const note = markDefs.find((def) => def._type === 'footnote' && def._key === mark);
      if (note && !notes.has(mark))
        notes.set(mark, { key: mark, number: notes.size + 1, text: note.text ?? [] });
    }
  return [...notes.values()];
};
