import type { NoteBlockFragment, ProseBlockFragment } from './Prose.generated.ts';

export interface Footnote {
  /** The key of its annotation. */
  key: string;
  /** From 1, in reading order. */
  number: number;
  blocks: readonly (NoteBlockFragment | null)[];
}

/** Returns the footnotes of a text in reading order, without those that no span refers to. */
export const footnotesOf = (blocks: readonly (ProseBlockFragment | null)[]): Footnote[] => {
  const notes = new Map<string, Footnote>();
  for (const block of blocks) {
    if (block?.__typename !== 'TextBlock') continue;
    for (const mark of block.children.flatMap((child) =>
      child?.__typename === 'TextSpan' ? child.marks : [],
    )) {
      const note = block.markDefs.find((definition) => definition?.key === mark);
      if (note?.__typename === 'Footnote' && !notes.has(mark))
        notes.set(mark, { key: mark, number: notes.size + 1, blocks: note.text?.blocks ?? [] });
    }
  }
  return [...notes.values()];
};
