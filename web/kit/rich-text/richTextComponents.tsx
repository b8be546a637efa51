import type {
  PortableTextBlockComponent,
  PortableTextComponents,
  PortableTextListComponent,
} from '@portabletext/react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { Picture, type PictureImage } from '../picture/Picture.tsx';
import type { Footnote } from './footnotes.ts';
import type { Heading } from './outline.ts';
import type { RichTextNode } from './readBlocks.ts';
import { SAFE_URL } from './safeUrl.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** A document that an annotation `InternalLink` refers to, with the fields that the query selects. */
export interface LinkedDocument {
  readonly __typename?: string | undefined;
  readonly slug?: string | null | undefined;
}

/** The texts that the component adds. */
export interface RichTextLabels {
  /** Name of the section with the footnotes. */
  readonly notes: string;
  /** Name of the mark of a footnote. */
  readonly note: (number: number) => string;
  /** Name of the link from a footnote to its mark. */
  readonly back: (number: number) => string;
}

export interface RichTextOptions<Block extends RichTextNode> {
  /** Renders every link, for example that of a router. Default: `<a>`. */
  readonly Link: ComponentType<ComponentProps<'a'>> | 'a';
  /** Returns the address of a linked document. Without one, its text is no link. */
  readonly hrefOf: ((document: LinkedDocument) => string | undefined) | undefined;
  /** Prefix of the ids of footnotes, unique per text of a page. Default: `text`. */
  readonly idPrefix: string;
  /** True if headings are links to themselves. Default: false. */
  readonly hasHeadingLinks: boolean;
  /** Renders what follows a block with footnotes, such as notes in the margin. They stay in the list at the end. */
  readonly renderAside: ((notes: readonly Footnote<Block>[]) => ReactNode) | undefined;
  /** Default: English. */
  readonly labels: RichTextLabels;
}

interface RichTextContent<Block extends RichTextNode> extends RichTextOptions<Block> {
  readonly outline: readonly Heading[];
  readonly notes: readonly Footnote<Block>[];
}

/** A block of `PortableText` that can refer to footnotes. */
interface NoteOwner {
  readonly markDefs?: readonly { readonly _key?: string }[] | undefined;
}

/** Annotations and objects of `PortableText` with the fields of the API. */
type MarkProps<Value> = { value?: Value; children: ReactNode };
type PictureProps = {
  value: { image?: (PictureImage & { caption?: string | null }) | null };
  isInline: boolean;
};

/** Returns the components for the types and marks of a rich text. */
export const richTextComponents = <Block extends RichTextNode>(
  content: RichTextContent<Block>,
  types: object | undefined,
  marks: object | undefined,
): PortableTextComponents => {
  const { outline, notes, idPrefix, hasHeadingLinks, labels, Link, hrefOf, renderAside } = content;
  const asideOf = (...owners: readonly NoteOwner[]) => {
    if (!renderAside) return null;
    const keys = new Set(owners.flatMap(({ markDefs }) => markDefs?.map(({ _key }) => _key) ?? []));
    const own = notes.filter(({ key }) => keys.has(key));
    return own.length > 0 && renderAside(own);
  };
  const block =
    (Element: 'p' | 'blockquote'): PortableTextBlockComponent =>
    ({ value, children }) => (
      <>
        <Element>{children}</Element>
        {asideOf(value)}
      </>
    );
  const heading =
    (Element: (typeof HEADINGS)[number]): PortableTextBlockComponent =>
    ({ value, children }) => {
      const id = outline.find(({ key }) => key === value._key)?.id;
      return (
        <>
          <Element id={id}>
            {hasHeadingLinks && id ? <Link href={`#${id}`}>{children}</Link> : children}
          </Element>
          {asideOf(value)}
        </>
      );
    };
  const list =
    (Element: 'ul' | 'ol'): PortableTextListComponent =>
    ({ value, children }) => (
      <>
        <Element>{children}</Element>
        {asideOf(...(value.children as readonly NoteOwner[]))}
      </>
    );
  return {
    block: {
      normal: block('p'),
      blockquote: block('blockquote'),
      ...Object.fromEntries(HEADINGS.map((name) => [name, heading(name)])),
    },
    list: { bullet: list('ul'), number: list('ol') },
    marks: {
      RichTextLink: ({ value, children }: MarkProps<{ href?: string | null }>) =>
        SAFE_URL.test(value?.href ?? '') ? <Link href={value?.href ?? ''}>{children}</Link> : children,
      InternalLink: ({ value, children }: MarkProps<{ document?: LinkedDocument | null }>) => {
        const href = value?.document ? hrefOf?.(value.document) : undefined;
        return href === undefined ? children : <Link href={href}>{children}</Link>;
      },
      Footnote: ({ markKey, children }) => {
        const number = notes.find(({ key }) => key === markKey)?.number;
        if (number === undefined) return children;
        return (
          <>
            {children}
            <sup>
              <Link
                id={`${idPrefix}-ref-${number}`}
                href={`#${idPrefix}-note-${number}`}
                data-footnote-ref={number}
                aria-label={labels.note(number)}
              >
                {number}
              </Link>
            </sup>
          </>
        );
      },
      ...marks,
    },
    types: { RichTextPicture: renderPicture, ...types },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
    unknownBlockStyle: ({ children }) => <p>{children}</p>,
  };
};

const renderPicture = ({ value: { image }, isInline }: PictureProps) => {
  if (!image) return null;
  // A figure cannot be a part of a paragraph.
  if (isInline) return <Picture {...image} />;
  return (
    <figure>
      <Picture {...image} />
      {image.caption && <figcaption>{image.caption}</figcaption>}
    </figure>
  );
};
