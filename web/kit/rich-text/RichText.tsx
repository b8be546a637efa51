import { PortableText, type PortableTextMarkComponent } from '@portabletext/react';
import { type ComponentType, useMemo } from 'react';
import { footnotesOf } from './footnotes.ts';
import { outlineOf } from './outline.ts';
import { type RichTextNode, readBlocks } from './readBlocks.ts';
import { type RichTextLabels, type RichTextOptions, richTextComponents } from './richTextComponents.tsx';

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

/** Components by type name. Nodes of other types are left out. */
export type RichTextTypes<Block extends RichTextNode> = {
  readonly [Name in NonNullable<NodeOf<Block>['__typename']>]?: ComponentType<
    RichTextTypeProps<Extract<NodeOf<Block>, { readonly __typename?: Name }>>
  >;
};

const ENGLISH: RichTextLabels = {
  notes: 'Notes',
  note: (number) => `Note ${number}`,
  back: (number) => `Back to the text at note ${number}`,
};

export interface RichTextProps<Block extends RichTextNode> extends Partial<RichTextOptions<Block>> {
  /** `RichText.blocks`, with the fields of `RICH_TEXT_FRAGMENT`. */
  blocks: readonly (Block | null)[];
  /** Components of the types of the model. Declare the object outside of components: new functions mount new elements. */
  types?: RichTextTypes<Block>;
  /** Components of decorators and annotations in place of the default ones, by name, as in `@portabletext/react`. */
  marks?: Readonly<Record<string, PortableTextMarkComponent>>;
}

/** Renders a rich text as semantic HTML: headings with ids, safe links, pictures, and footnotes as a list at the end. */
export const RichText = <Block extends RichTextNode>(props: RichTextProps<Block>) => {
  const { blocks, types, marks, Link = 'a', hrefOf, renderAside } = props;
  const { idPrefix = 'text', hasHeadingLinks = false, labels = ENGLISH } = props;
  const nodes = useMemo(() => readBlocks(blocks), [blocks]);
  const notes = useMemo(() => footnotesOf(blocks), [blocks]);
  const components = useMemo(() => {
    const outline = outlineOf(blocks);
    const content = { outline, notes, idPrefix, hasHeadingLinks, labels, Link, hrefOf, renderAside };
    return richTextComponents(content, types, marks);
  }, [blocks, notes, idPrefix, hasHeadingLinks, labels, Link, hrefOf, renderAside, types, marks]);
  return (
    <>
      <PortableText value={nodes} components={components} onMissingComponent={false} />
      {notes.length > 0 && (
        <section aria-label={labels.notes}>
          <ol>
            {notes.map(({ key, number, blocks: text }) => (
              <li key={key} id={`${idPrefix}-note-${number}`}>
                <PortableText value={readBlocks(text)} components={components} onMissingComponent={false} />
                <Link href={`#${idPrefix}-ref-${number}`} aria-label={labels.back(number)}>
                  ↩
                </Link>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
};
