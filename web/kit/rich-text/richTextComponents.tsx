import type {
  PortableTextBlockComponent,
  PortableTextComponents,
  PortableTextListComponent,
  PortableTextListItemComponent,
} from '@portabletext/react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import {
  NOTE_REFERENCE,
  type Note,
  type NoteReference,
  type TextNode,
} from '../../../schema/rich-text/readRichText.ts';
import { Picture, type PictureImage } from '../picture/Picture.tsx';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The texts that the component adds. */
export interface RichTextLabels {
  /** Name of the section with the footnotes. */
  readonly notes: string;
  /** Name of the mark of a footnote. */
  readonly note: (number: number) => string;
  /** Name of the link from a footnote to its mark. */
  readonly back: (number: number) => string;
  /** Stands for a footnote whose text the query does not select, such as a footnote within several other footnotes. */
  readonly missing?: string;
}

export interface RenderingOptions {
  /** Renders every link, for example the `Link` of a router. Default: `<a>`. */
  readonly Link: ComponentType<ComponentProps<'a'>> | 'a';
  /** True if headings without links and notes are links to themselves. Default: false. */
  readonly hasHeadingLinks: boolean;
  /** Default: English. */
  readonly labels: RichTextLabels;
}

interface Rendering extends RenderingOptions {
  /** False for a copy of a note: its elements have no ids. */
  readonly hasIds: boolean;
  /** Renders what follows a block with notes. */
  readonly renderNotesOf?: ((notes: readonly Note[]) => ReactNode) | undefined;
}

/** A block of `PortableText`, or an item of a list. */
interface Block {
  readonly '@id'?: string;
  /** The style of an item, see `withoutItemStyles`. */
  readonly '@style'?: unknown;
  readonly children?: readonly unknown[];
}

/**
 * Returns nodes whose list items have their style as `@style`: `PortableText` renders an item with a style twice, and so the
 * lists within it exponentially often.
 */
export const withoutItemStyles = (nodes: readonly TextNode[]): TextNode[] =>
  nodes.map((node) => (node.listItem ? { ...node, style: 'normal', '@style': node.style } : node));

/** Annotations and objects of `PortableText` with the fields of the API. */
type MarkProps = { value?: { readonly '@link'?: string | undefined }; children: ReactNode };
type PictureProps = {
  value: { image?: (PictureImage & { caption?: string | null }) | null };
  isInline: boolean;
};

/** Returns the components for the types and marks of a rich text. */
export const richTextComponents = (
  rendering: Rendering,
  types: object | undefined,
  marks: object | undefined,
): PortableTextComponents => {
  const { hasIds, hasHeadingLinks, labels, Link, renderNotesOf } = rendering;
  const notesOf = (...blocks: readonly Block[]): ReactNode => {
    const notes = blocks.flatMap(firstReferences);
    return notes.length > 0 && renderNotesOf?.(notes);
  };
  /** Returns the words of a heading or a quotation; undefined for other styles. */
  const styledWords = (style: unknown, block: Block, words: ReactNode): ReactNode | undefined => {
    if (style === 'blockquote') return <blockquote>{words}</blockquote>;
    const Heading = HEADINGS.find((name) => name === style);
    if (!Heading) return undefined;
    const id = hasIds ? block['@id'] : undefined;
    return (
      <Heading id={id}>
        {hasHeadingLinks && id && isPlain(block) ? <Link href={`#${id}`}>{words}</Link> : words}
      </Heading>
    );
  };
  const block: PortableTextBlockComponent = ({ value, children }) => (
    <>
      {styledWords(value.style, value as Block, children) ?? <p>{children}</p>}
      {notesOf(value as Block)}
    </>
  );
  const listItem: PortableTextListItemComponent = ({ value, children }) => {
    const { '@style': style, children: nodes = [], ...item } = value as Block;
    const text = (nodes as readonly TextNode[]).filter(({ _type }) => _type !== '@list');
    // The lists are after the words. An item without words stands for a level that the text skips.
    const parts = children as readonly ReactNode[];
    const end = parts.length - (nodes.length - text.length);
    const words = parts.slice(0, end);
    return (
      <li>
        {(text.length > 0 && styledWords(style, { ...item, children: text }, words)) || words}
        {parts.slice(end)}
      </li>
    );
  };
  const list =
    (Element: 'ul' | 'ol'): PortableTextListComponent =>
    ({ value, children }) => (
      <>
        <Element>{children}</Element>
        {notesOf(...(value.children as readonly Block[]))}
      </>
    );
  const link = ({ value, children }: MarkProps) =>
    value?.['@link'] === undefined ? children : <Link href={value['@link']}>{children}</Link>;
  const reference = ({ value: { id, note } }: { value: NoteReference }) => (
    <sup>
      <Link
        id={hasIds ? id : undefined}
        href={`#${note.id}`}
        data-footnote-ref={note.number}
        aria-label={labels.note(note.number)}
      >
        {note.number}
      </Link>
    </sup>
  );
  return {
    block,
    list: { bullet: list('ul'), number: list('ol') },
    listItem,
    marks: { ...marks },
    types: { RichTextPicture: renderPicture, ...types, [NOTE_REFERENCE]: reference },
    // Annotations that are links, and names that have no component.
    unknownMark: link,
    unknownType: () => null,
    unknownList: list('ul'),
  };
};

/** Returns the notes whose first reference is in a block. */
const firstReferences = ({ children = [] }: Block): Note[] =>
  (children as readonly TextNode[]).flatMap((child) => {
    if (child._type !== NOTE_REFERENCE) return [];
    const { id, note } = child as unknown as NoteReference;
    return note.references[0] === id ? [note] : [];
  });

/** False for a heading that may contain links. */
const isPlain = ({ children = [] }: Block): boolean =>
  (children as readonly TextNode[]).every(
    ({ _type, marks }) =>
      _type === 'span' && (marks as readonly string[]).every((mark) => !mark.startsWith('@')),
  );

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
