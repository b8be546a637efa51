import type { PortableTextMarkComponent } from '@portabletext/react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { LazyFigure } from '../figures/LazyFigure.tsx';
import type { RichTextTypeProps, RichTextTypes } from '../kit/rich-text/RichText.tsx';
import { Picture } from '../ui/images/Picture.tsx';
import { CodeListing } from './CodeListing.tsx';
import { Formula } from './formulas/Formula.tsx';
import { Illustration } from './Illustration.tsx';
import { InPageLink } from './InPageLink.tsx';
import type { ProseBlockFragment } from './Prose.generated.ts';
import styles from './Prose.module.css';
import { PullQuote } from './PullQuote.tsx';

/** The block of a film in a text. */
export type FilmBlock<Block extends ProseBlockFragment = ProseBlockFragment> = Extract<
  Block,
  { __typename: 'EmbeddedFilm' }
>;
type BlockOf<Name extends ProseBlockFragment['__typename']> = Extract<
  ProseBlockFragment,
  { __typename: Name }
>;

/** The width from which a picture is wider than the text, in pixels. A narrower one would fill a third width. */
const WIDE_PX = 900;

const renderIllustration = ({ image }: Pick<BlockOf<'Illustration'>, 'image'>) =>
  image && (
    <div className={image.width >= WIDE_PX ? styles.wide : styles.inset}>
      <Illustration image={image} />
    </div>
  );

const TYPES: RichTextTypes<ProseBlockFragment> = {
  Formula: ({ value, isInline }) =>
    isInline ? (
      <Formula tex={value.tex} />
    ) : (
      <div className={styles.formula}>
        <Formula tex={value.tex} isDisplay />
      </div>
    ),
  CodeListing: ({ value: { code, language, html } }) => (
    <div className={styles.wide}>
      <CodeListing code={code} language={language} html={html} />
    </div>
  ),
  Illustration: ({ value }) => renderIllustration(value),
  RichTextPicture: ({ value, isInline }) =>
    // A figure cannot be a part of a paragraph.
    isInline && value.image ? (
      <Picture {...value.image} alt={value.image.alt ?? ''} sizes="20rem" />
    ) : (
      renderIllustration(value)
    ),
  InteractiveFigure: ({ value: { kind, parameters, caption } }) => (
    <div className={styles.wide}>
      <LazyFigure kind={kind} parameters={parameters} caption={caption} />
    </div>
  ),
  Quotation: ({ value: { text, attribution, source } }) => (
    <div className={styles.inset}>
      <PullQuote text={text} attribution={attribution} source={source} />
    </div>
  ),
};

/**
 * Returns the components of the types of the model.
 * @param renderFilm renders a film in the text; without it, films are left out
 */
export const proseTypes = <Block extends ProseBlockFragment>(
  renderFilm: ((block: FilmBlock<Block>) => ReactNode) | undefined,
): RichTextTypes<Block> => ({
  ...(TYPES as RichTextTypes<Block>),
  EmbeddedFilm: ({ value }: RichTextTypeProps<FilmBlock<Block>>) =>
    value.film && renderFilm ? <div className={styles.wide}>{renderFilm(value)}</div> : null,
});

/** The components of the marks of the app. Links to documents stay in the app. */
export const PROSE_MARKS: Readonly<Record<string, PortableTextMarkComponent>> = {
  code: ({ children }) => <code className={styles.inlineCode}>{children}</code>,
  InternalLink: ({ value, children }) => {
    const path = (value as { readonly '@link'?: string } | undefined)?.['@link'];
    return path === undefined ? children : <Link to={path}>{children}</Link>;
  },
};

/** Renders a link of a text. A link to a part of the text scrolls after the next paint. */
export const ProseLink = ({ href = '', ...link }: ComponentProps<'a'>) =>
  href.startsWith('#') ? <InPageLink targetId={href.slice(1)} {...link} /> : <a href={href} {...link} />;
