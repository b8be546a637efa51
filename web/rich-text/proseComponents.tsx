import type { PortableTextComponents, PortableTextTypeComponentProps } from '@portabletext/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathOf } from '../components/paths.ts';
import { LazyFigure } from '../figures/LazyFigure.tsx';
import { CodeListing } from './CodeListing.tsx';
import { Figure } from './Figure.tsx';
import type { Footnote } from './footnotes.ts';
import { Formula } from './formulas/Formula.tsx';
import { InPageLink } from './InPageLink.tsx';
import type { Heading } from './outline.ts';
import type { ProseAnnotationFragment, ProseBlockFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { PullQuote } from './PullQuote.tsx';
import { type NoteOwner, SideNotes } from './SideNotes.tsx';

/** The block of a film in a text. */
export type FilmBlock<Block extends ProseBlockFragment = ProseBlockFragment> = Extract<
  Block,
  { __typename: 'EmbeddedFilm' }
>;
type BlockOf<Name extends ProseBlockFragment['__typename']> = Extract<
  ProseBlockFragment,
  { __typename: Name }
>;
type AnnotationOf<Name extends ProseAnnotationFragment['__typename']> = Extract<
  ProseAnnotationFragment,
  { __typename: Name }
>;

export interface ProseContent<Block extends ProseBlockFragment> {
  notes: readonly Footnote[];
  /** The headings with their anchors. */
  outline: readonly Heading[];
  /** Prefix of the ids of footnotes, unique per text of a page. */
  idPrefix: string;
  /** Renders a film in the text. Default: films are left out. */
  renderFilm?: ((block: FilmBlock<Block>) => ReactNode) | undefined;
  /** Renders a footnote beside the block that refers to it. Default: footnotes are only at the end. */
  renderSideNote?: ((note: Footnote) => ReactNode) | undefined;
}

type NodeProps<Value> = PortableTextTypeComponentProps<Value>;
type MarkProps<Value> = { value?: Value; children: ReactNode };

const renderFigure = ({ value: { image } }: NodeProps<BlockOf<'Figure'> | BlockOf<'RichTextPicture'>>) =>
  image && (
    <div className={styles.wide}>
      <Figure image={image} />
    </div>
  );

const SAFE_URL = /^(https?:|mailto:|\/|#)/i;

/** Returns the components for the types and marks of rich text. */
export const proseComponents = <Block extends ProseBlockFragment>({
  notes,
  outline,
  idPrefix,
  renderFilm,
  renderSideNote,
}: ProseContent<Block>): PortableTextComponents => {
  const sideNotesOf = (...values: readonly NoteOwner[]) =>
    renderSideNote && (
      <SideNotes
        notes={notes.filter(({ key }) =>
          values.some(({ markDefs }) => markDefs?.some(({ _key }) => _key === key)),
        )}
        {...{ idPrefix, renderSideNote }}
      />
    );
  const headingProps = (key: string | undefined, content: ReactNode) => {
    const id = outline.find((heading) => heading.key === key)?.id;
    return id ? { id, children: <InPageLink targetId={id}>{content}</InPageLink> } : { children: content };
  };
  return {
    block: {
      normal: ({ value, children }) => (
        <>
          <p>{children}</p>
          {sideNotesOf(value)}
        </>
      ),
      h2: ({ value, children }) => (
        <>
          <h2 {...headingProps(value._key, children)} />
          {sideNotesOf(value)}
        </>
      ),
      h3: ({ value, children }) => (
        <>
          <h3 {...headingProps(value._key, children)} />
          {sideNotesOf(value)}
        </>
      ),
      blockquote: ({ value, children }) => (
        <>
          <blockquote>{children}</blockquote>
          {sideNotesOf(value)}
        </>
      ),
    },
    list: {
      bullet: ({ value, children }) => (
        <>
          <ul>{children}</ul>
          {sideNotesOf(...value.children)}
        </>
      ),
      number: ({ value, children }) => (
        <>
          <ol>{children}</ol>
          {sideNotesOf(...value.children)}
        </>
      ),
    },
    marks: {
      code: ({ children }) => <code className={styles.inlineCode}>{children}</code>,
      RichTextLink: ({ value, children }: MarkProps<AnnotationOf<'RichTextLink'>>) =>
        SAFE_URL.test(value?.href ?? '') ? <a href={value?.href ?? ''}>{children}</a> : children,
      InternalLink: ({ value, children }: MarkProps<AnnotationOf<'InternalLink'>>) => {
        const document = value?.document;
        return document && 'slug' in document ? (
          <Link to={pathOf(document.__typename, document.slug)}>{children}</Link>
        ) : (
          children
        );
      },
      Footnote: ({ markKey, children }) => {
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
      Formula: ({ value, isInline }: NodeProps<BlockOf<'Formula'>>) =>
        isInline ? (
          <Formula tex={value.tex} />
        ) : (
          <div className={styles.formula} data-below-fold="">
            <Formula tex={value.tex} isDisplay />
          </div>
        ),
      CodeListing: ({ value: { code, language, html } }: NodeProps<BlockOf<'CodeListing'>>) => (
        <div className={styles.listing}>
          <CodeListing {...{ code, language, html }} />
        </div>
      ),
      Figure: renderFigure,
      RichTextPicture: renderFigure,
      InteractiveFigure: ({
        value: { figure, parameters, caption },
      }: NodeProps<BlockOf<'InteractiveFigure'>>) => (
        <div className={styles.wide}>
          <LazyFigure {...{ figure, parameters, caption }} />
        </div>
      ),
      Quotation: ({ value: { text, attribution, source } }: NodeProps<BlockOf<'Quotation'>>) => (
        <div className={styles.quote}>
          <PullQuote {...{ text, attribution, source }} />
        </div>
      ),
      EmbeddedFilm: ({ value }: NodeProps<FilmBlock<Block>>) =>
        value.film && renderFilm ? <div className={styles.wide}>{renderFilm(value)}</div> : null,
    },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
    unknownBlockStyle: ({ children }) => <p>{children}</p>,
  };
};
