import { PortableText } from '@portabletext/react';
import { type ReactNode, useMemo } from 'react';
import { FootnotePopover } from './FootnotePopover.tsx';
import { type Footnote, footnotesOf } from './footnotes.ts';
import { InPageLink } from './InPageLink.tsx';
import { outlineOf } from './outline.ts';
import type { ProseFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { type LinkedDocument, proseComponents } from './proseComponents.tsx';
import { readBlocks } from './readBlocks.ts';

interface ProseProps<L extends LinkedDocument> {
  text: {
    json: unknown;
    links: {
      references: readonly { ref: string; document: L }[];
      images: ProseFragment['links']['images'];
    };
  };
  /** Renders a film in the text. Default: films are left out. */
  renderFilm?: (document: L) => ReactNode;
  idPrefix?: string;
}

/** Renders rich text in one column, with images, films, formulas and footnotes. */
export const Prose = <L extends LinkedDocument>({ text, renderFilm, idPrefix = 'text' }: ProseProps<L>) => {
  const { json, links } = text;
  const blocks = useMemo(() => readBlocks(json), [json]);
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const components = useMemo(() => {
    const documents = new Map(links.references.map(({ ref, document }) => [ref, document]));
    const images = new Map(links.images.map(({ key, image }) => [key, image]));
    return proseComponents({ documents, images, notes, outline: outlineOf(blocks), idPrefix, renderFilm });
  }, [blocks, links, notes, idPrefix, renderFilm]);
  const renderFootnote = ({ text: note }: Footnote) => (
    <PortableText value={note} components={components} onMissingComponent={false} />
  );
  const renderNote = (number: number) => {
    const note = notes[number - 1];
    return note && renderFootnote(note);
  };
  return (
    <FootnotePopover renderNote={renderNote}>
      <div className={styles.prose}>
        <PortableText value={blocks} components={components} onMissingComponent={false} />
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
