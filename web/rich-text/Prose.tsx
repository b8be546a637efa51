import { PortableText } from '@portabletext/react';
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
}

/** Renders rich text in one column, with images, films, formulas and footnotes. */
export const Prose = <Block extends ProseBlockFragment>({
  text: { blocks },
  renderFilm,
  idPrefix = 'text',
}: ProseProps<Block>) => {
  const nodes = useMemo(() => readBlocks(blocks), [blocks]);
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const components = useMemo(
    () => proseComponents({ notes, outline: outlineOf(blocks), idPrefix, renderFilm }),
    [blocks, notes, idPrefix, renderFilm],
  );
  const renderFootnote = (note: Footnote) => (
    <PortableText value={readBlocks(note.blocks)} components={components} onMissingComponent={false} />
  );
  const renderNote = (number: number) => {
    const note = notes[number - 1];
    return note && renderFootnote(note);
  };
  return (
    <FootnotePopover renderNote={renderNote}>
      <div className={styles.prose}>
        <PortableText value={nodes} components={components} onMissingComponent={false} />
        {notes.length > 0 && (
          <section className={styles.notes} aria-label="Notes">
            <ol>
              {notes.map((note) => (
                <li key={note.key} id={`${idPrefix}-note-${note.number}`}>
                  {renderFootnote(note)}
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
