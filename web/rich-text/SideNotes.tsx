import type { ReactNode } from 'react';
import type { Footnote } from '../kit/rich-text/footnotes.ts';
import { joinNames } from '../lib/text/lists.ts';
import styles from './SideNotes.module.css';

type SideNote = Pick<Footnote, 'id' | 'number'>;

interface SideNotesProps<Note extends SideNote> {
  /** The footnotes of one block. */
  notes: readonly Note[];
  renderNote: (note: Note) => ReactNode;
}

/** Renders the footnotes of a block beside it. In narrow windows they are hidden. */
export const SideNotes = <Note extends SideNote>({ notes, renderNote }: SideNotesProps<Note>) => (
  <aside className={styles.notes} aria-label={labelOf(notes)}>
    {notes.map((note) => (
      <div key={note.id} id={sideNoteId(note)} className={styles.note} tabIndex={-1}>
        <span className={styles.number}>{note.number}</span>
        {renderNote(note)}
      </div>
    ))}
  </aside>
);

/** Returns a name that no other landmark of the page has. */
const labelOf = (notes: readonly SideNote[]): string =>
  `${notes.length === 1 ? 'Note' : 'Notes'} ${joinNames(notes.map(({ number }) => String(number)))}`;

/** Returns the copy of a footnote beside the text if it is shown. */
export const visibleSideNote = (note: Pick<SideNote, 'id'>): HTMLElement | null => {
  const element = document.getElementById(sideNoteId(note));
  return element?.checkVisibility() ? element : null;
};

const sideNoteId = ({ id }: Pick<SideNote, 'id'>): string => `side-${id}`;
