import { isPortableTextToolkitList, nestLists } from '@portabletext/toolkit';
import type { Blocks, RichTextNode } from '../../../../schema/rich-text/nodes.ts';
import { readableBlocks, readableText, richTextsIn } from '../../../../schema/rich-text/readableBlocks.ts';
import {
  type Note,
  type ReadText,
  readRichText,
  type TextNode,
} from '../../../../schema/rich-text/readRichText.ts';
import { storedBlocks } from '../../../../schema/rich-text/storedBlocks.ts';
import { element, type Html, html } from '../markup/html.ts';
import { noteOf, targetOf } from './richTextAnnotations.ts';
import { renderInlines } from './richTextInlines.ts';
import type { RichTextPage, RichTextParts } from './richTextParts.ts';
import { type Data, MAX_TEXT_CHARACTERS, type PageContext } from './view.ts';

const HEADING = /^h([1-6])$/;
const MAX_HEADING_LEVEL = 6;

/** Renders the blocks of a rich text and its notes; undefined if it has none to show. */
export function renderRichText(
  blocks: readonly Data[],
  parts: RichTextParts,
  context: PageContext,
): Html | undefined {
  const page: RichTextPage = { parts, context, referred: new Set() };
  const contents = new Map<unknown, Html>();
  const text = readRichText(blocks as Blocks, {
    ids: context.ids,
    linkOf: (annotation) => targetOf(annotation as Data, page),
    noteOf(annotation) {
      const content = noteOf(annotation as Data, page);
      if (content) contents.set(annotation, content);
      // The content renders the texts in it.
      return content && [];
    },
  });
  return renderText(text, page, contents);
}

/** Renders the JSON of a rich text, with the words of its objects; undefined if it has none to show. */
export function renderStoredText(
  json: unknown,
  parts: RichTextParts,
  context: PageContext,
): Html | undefined {
  const page: RichTextPage = { parts, context, referred: new Set() };
  const linkOf = (annotation: RichTextNode) => targetOf(annotation as Data, page);
  const text = readRichText(storedBlocks(json), {
    ids: context.ids,
    linkOf,
    noteOf(annotation) {
      const blocks = (linkOf(annotation) === undefined ? readableBlocks : richTextsIn)(annotation);
      return blocks.length > 0 ? blocks : undefined;
    },
    blocksOf: readableBlocks,
    textOf: readableText,
  });
  return renderText(text, page, new Map());
}

/** @param contents of notes, besides their own blocks, by annotation */
function renderText(
  { nodes, notes }: ReadText,
  page: RichTextPage,
  contents: ReadonlyMap<unknown, Html>,
): Html | undefined {
  const shown = renderUpToLimit(nested(nodes), (node) => renderBlock(node, page));
  if (shown.items.length === 0) return undefined;
  // A note adds the notes within it, which follow it.
  const listed = renderUpToLimit(notes, (note) =>
    page.referred.has(note) ? renderNote(note, contents.get(note.annotation), page) : undefined,
  );
  return html`<div class="prose">${shown.items}${shown.isCut && html`<p class="notice">The rest of the text is left out, because the page is too long.</p>`}${
    listed.items.length > 0 &&
    html`<section class="notes" aria-label="Notes"><ol>${listed.items}</ol>${listed.isCut && html`<p class="notice">Further notes are left out, because the page is too long.</p>`}</section>`
  }</div>`;
}

/** Renders items until they exceed the limit of a text. */
function renderUpToLimit<Item>(
  items: readonly Item[],
  render: (item: Item) => Html | undefined,
): { readonly items: readonly Html[]; readonly isCut: boolean } {
  const shown: Html[] = [];
  let characters = 0;
  for (const item of items) {
    if (characters > MAX_TEXT_CHARACTERS) return { items: shown, isCut: true };
    const markup = render(item);
    if (!markup) continue;
    shown.push(markup);
    characters += markup.markup.length;
  }
  return { items: shown, isCut: false };
}

function renderNote(note: Note, content: Html | undefined, page: RichTextPage): Html {
  const back = note.references.map(
    (reference) => html` <a href="#${reference}" aria-label="Back to the text at note ${note.number}">↩</a>`,
  );
  const blocks = nested(note.nodes).flatMap((node) => renderBlock(node, page) ?? []);
  return html`<li id="${note.id}">${blocks}${content}${back}</li>`;
}

const nested = (nodes: readonly TextNode[]): readonly TextNode[] =>
  nestLists(nodes as { _type: string }[], 'html') as unknown as TextNode[];

function renderBlock(node: TextNode, page: RichTextPage): Html | undefined {
  if (isPortableTextToolkitList(node as never)) {
    const { listItem, children } = node as unknown as { listItem: string; children: TextNode[] };
    return element(
      listItem === 'number' ? 'ol' : 'ul',
      children.map((item) => html`<li>${renderChildren(item, page)}</li>`),
    );
  }
  if (node._type !== 'block') return renderObject(node, page);
  const content = renderChildren(node, page);
  if (content.length === 0) return undefined;
  const style = String(node.style);
  const [, level] = HEADING.exec(style) ?? [];
  if (level) {
    const heading = element(`h${headingLevel(Number(level), page.context)}`, content);
    const id = node['@id'];
    return typeof id === 'string' ? html`<div class="heading" id="${id}">${heading}</div>` : heading;
  }
  return style === 'blockquote' ? html`<blockquote><p>${content}</p></blockquote>` : html`<p>${content}</p>`;
}

/** Returns the level of a heading in the page. The page has its own heading above all texts. */
const headingLevel = (level: number, context: PageContext): number =>
  Math.min(MAX_HEADING_LEVEL, context.headingLevel + Math.max(0, level - 2));

/** Renders the children of a block. A list item has further lists among them. */
function renderChildren(block: TextNode, page: RichTextPage): Html[] {
  const children = (block.children as TextNode[]) ?? [];
  const lists = children.filter(({ _type }) => _type === '@list');
  const text = { ...block, children: children.filter(({ _type }) => _type !== '@list') };
  return [...renderInlines(text, page), ...lists.flatMap((list) => renderBlock(list, page) ?? [])];
}

/** Renders an object between blocks of text. */
function renderObject(node: TextNode, { parts, context }: RichTextPage): Html | undefined {
  const found = parts.blocks.read(node);
  if (found) return found.view.render(found.data, context);
  const type = parts.blocks.unknownType(node);
  return type === undefined
    ? html`<p class="notice">An object that is nested too deep for this page.</p>`
    : html`<p class="notice">An object of the type <code>${type}</code>, which the model does not declare.</p>`;
}
