import {
  buildMarksTree,
  isPortableTextBlock,
  isPortableTextToolkitList,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
  nestLists,
  spanToPlainText,
  type ToolkitNestedPortableTextSpan,
  type ToolkitPortableTextHtmlList,
} from '@portabletext/toolkit';
import type { BlockContent, Heading, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { pathOf } from '../../../components/paths.ts';
import type { ArticleMarkdownQuery } from '../../../features/articles/ArticleMarkdown.generated.ts';
import { DEFINITIONS } from '../../../figures/definitions/definitions.ts';
import { type Footnote, footnotesOf } from '../../../kit/rich-text/footnotes.ts';
import { readBlocks, type TextNode } from '../../../kit/rich-text/readBlocks.ts';
import { SAFE_URL } from '../../../kit/rich-text/safeUrl.ts';
import type { ProseAnnotationFragment } from '../../../rich-text/Prose.generated.ts';

type Body = NonNullable<NonNullable<ArticleMarkdownQuery['article']>['body']>;
type Block = NonNullable<Body['blocks'][number]>;
type BlockOf<Name extends Block['__typename']> = Extract<Block, { __typename: Name }>;
type AnnotationOf<Name extends ProseAnnotationFragment['__typename']> = Extract<
  ProseAnnotationFragment,
  { __typename: Name }
>;

/** A part of a block: text, a span with a mark, or an inline object. */
type Inline = ReturnType<typeof buildMarksTree>[number];

/**
 * Converts a rich text to nodes of Markdown: https://github.com/syntax-tree/mdast. Formulas keep their TeX; figures and
 * films become links.
 * @param page the URL of the page, which runs the interactive figures
 */
export const markdownNodes = (blocks: Body['blocks'], page: string): RootContent[] => {
  const notes = footnotesOf(blocks);
  return [
    ...blockNodes(readBlocks(blocks), notes, page),
    ...notes.map(
      (note): RootContent => ({
        type: 'footnoteDefinition',
        identifier: String(note.number),
        children: blockNodes(readBlocks(note.blocks), [], page),
      }),
    ),
  ];
};

const blockNodes = (nodes: TextNode[], notes: readonly Footnote[], page: string): BlockContent[] =>
  nestLists(nodes, 'html').flatMap((node): BlockContent[] => {
    if (isPortableTextToolkitList(node)) return [listNode(node as ToolkitPortableTextHtmlList, notes, page)];
    if (!isPortableTextBlock(node)) return objectNodes(node, page);
    const children = inlineNodes(buildMarksTree(node), notes, page);
    const [, level] = /^h([2-6])$/.exec(node.style ?? '') ?? [];
    if (level) return [{ type: 'heading', depth: Number(level) as Heading['depth'], children }];
    if (node.style === 'blockquote') return [{ type: 'blockquote', children: [paragraph(...children)] }];
    return [paragraph(...children)];
  });

const listNode = (
  list: ToolkitPortableTextHtmlList,
  notes: readonly Footnote[],
  page: string,
): BlockContent => ({
  type: 'list',
  ordered: list.listItem === 'number',
  children: list.children.map(({ listItem, ...block }): ListItem => {
    const lists = block.children.filter(isPortableTextToolkitList);
    const text = { ...block, children: block.children.filter((child) => !isPortableTextToolkitList(child)) };
    return {
      type: 'listItem',
      children: [
        paragraph(...inlineNodes(buildMarksTree(text), notes, page)),
        ...lists.map((child) => listNode(child as ToolkitPortableTextHtmlList, notes, page)),
      ],
    };
  }),
});

const inlineNodes = (nodes: readonly Inline[], notes: readonly Footnote[], page: string): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (isPortableTextToolkitTextNode(node))
      return node.text === '\n' ? [{ type: 'break' }] : [{ type: 'text', value: node.text }];
    if (isPortableTextToolkitSpan(node)) return markedNodes(node, notes, page);
    return node._type === 'Formula' ? [{ type: 'inlineMath', value: String(node.tex) }] : [];
  });

const markedNodes = (
  node: ToolkitNestedPortableTextSpan,
  notes: readonly Footnote[],
  page: string,
): PhrasingContent[] => {
  const { markType, markKey, markDef } = node;
  if (markType === 'code') return [{ type: 'inlineCode', value: spanToPlainText(node) }];
  const children = inlineNodes(node.children, notes, page);
  if (markType === 'strong') return [{ type: 'strong', children }];
  if (markType === 'em') return [{ type: 'emphasis', children }];
  if (markType === 'Footnote') {
    const note = notes.find(({ key }) => key === markKey);
    return note ? [...children, { type: 'footnoteReference', identifier: String(note.number) }] : children;
  }
  const path = markDef && pathOfLink(markDef as unknown as Annotation);
  return path ? [link(path, page, children as Link['children'])] : children;
};

type Annotation = Partial<Omit<AnnotationOf<'RichTextLink'>, '__typename'>> &
  Partial<Omit<AnnotationOf<'InternalLink'>, '__typename'>>;

const pathOfLink = ({ href, document }: Annotation): string | null => {
  if (document && 'slug' in document) return pathOf(document.__typename, document.slug);
  return href && SAFE_URL.test(href) && URL.canParse(href, 'https://host.invalid') ? href : null;
};

/** The nodes of the objects in a text, by their type. Films and figures that are missing are left out. */
const OBJECTS: {
  readonly [Name in Block['__typename']]?: (value: BlockOf<Name>, page: string) => BlockContent[];
} = {
  Formula: ({ tex }) => [{ type: 'math', value: tex }],
  CodeListing: ({ code, language }) => [{ type: 'code', lang: language, value: code }],
  Quotation: ({ text, attribution, source }) => {
    const origin = [attribution, source].filter(Boolean).join(', ');
    return [
      {
        type: 'blockquote',
        children: [textParagraph(text), ...(origin ? [textParagraph(`— ${origin}`)] : [])],
      },
    ];
  },
  Figure: ({ image }) => imageNodes(image),
  RichTextPicture: ({ image }) => imageNodes(image),
  InteractiveFigure: ({ figure, caption }, page) => [
    paragraph(link(page, page, [text(`Interactive figure: ${DEFINITIONS[figure]?.title ?? figure}`)])),
    ...(caption ? [textParagraph(caption)] : []),
  ],
  EmbeddedFilm: ({ film }, page) =>
    film ? [paragraph(link(pathOf('Film', film.slug), page, [text(`Film: ${film.title}`)]))] : [],
};

const objectNodes = (node: TextNode, page: string): BlockContent[] => {
  const convert = OBJECTS[node._type as Block['__typename']] as
    | ((value: unknown, page: string) => BlockContent[])
    | undefined;
  return convert?.(node, page) ?? [];
};

const imageNodes = (image: BlockOf<'Figure'>['image']): BlockContent[] =>
  image?.url
    ? [
        paragraph({ type: 'image', url: image.url, alt: image.alt }),
        ...(image.caption ? [textParagraph(image.caption)] : []),
      ]
    : [];

type Link = Extract<PhrasingContent, { type: 'link' }>;

const text = (value: string) => ({ type: 'text', value }) as const;
const paragraph = (...children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children });
const textParagraph = (value: string): Paragraph => paragraph(text(value));
/** @param url absolute, or relative to the page */
const link = (url: string, page: string, children: Link['children']): Link => ({
  type: 'link',
  url: new URL(url, page).href,
  children,
});
