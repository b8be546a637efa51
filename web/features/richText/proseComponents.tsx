import type { PortableTextComponents } from '@portabletext/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../ui/addresses.ts';
import type { FigureFragment } from './Figure.generated.ts';
import { Figure } from './Figure.tsx';
import { Formula } from './Formula.tsx';
import type { Footnote } from './footnotes.ts';
import type { ProseFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';

/** A document a text refers to. */
export type Linked = ProseFragment['links']['references'][number]['document'];

export interface ProseParts<L extends Linked> {
  /** The documents the text refers to, by the name the text has for each. */
  linked: ReadonlyMap<string, L>;
  /** The pictures that stand in the text, by the keys of their blocks. */
  images: ReadonlyMap<string, FigureFragment>;
  notes: readonly Footnote[];
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
  idPrefix,
  film,
}: ProseParts<L>): PortableTextComponents => {
  const find = (value: { reference?: { _ref?: string } } | undefined) =>
    linked.get(value?.reference?._ref ?? '');
  return {
    block: {
      normal: ({ children }) => <p>{children}</p>,
      h2: ({ children }) => <h2>{children}</h2>,
      h3: ({ children }) => <h3>{children}</h3>,
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
              <a
                id={`${idPrefix}-mark-${note.number}`}
                href={`#${idPrefix}-note-${note.number}`}
                aria-label={`Note ${note.number}`}
              >
                {note.number}
              </a>
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
          <div className={styles.formula}>
            <Formula tex={value.tex} display />
          </div>
        ),
      code: ({ value }) => (
        // A listing that is wider than the column scrolls, and what scrolls must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <pre className={styles.code} tabIndex={0}>
          <code>{value.code}</code>
        </pre>
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
      quote: ({ value }) => (
        <figure className={styles.quote}>
          <blockquote>{value.text}</blockquote>
          {value.attribution && (
            <figcaption>
              {value.attribution}
              {value.source && (
                <>
                  , <cite>{value.source}</cite>
                </>
              )}
            </figcaption>
          )}
        </figure>
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
