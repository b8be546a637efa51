import {
  buildMarksTree,
  isPortableTextBlock,
  isPortableTextToolkitList,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
  nestLists,
  type ToolkitNestedPortableTextSpan,
  type ToolkitPortableTextHtmlList,
} from '@portabletext/toolkit';
import type { BlockContent, Heading, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import {
  NOTE_REFERENCE,
  type NoteReference,
  type TextNode,
} from '../../../../schema/rich-text/readRichText.ts';
import type { MarkdownTextFragment } from '../../../features/articles/ArticleMarkdown.generated.ts';
import { DEFINITIONS } from '../../../figures/definitions/definitions.ts';
import { readText } from '../../../kit/rich-text/reading.ts';
import { pathOf } from '../../../lib/paths.ts';
import { pathOfDocument } from '../../../rich-text/pathOfDocument.ts';

type Block = NonNullable<MarkdownTextFragment['blocks'][number]>;
type BlockOf<Name extends Block['__typename']> = Extract<Block, { __typename: Name }>;
/** A part of a block: text, a span with a mark, or an inline object. */
type Inline = ReturnType<typeof buildMarksTree>[number];

/**
 * Converts a rich text to nodes of Markdown: https://github.com/syntax-tree/mdast. Formulas keep their TeX; figures and
 * films become links.
 * @param page the URL of the page, which runs the interactive figures
 */
export const markdownNodes = (blocks: MarkdownTextFragment['blocks'], page: string): RootContent[] => {
  const { nodes, notes } = readText(blocks, { hrefOf: pathOfDocument, types: OBJECTS });
  return [
    ...blockNodes(nodes, page),
    ...notes.map(
      (note): RootContent => ({
        type: 'footnoteDefinition',
        identifier: String(note.number),
        children: blockNodes(note.nodes, page),
      }),
    ),
  ];
};

const blockNodes = (nodes: readonly TextNode[], page: string): BlockContent[] =>
  nestLists(nodes as TextNode[], 'html').flatMap((node): BlockContent[] => {
    if (isPortableTextToolkitList(node)) return [listNode(node as ToolkitPortableTextHtmlList, page)];
    if (!isPortableTextBlock(node)) return objectNodes(node, page);
    const children = inlineNodes(buildMarksTree(node), page);
    const [, level] = /^h([1-6])$/.exec(node.style ?? '') ?? [];
    if (level) return [{ type: 'heading', depth: Number(level) as Heading['depth'], children }];
    if (node.style === 'blockquote') return [{ type: 'blockquote', children: [paragraph(...children)] }];
    return [paragraph(...children)];
  });

const listNode = (list: ToolkitPortableTextHtmlList, page: string): BlockContent => ({
  type: 'list',
  ordered: list.listItem === 'number',
  children: list.children.map(({ listItem, ...block }): ListItem => {
    const lists = block.children.filter(isPortableTextToolkitList);
    const children = block.children.filter((child) => !isPortableTextToolkitList(child));
    // An item without words stands for a level that the text skips.
    const style = children.length > 0 ? block.style : 'normal';
    return {
      type: 'listItem',
      children: [
        ...blockNodes([{ ...block, style, children } as TextNode], page),
        ...lists.map((child) => listNode(child as ToolkitPortableTextHtmlList, page)),
      ],
    };
  }),
});

/** @param isCode whether the texts are code */
const inlineNodes = (nodes: readonly Inline[], page: string, isCode = false): PhrasingContent[] =>
  joinCode(
    nodes.flatMap((node): PhrasingContent[] => {
      if (isPortableTextToolkitTextNode(node)) {
        if (node.text === '\n') return [{ type: 'break' }];
        return [{ type: isCode && node.text !== '' ? 'inlineCode' : 'text', value: node.text }];
      }
      if (isPortableTextToolkitSpan(node)) return markedNodes(node, page, isCode);
      if (node._type === NOTE_REFERENCE)
        return [{ type: 'footnoteReference', identifier: String((node as NoteReference).note.number) }];
      return inlineObjectNodes(node as TextNode);
    }),
  );

/** Joins adjacent code: Markdown would read the backquotes between two pieces as a part of the code. */
const joinCode = (nodes: readonly PhrasingContent[]): PhrasingContent[] => {
  const joined: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'inlineCode' && last?.type === 'inlineCode')
      joined.splice(-1, 1, { type: 'inlineCode', value: `${last.value}${node.value}` });
    else joined.push(node);
  }
  return joined;
};

const markedNodes = (
  { markType, markDef, children: parts }: ToolkitNestedPortableTextSpan,
  page: string,
  isCode: boolean,
): PhrasingContent[] => {
  const children = inlineNodes(parts, page, isCode || markType === 'code');
  if (markType === 'strong') return [{ type: 'strong', children }];
  if (markType === 'em') return [{ type: 'emphasis', children }];
  const url = (markDef as { readonly '@link'?: string } | undefined)?.['@link'];
  return url === undefined ? children : [link(url, page, children as Link['children'])];
};

const inlineObjectNodes = (node: TextNode): PhrasingContent[] => {
  if (node._type === 'Formula') return [{ type: 'inlineMath', value: String(node.tex) }];
  const { url, alt } = (node.image ?? {}) as Partial<NonNullable<BlockOf<'Illustration'>['image']>>;
  return url ? [{ type: 'image', url, alt: alt ?? '' }] : [];
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
  Illustration: ({ image }) => imageNodes(image),
  RichTextPicture: ({ image }) => imageNodes(image),
  InteractiveFigure: ({ kind, caption }, page) => [
    paragraph(link(page, page, [text(`Interactive figure: ${DEFINITIONS[kind]?.title ?? kind}`)])),
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

const imageNodes = (image: BlockOf<'Illustration'>['image']): BlockContent[] =>
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
