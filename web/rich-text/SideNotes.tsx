import type { ReactNode } from 'react';
import { joinNames } from '../components/text/lists.ts';
import type { Footnote } from '../kit/rich-text/footnotes.ts';
import styles from './SideNotes.module.css';

interface SideNotesProps<Note extends Pick<Footnote, 'key' | 'number'>> {
  /** The footnotes of one block. */
  notes: readonly Note[];
  idPrefix: string;
  renderNote: (note: Note) => ReactNode;
}

/** Renders the footnotes of a block beside it. In narrow windows they are hidden. */
export const SideNotes = <Note extends Pick<Footnote, 'key' | 'number'>>({
  notes,
  idPrefix,
  renderNote,
}: SideNotesProps<Note>) => (
  <aside className={styles.notes} aria-label={labelOf(notes)}>
    {notes.map((note) => (
      <div key={note.key} id={sideNoteId(idPrefix, note.number)} className={styles.note} tabIndex={-1}>
        <span className={styles.number}>{note.number}</span>
        {renderNote(note)}
      </div>
    ))}
  </aside>
);

/** Returns a name that no other landmark of the page has. */
const labelOf = (notes: readonly Pick<Footnote, 'number'>[]): string =>
  `${notes.length === 1 ? 'Note' : 'Notes'} ${joinNames(notes.map(({ number }) => String(number)))}`;

/** Returns the side note with a number if it is shown. */
export const visibleSideNote = (idPrefix: string, number: number): HTMLElement | null => {
  const note = document.getElementById(sideNoteId(idPrefix, number));
  return note?.checkVisibility() ? note : null;
};

const sideNoteId = (idPrefix: string, number: number): string => `${idPrefix}-side-note-${number}`;
