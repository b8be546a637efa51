import type { PortableTextComponents } from '@portabletext/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathOf } from '../components/paths.ts';
import { CodeListing } from './CodeListing.tsx';
import type { FigureFragment } from './Figure.generated.ts';
import { Figure } from './Figure.tsx';
import { Formula } from './Formula.tsx';
import type { Footnote } from './footnotes.ts';
import { InPageLink } from './InPageLink.tsx';
import type { Heading } from './outline.ts';
import type { ProseFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { PullQuote } from './PullQuote.tsx';

/** A document that a text links to or contains. */
export type LinkedDocument = ProseFragment['links']['references'][number]['document'];

export interface ProseContent<L extends LinkedDocument> {
  /** The linked documents by reference. */
  documents: ReadonlyMap<string, L>;
  /** The images by the keys of their blocks. */
  images: ReadonlyMap<string, FigureFragment>;
  notes: readonly Footnote[];
  /** The headings with their anchors. */
  outline: readonly Heading[];
  /** Prefix of the ids of footnotes, unique per text of a page. */
  idPrefix: string;
  /** Renders a film in the text. Default: films are left out. */
  renderFilm?: ((document: L) => ReactNode) | undefined;
}

const SAFE_URL = /^(https?:|mailto:|\/|#)/i;

/** Returns the Portable Text components for the blocks and marks of `schema/core/richText.graphql`. */
export const proseComponents = <L extends LinkedDocument>({
  documents,
  images,
  notes,
  outline,
  idPrefix,
  renderFilm,
}: ProseContent<L>): PortableTextComponents => {
  const findDocument = (value: { reference?: { _ref?: string } } | undefined) =>
    documents.get(value?.reference?._ref ?? '');
  const headingProps = (key: string | undefined, content: ReactNode) => {
    const id = outline.find((heading) => heading.key === key)?.id;
    return id ? { id, children: <InPageLink targetId={id}>{content}</InPageLink> } : { children: content };
  };
  return {
    block: {
      normal: ({ children }) => <p>{children}</p>,
      h2: ({ value, children }) => <h2 {...headingProps(value._key, children)} />,
      h3: ({ value, children }) => <h3 {...headingProps(value._key, children)} />,
      blockquote: ({ children }) => <blockquote>{children}</blockquote>,
    },
    marks: {
      code: ({ children }) => <code className={styles.inlineCode}>{children}</code>,
      link: ({ value, children }) =>
        SAFE_URL.test(value?.href ?? '') ? <a href={value?.href}>{children}</a> : children,
      internalLink: ({ value, children }) => {
        const document = findDocument(value);
        return document && 'slug' in document ? (
          <Link to={pathOf(document.__typename, document.slug)}>{children}</Link>
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
            <sup className={styles.footnoteRef}>
              <InPageLink
                id={`${idPrefix}-ref-${note.number}`}
                targetId={`${idPrefix}-note-${note.number}`}
                data-footnote-ref={note.number}
                aria-label={`Note ${note.number}`}
              >
                {note.number}
              </InPageLink>
            </sup>
          </>
        );
      },
    },
    types: {
      math: ({ value, isInline }) =>
        isInline ? (
          <Formula tex={value.tex ?? ''} />
        ) : (
          <div className={styles.formula} data-below-fold="">
            <Formula tex={value.tex ?? ''} isDisplay />
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
          <PullQuote text={typeof text === 'string' ? text : ''} {...{ attribution, source }} />
        </div>
      ),
      film: ({ value }) => {
        const document = findDocument(value);
        return document && renderFilm ? <div className={styles.wide}>{renderFilm(document)}</div> : null;
      },
    },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
    unknownBlockStyle: ({ children }) => <p>{children}</p>,
  };
};
