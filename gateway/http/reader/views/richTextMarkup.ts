import {
  buildMarksTree,
  isPortableTextToolkitList,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
  nestLists,
} from '@portabletext/toolkit';
import { UNKNOWN_NODE } from '../../../core/model/richTextKinds.ts';
import { element, type Html, html } from '../markup/html.ts';
import { safeUrl } from '../markup/safeUrl.ts';
import { imageMarkup } from './assetViews.ts';
import type { DocumentLink } from './linkView.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData, type PageContext, type View } from './view.ts';

/** The readers of the objects in a text. */
export interface RichTextParts {
  block(value: Data): { readonly view: View; readonly data: Data } | undefined;
  /** Returns the `_type` of a block that the model does not declare, which can be empty; undefined for others. */
  unknownType(value: Data): string | undefined;
  /** Returns the link to a document of data; undefined for other data. */
  linkOf(data: Data, context: PageContext): DocumentLink | undefined;
}

/** The elements of decorators. The text of others has none. */
const MARKS: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  code: 'code',
  underline: 'u',
  'strike-through': 's',
  sub: 'sub',
  sup: 'sup',
  highlight: 'mark',
};
const HEADING = /^h([1-6])$/;
const MAX_HEADING_LEVEL = 6;
/** A text ends after the block that exceeds this. */
const MAX_TEXT_CHARACTERS = 400_000;

/** A node of Portable Text, as the functions of the toolkit read it. */
interface TextNode {
  readonly _type: string;
  readonly [name: string]: unknown;
}

/** Renders the blocks of a rich text; undefined if it has none to show. */
export function renderRichText(
  blocks: readonly Data[],
  parts: RichTextParts,
  context: PageContext,
): Html | undefined {
  const nodes = nestLists(blocks.map(toNode) as { _type: string }[], 'html') as unknown as TextNode[];
  const shown: Html[] = [];
  let characters = 0;
  for (const node of nodes) {
    const block = characters > MAX_TEXT_CHARACTERS ? undefined : renderBlock(node, parts, context);
    if (!block) continue;
    shown.push(block);
    characters += block.markup.length;
  }
  if (shown.length === 0) return undefined;
  return html`<div class="prose">${shown}${characters > MAX_TEXT_CHARACTERS && html`<p class="notice">The rest of the text is left out, because the page is too long.</p>`}</div>`;
}

/** Returns a block of a response as Portable Text. Other objects keep their data. */
function toNode(block: Data, index: number): TextNode {
  const { style, listItem, level, children, markDefs } = block;
  if (block[TYPE_NAME] !== 'TextBlock') return { _type: 'object', data: block };
  return {
    _type: 'block',
    _key: String(index),
    style: style ?? 'normal',
    ...(typeof listItem === 'string' && { listItem, level: level ?? 1 }),
    children: listOf(children).map((child) =>
      child[TYPE_NAME] === 'TextSpan'
        ? { _type: 'span', text: child.text, marks: child.marks }
        : { _type: 'object', data: child },
    ),
    markDefs: listOf(markDefs).map((mark) => ({ _type: 'annotation', _key: mark.key, data: mark })),
  };
}

const listOf = (value: unknown): readonly Data[] => (Array.isArray(value) ? value.filter(isData) : []);

function renderBlock(node: TextNode, parts: RichTextParts, context: PageContext): Html | undefined {
  if (isPortableTextToolkitList(node as never)) {
    const { listItem, children } = node as unknown as { listItem: string; children: TextNode[] };
    return element(
      listItem === 'number' ? 'ol' : 'ul',
      children.map((item) => html`<li>${renderChildren(item, parts, context)}</li>`),
    );
  }
  if (node._type !== 'block') return renderObject(node.data as Data, parts, context);
  const content = renderChildren(node, parts, context);
  if (content.length === 0) return undefined;
  const style = String(node.style);
  const [, level] = HEADING.exec(style) ?? [];
  if (level) return element(`h${headingLevel(Number(level), context)}`, content);
  return style === 'blockquote' ? html`<blockquote><p>${content}</p></blockquote>` : html`<p>${content}</p>`;
}

/** Returns the level of a heading in the page. The page has its own heading above all texts. */
const headingLevel = (level: number, context: PageContext): number =>
  Math.min(MAX_HEADING_LEVEL, context.headingLevel + Math.max(0, level - 2));

/** Renders the children of a block. A list item has further lists among them. */
function renderChildren(block: TextNode, parts: RichTextParts, context: PageContext): Html[] {
  const children = (block.children as TextNode[]) ?? [];
  const lists = children.filter(({ _type }) => _type === '@list');
  const text = { ...block, children: children.filter(({ _type }) => _type !== '@list') };
  return [
    ...(buildMarksTree(text as never) as unknown as TextNode[]).flatMap(
      (node) => renderInline(node, parts, context) ?? [],
    ),
    ...lists.flatMap((list) => renderBlock(list, parts, context) ?? []),
  ];
}

function renderInline(node: TextNode, parts: RichTextParts, context: PageContext): Html | undefined {
  if (isPortableTextToolkitTextNode(node as never)) {
    const { text } = node as unknown as { text: string };
    return text === '\n' ? html`<br>` : html`${text}`;
  }
  if (!isPortableTextToolkitSpan(node as never)) return renderInlineObject(node.data as Data, parts, context);
  const { markType, markDef, children } = node as unknown as {
    markType: string;
    markDef?: { data: Data };
    children: TextNode[];
  };
  const content = children.flatMap((child) => renderInline(child, parts, context) ?? []);
  const href = markDef && targetOf(markDef.data, parts, context);
  if (href) return html`<a href="${href}">${content}</a>`;
  const name = Object.hasOwn(MARKS, markType) ? MARKS[markType] : undefined;
  return name ? element(name, content) : html`${content}`;
}

/** Names of attributes of links with a URL. */
const URL_NAME = /^(.*_)?(href|url|link|external)$/i;

/** Returns the address to which an annotation leads: that of a document in it, else its first URL. */
function targetOf(data: Data, parts: RichTextParts, context: PageContext): string | undefined {
  const link = parts.linkOf(data, context);
  if (link) return link.path;
  const entries = Object.entries(data);
  for (const [, value] of entries) {
    const inner = isData(value) ? targetOf(value, parts, context) : undefined;
    if (inner) return inner;
  }
  return entries.flatMap(([name, value]) => (URL_NAME.test(name) ? (safeUrl(value) ?? []) : []))[0];
}

/** Renders an object between spans as the first document, picture or text in it. */
function renderInlineObject(data: Data, parts: RichTextParts, context: PageContext): Html | undefined {
  const link = parts.linkOf(data, context);
  if (link) return html`<a href="${link.path}">${link.title}</a>`;
  const image = typeof data.srcSet === 'string' ? imageMarkup(data) : undefined;
  if (image) return image;
  if (data[TYPE_NAME] === UNKNOWN_NODE) return undefined;
  const values = Object.entries(data).filter(([name]) => name !== TYPE_NAME);
  for (const [, value] of values) {
    const inner = isData(value) ? renderInlineObject(value, parts, context) : undefined;
    if (inner) return inner;
  }
  const text = values.find(([, value]) => typeof value === 'string' && value.trim() !== '')?.[1];
  return text === undefined ? undefined : html`<code>${String(text)}</code>`;
}

/** Renders an object between blocks of text. */
function renderObject(data: Data, parts: RichTextParts, context: PageContext): Html | undefined {
  const found = parts.block(data);
  if (found) return found.view.render(found.data, context);
  const type = parts.unknownType(data);
  return type === undefined
    ? undefined
    : html`<p class="notice">An object of the type <code>${type}</code>, which the model does not declare.</p>`;
}
