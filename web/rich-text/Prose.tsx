import { PortableText, type PortableTextProps } from '@portabletext/react';
import { type ReactNode, useMemo } from 'react';
import { NotePreviews } from './FootnotePopover.tsx';
import { type Footnote, footnotesOf } from './footnotes.ts';
import { Leap } from './InPageLink.tsx';
import { outlineOf } from './outline.ts';
import type { ProseFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { type Linked, proseComponents } from './proseComponents.tsx';

interface ProseProps<L extends Linked> {
  text: {
    json: unknown;
    links: {
      references: readonly { ref: string; document: L }[];
      images: ProseFragment['links']['images'];
    };
  };
  /** How a film that stands in the text is shown; without it such films are left out. */
  film?: (document: L) => ReactNode;
  idPrefix?: string;
}

/** Rich text set for reading: one column, with pictures, films and formulas in their places and the notes at its foot. */
export const Prose = <L extends Linked>({ text, film, idPrefix = 'text' }: ProseProps<L>) => {
  const { json, links } = text;
  const blocks = useMemo(() => (Array.isArray(json) ? json : []), [json]);
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const components = useMemo(() => {
    const linked = new Map(links.references.map(({ ref, document }) => [ref, document]));
    const images = new Map(links.images.map(({ key, image }) => [key, image]));
    return proseComponents({ linked, images, notes, outline: outlineOf(blocks), idPrefix, film });
  }, [blocks, links, notes, idPrefix, film]);
  const wordsOf = ({ text: note }: Footnote) => (
    <PortableText
      value={note as PortableTextProps['value']}
      components={components}
      onMissingComponent={false}
    />
  );
  const noteOf = (number: number) => {
    const note = notes[number - 1];
    return note && wordsOf(note);
  };
  return (
    <NotePreviews noteOf={noteOf}>
      <div className={styles.prose}>
        <PortableText value={blocks} components={components} onMissingComponent={false} />
        {notes.length > 0 && (
          <section className={styles.notes} aria-label="Notes">
            <ol>
              {notes.map((note) => (
                <li key={note.key} id={`${idPrefix}-note-${note.number}`}>
                  {wordsOf(note)}
                  <Leap
                    to={`${idPrefix}-mark-${note.number}`}
                    aria-label={`Back to the text at note ${note.number}`}
                  >
                    ↩
                  </Leap>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </NotePreviews>
  );
};
