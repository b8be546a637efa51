import { type ReactNode, useMemo } from 'react';
import { type Footnote, footnotesOf } from '../kit/rich-text/footnotes.ts';
import { RichText } from '../kit/rich-text/RichText.tsx';
import { FootnotePopover } from './FootnotePopover.tsx';
import type { ProseBlockFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { type FilmBlock, PROSE_MARKS, ProseLink, proseTypes } from './proseTypes.tsx';
import { SideNotes } from './SideNotes.tsx';

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
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const types = useMemo(() => proseTypes(renderFilm), [renderFilm]);
  const { renderNote, renderAside } = useMemo(() => {
    const renderNote = (note: Footnote<Block> | undefined) =>
      note && <RichText blocks={note.blocks} types={types} marks={PROSE_MARKS} Link={ProseLink} />;
    const renderAside = (beside: readonly Footnote<Block>[]) => (
      <SideNotes notes={beside} {...{ idPrefix, renderNote }} />
    );
    return { renderNote, renderAside };
  }, [types, idPrefix]);
  return (
    <FootnotePopover idPrefix={idPrefix} renderNote={(number) => renderNote(notes[number - 1])}>
      <div className={styles.prose} data-side-notes={hasSideNotes || undefined}>
        <RichText
          {...{ blocks, types, idPrefix }}
          marks={PROSE_MARKS}
          Link={ProseLink}
          hasHeadingLinks
          renderAside={hasSideNotes ? renderAside : undefined}
        />
      </div>
    </FootnotePopover>
  );
};
