import { PortableText, type PortableTextComponents } from '@portabletext/react';
import { type ReactNode, useMemo } from 'react';
import { FootnotePopover } from './FootnotePopover.tsx';
import { type Footnote, footnotesOf } from './footnotes.ts';
import { InPageLink } from './InPageLink.tsx';
import { outlineOf } from './outline.ts';
import type { ProseBlockFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { type FilmBlock, proseComponents } from './proseComponents.tsx';
import { readBlocks } from './readBlocks.ts';

interface ProseProps<Block extends ProseBlockFragment> {
  text: { blocks: readonly (Block | null)[] };
  /** Renders a film in the text. Default: films are left out. */
  renderFilm?: (block: FilmBlock<Block>) => ReactNode;
  idPrefix?: string;
  /** Shows footnotes beside the text in wide windows, in place of the list at the end. */
  hasSideNotes?: boolean;
}

/** Renders rich text in one column, with images, films, formulas and footnotes. */
export const Prose = <Block extends ProseBlockFragment>({
  text: { blocks },
  renderFilm,
  idPrefix = 'text',
  hasSideNotes = false,
}: ProseProps<Block>) => {
  const nodes = useMemo(() => readBlocks(blocks), [blocks]);
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const components = useMemo(() => {
    const built: PortableTextComponents = proseComponents({
      notes,
      outline: outlineOf(blocks),
      idPrefix,
      renderFilm,
      renderSideNote: hasSideNotes ? (note) => <NoteText note={note} components={built} /> : undefined,
    });
    return built;
  }, [blocks, notes, idPrefix, renderFilm, hasSideNotes]);
  const renderNote = (number: number) => {
    const note = notes[number - 1];
    return note && <NoteText {...{ note, components }} />;
  };
  return (
    <FootnotePopover idPrefix={idPrefix} renderNote={renderNote}>
      <div className={styles.prose} data-side-notes={hasSideNotes || undefined}>
        <PortableText value={nodes} components={components} onMissingComponent={false} />
        {notes.length > 0 && (
          <section className={styles.notes} aria-label="Notes">
            <ol>
              {notes.map((note) => (
                <li key={note.key} id={`${idPrefix}-note-${note.number}`}>
                  <NoteText {...{ note, components }} />
                  <InPageLink
                    targetId={`${idPrefix}-ref-${note.number}`}
                    aria-label={`Back to the text at note ${note.number}`}
                  >
                    ↩
                  </InPageLink>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </FootnotePopover>
  );
};

const NoteText = ({ note, components }: { note: Footnote; components: PortableTextComponents }) => (
  <PortableText value={readBlocks(note.blocks)} components={components} onMissingComponent={false} />
);
