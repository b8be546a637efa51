import { type ReactNode, useMemo } from 'react';
import { type RichTextProps, useRichText } from '../kit/rich-text/useRichText.tsx';
import { FootnotePopover } from './FootnotePopover.tsx';
import type { ProseBlockFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { pathOfDocument } from './pathOfDocument.ts';
import { type FilmBlock, PROSE_MARKS, ProseLink, proseTypes } from './proseTypes.tsx';
import { SideNotes } from './SideNotes.tsx';

interface ProseProps<Block extends ProseBlockFragment> {
  text: { blocks: readonly (Block | null)[] };
  /** Renders a film in the text. Default: films are left out. */
  renderFilm?: (block: FilmBlock<Block>) => ReactNode;
  /** Shows footnotes beside the text in wide windows, in place of the list at the end. */
  hasSideNotes?: boolean;
}

/** Renders rich text in one column, with images, films, formulas and footnotes. */
export const Prose = <Block extends ProseBlockFragment>({
  text: { blocks },
  renderFilm,
  hasSideNotes = false,
}: ProseProps<Block>) => {
  const types = useMemo(() => proseTypes(renderFilm), [renderFilm]);
  const { content, notes, renderNote } = useRichText<Block>({
    blocks,
    types,
    hrefOf: pathOfDocument,
    marks: PROSE_MARKS,
    Link: ProseLink,
    hasHeadingLinks: true,
    ...(hasSideNotes && { renderAside }),
  });
  const renderNumber = (number: number) => {
    const note = notes[number - 1];
    return note && renderNote(note);
  };
  return (
    <FootnotePopover notes={notes} renderNote={renderNumber}>
      <div className={styles.prose} data-side-notes={hasSideNotes || undefined}>
        {content}
      </div>
    </FootnotePopover>
  );
};

const renderAside: NonNullable<RichTextProps<ProseBlockFragment>['renderAside']> = (notes, renderNote) => (
  <SideNotes notes={notes} renderNote={renderNote} />
);
