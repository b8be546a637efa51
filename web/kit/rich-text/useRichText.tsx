import { PortableText, type PortableTextMarkComponent } from '@portabletext/react';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { RichTextNode } from '../../../schema/rich-text/nodes.ts';
import type { Note, TextNode } from '../../../schema/rich-text/readRichText.ts';
import type { Footnote } from './footnotes.ts';
import { type ReadingOptions, readText } from './reading.ts';
import {
  type RenderingOptions,
  type RichTextLabels,
  richTextComponents,
  withoutItemStyles,
} from './richTextComponents.tsx';

/** A block of a text, or an object between its spans whose type is known. */
type NodeOf<Block extends RichTextNode> = Block | InlineOf<Block>;
type InlineOf<Block> = Block extends { readonly children: readonly (infer Inline)[] } ? Known<Inline> : never;
type Known<Node> = Node extends RichTextNode ? (string extends Node['__typename'] ? never : Node) : never;

/** The properties of the component of a type. */
export interface RichTextTypeProps<Node> {
  /** The fields that the query selects. */
  value: Node;
  /** True if the node is between spans of text. */
  isInline: boolean;
}

/** Components by type name. Other nodes show their words. */
export type RichTextTypes<Block extends RichTextNode> = {
  readonly [Name in NonNullable<NodeOf<Block>['__typename']>]?: ComponentType<
    RichTextTypeProps<Extract<NodeOf<Block>, { readonly __typename?: Name }>>
  >;
};

export interface RichTextProps<Block extends RichTextNode>
  extends Pick<ReadingOptions, 'hrefOf' | 'idPrefix'>,
    Partial<RenderingOptions> {
  /** `RichText.blocks`, with the fields of `RICH_TEXT_FRAGMENT`. */
  blocks: readonly (Block | null)[];
  /** Components of the types of the model. Declare the object outside of components: new functions mount new elements. */
  types?: RichTextTypes<Block>;
  /** Components of decorators and annotations in place of the default components, by name, as in `@portabletext/react`. */
  marks?: Readonly<Record<string, PortableTextMarkComponent>>;
  /**
   * Renders what follows a block with footnotes, such as notes in the margin. They stay in the list at the end, so
   * `renderNote` renders them without ids.
   */
  renderAside?: (notes: readonly Footnote<Block>[], renderNote: RenderNote) => ReactNode;
}

/** Renders the text of a footnote. */
export type RenderNote = (note: Pick<Note, 'nodes'>) => ReactNode;

/** A rendered text. */
export interface RenderedText<Block extends RichTextNode> {
  /** The text, and the list of its footnotes. */
  readonly content: ReactNode;
  readonly notes: readonly Footnote<Block>[];
  readonly renderNote: RenderNote;
}

const ENGLISH: RichTextLabels = {
  notes: 'Notes',
  note: (number) => `Note ${number}`,
  back: (number) => `Back to the text at note ${number}`,
};

/** Renders a rich text, and its footnotes for other places of the page. */
export const useRichText = <Block extends RichTextNode>(props: RichTextProps<Block>): RenderedText<Block> => {
  const { blocks, types, marks, hrefOf, idPrefix, renderAside, Link = 'a' } = props;
  const { hasHeadingLinks = false, labels = ENGLISH } = props;
  const text = useMemo(
    () => readText(blocks, { hrefOf, idPrefix, types, marks, missingNote: labels.missing }),
    [blocks, hrefOf, idPrefix, types, marks, labels],
  );
  const notes = text.notes as readonly Footnote<Block>[];
  const { components, renderNote } = useMemo(() => {
    const options = { Link, hasHeadingLinks, labels };
    const copied = richTextComponents({ ...options, hasIds: false }, types, marks);
    const renderCopy: RenderNote = ({ nodes }) => <Nodes nodes={nodes} components={copied} />;
    const renderNotesOf = (own: readonly Note[]) =>
      renderAside?.(withInnerNotes(own, notes) as readonly Footnote<Block>[], renderCopy);
    const full = richTextComponents({ ...options, hasIds: true, renderNotesOf }, types, marks);
    const listed = richTextComponents({ ...options, hasIds: true }, types, marks);
    return { components: { full, listed }, renderNote: renderCopy };
  }, [notes, hasHeadingLinks, labels, Link, renderAside, types, marks]);
  const content = (
    <>
      <Nodes nodes={text.nodes} components={components.full} />
      {notes.length > 0 && (
        <section aria-label={labels.notes}>
          <ol>
            {notes.map(({ id, number, nodes, references }) => (
              <li key={id} id={id}>
                <Nodes nodes={nodes} components={components.listed} />
                {references.map((reference) => (
                  <Link key={reference} href={`#${reference}`} aria-label={labels.back(number)}>
                    ↩
                  </Link>
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
  return { content, notes, renderNote };
};

interface NodesProps {
  nodes: readonly TextNode[];
  components: ReturnType<typeof richTextComponents>;
}

const Nodes = ({ nodes, components }: NodesProps) => {
  const value = useMemo(() => withoutItemStyles(nodes), [nodes]);
  return <PortableText value={value} components={components} onMissingComponent={false} />;
};

/** Returns notes, each followed by the notes within it. */
const withInnerNotes = (own: readonly Note[], all: readonly Note[]): Note[] =>
  own.flatMap((note) => [
    note,
    ...withInnerNotes(
      all.filter(({ within }) => within === note),
      all,
    ),
  ]);
