import type { PortableTextComponents } from '@portabletext/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../components/paths.ts';
import { CodeListing } from './CodeListing.tsx';
import type { FigureFragment } from './Figure.generated.ts';
import { Figure } from './Figure.tsx';
import { Formula } from './Formula.tsx';
import type { Footnote } from './footnotes.ts';
import { Leap } from './InPageLink.tsx';
import type { Heading } from './outline.ts';
import type { ProseFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { PullQuote } from './PullQuote.tsx';

/** A document a text refers to. */
export type Linked = ProseFragment['links']['references'][number]['document'];

export interface ProseParts<L extends Linked> {
  /** The documents the text refers to, by the name the text has for each. */
  linked: ReadonlyMap<string, L>;
  /** The pictures that stand in the text, by the keys of their blocks. */
  images: ReadonlyMap<string, FigureFragment>;
  notes: readonly Footnote[];
  /** The text's headings, which become places to link to. */
  outline: readonly Heading[];
  /** Begins the ids of the notes, so that two texts on a page do not share them. */
  idPrefix: string;
  /** How a film that stands in the text is shown. */
  film?: ((document: L) => ReactNode) | undefined;
}

const SAFE = /^(https?:|mailto:|\/|#)/i;

/** How each part of a Portable Text is set: the conventions of `schema/core/richText.graphql`'s blocks and marks. */
export const proseComponents = <L extends Linked>({
  linked,
  images,
  notes,
  outline,
  idPrefix,
  film,
}: ProseParts<L>): PortableTextComponents => {
  const find = (value: { reference?: { _ref?: string } } | undefined) =>
    linked.get(value?.reference?._ref ?? '');
  const anchored = (key: string | undefined, words: ReactNode) => {
    const id = outline.find((heading) => heading.key === key)?.id;
    return id ? { id, children: <Leap to={id}>{words}</Leap> } : { children: words };
  };
  return {
    block: {
      normal: ({ children }) => <p>{children}</p>,
      h2: ({ value, children }) => <h2 {...anchored(value._key, children)} />,
      h3: ({ value, children }) => <h3 {...anchored(value._key, children)} />,
      blockquote: ({ children }) => <blockquote>{children}</blockquote>,
    },
    marks: {
      code: ({ children }) => <code className={styles.inlineCode}>{children}</code>,
      link: ({ value, children }) =>
        SAFE.test(value?.href ?? '') ? <a href={value?.href}>{children}</a> : children,
      internalLink: ({ value, children }) => {
        const document = find(value);
        return document ? (
          <Link to={addressOf(document.__typename, document.slug)}>{children}</Link>
        ) : (
          children
        );
      },
      footnote: ({ markKey, children }) => {
        const note = notes.find(({ key }) => key === markKey);
        if (!note) return children;
        return (
          <>
            {children}
            <sup className={styles.mark}>
              <Leap
                id={`${idPrefix}-mark-${note.number}`}
                to={`${idPrefix}-note-${note.number}`}
                data-note={note.number}
                aria-label={`Note ${note.number}`}
              >
                {note.number}
              </Leap>
            </sup>
          </>
        );
      },
    },
    types: {
      math: ({ value, isInline }) =>
        isInline ? (
          <Formula tex={value.tex} />
        ) : (
          <div className={styles.formula} data-far="">
            <Formula tex={value.tex} display />
          </div>
        ),
      code: ({ value }) => (
        <div className={styles.listing}>
          <CodeListing code={value.code ?? ''} language={value.language} />
        </div>
      ),
      figure: ({ value: { _key, image, caption } }) => (
        <div className={styles.wide}>
          <Figure image={images.get(_key)} alt={image?.alt} caption={caption ?? image?.caption} />
        </div>
      ),
      image: ({ value: { _key, alt, caption } }) => (
        <div className={styles.wide}>
          <Figure image={images.get(_key)} alt={alt} caption={caption} />
        </div>
      ),
      quote: ({ value: { text, attribution, source } }) => (
        <div className={styles.quote}>
          <PullQuote {...{ text, attribution, source }} />
        </div>
      ),
      film: ({ value }) => {
        const document = find(value);
        return document && film ? <div className={styles.wide}>{film(document)}</div> : null;
      },
    },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
    unknownBlockStyle: ({ children }) => <p>{children}</p>,
  };
};
