import { isPortableTextToolkitList, nestLists } from '@portabletext/toolkit';
import type { Blocks, RichTextNode } from '../../../../schema/rich-text/nodes.ts';
import { readableBlocks } from '../../../../schema/rich-text/readableBlocks.ts';
import {
  type Note,
  type Place,
  type ReadText,
  readRichText,
  type TextNode,
} from '../../../../schema/rich-text/readRichText.ts';
import { fillIn } from '../markup/fillIn.ts';
import { element, type Html, html, isolate } from '../markup/html.ts';
import { fillText } from '../messages/messages.ts';
import { annotationIn, noteOf, targetOf } from './richTextAnnotations.ts';
import { inlineOf, renderInlines } from './richTextInlines.ts';
import { markupNode, markupOf, type RichTextPage, type RichTextParts } from './richTextParts.ts';
import { type Data, MAX_TEXT_CHARACTERS, type PageContext } from './view.ts';

const HEADING = /^h([1-6])$/;
const MAX_HEADING_LEVEL = 6;

/** What an object shows, with the notes to which it refers. */
interface ObjectContent {
  readonly markup: Html | undefined;
  readonly referred: ReadonlySet<Note>;
}

/** Renders the blocks of a rich text and its notes; undefined if it has none to show. */
export function renderRichText(blocks: Blocks, parts: RichTextParts, context: PageContext): Html | undefined {
  const page: RichTextPage = { parts, context, referred: context.text?.referred ?? new Set() };
  const text = readRichText(blocks, {
    ids: context.ids,
    place: context.text?.place,
    linkOf: (annotation) => targetOf(annotation as Data, page),
    noteOf: (annotation) => noteOf(annotation as Data, page),
    blocksOf: (object) => blocksOf(object, page),
    inlineOf: (object) => inlineOf(object, page),
    contentOf: (object, place) => contentOf(object, page, place),
  });
  return renderText(text, page);
}

/** Returns the words of an object between blocks that the operation does not select. */
function blocksOf(object: RichTextNode, { parts, context }: RichTextPage): Blocks | undefined {
  const data = object as Data;
  if (markupOf(object) || annotationIn(object) || parts.blocks.read(data)) return undefined;
  const unknown = parts.blocks.readUnknown(data);
  if (unknown) return [unknownNotice(unknown.type, context), ...readableBlocks(unknown.json)];
  const words = readableBlocks(object);
  return words.length > 0 ? words : [deepNotice(data, context)];
}

/** Renders an object between blocks of text, or what an annotation tells readers. */
function contentOf(object: RichTextNode, { parts, context }: RichTextPage, place: Place): ObjectContent {
  const referred = new Set<Note>();
  const annotation = annotationIn(object);
  const found = annotation ? parts.annotations.read(annotation) : parts.blocks.read(object as Data);
  const inner = { ...context, text: { place, referred } };
  return { markup: found ? found.view.render(found.data, inner) : markupOf(object), referred };
}

function renderText({ nodes, notes }: ReadText, page: RichTextPage): Html | undefined {
  const shown = renderUpToLimit(nested(nodes), (node) => renderBlock(node, page));
  if (shown.items.length === 0) return undefined;
  const { messages } = page.context;
  // A note adds the notes within it, which follow it.
  const listed = renderUpToLimit(notes, (note) =>
    page.referred.has(note) ? renderNote(note, page) : undefined,
  );
  return html`<div class="prose" dir="auto">${shown.items}${shown.isCut && html`<p class="notice">${isolate(messages.textIsCut)}</p>`}${
    listed.items.length > 0 &&
    html`<section class="notes" aria-label="${messages.notes}"><ol>${listed.items}</ol>${listed.isCut && html`<p class="notice">${isolate(messages.notesAreCut)}</p>`}</section>`
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

function renderNote(note: Note, page: RichTextPage): Html {
  const label = fillText(page.context.messages.backToNote, String(note.number));
  const back = note.references.map((reference) => html` <a href="#${reference}" aria-label="${label}">↩</a>`);
  const blocks = nested(note.nodes).flatMap((node) => renderBlock(node, page) ?? []);
  return html`<li id="${note.id}" value="${note.number}">${blocks}${back}</li>`;
}

const nested = (nodes: readonly TextNode[]): readonly TextNode[] =>
  nestLists(nodes as { _type: string }[], 'html') as unknown as TextNode[];

function renderBlock(node: TextNode, page: RichTextPage): Html | undefined {
  if (isPortableTextToolkitList(node as never)) {
    const { listItem, children } = node as unknown as { listItem: string; children: TextNode[] };
    return element(
      listItem === 'number' ? 'ol' : 'ul',
      children.map((item) => html`<li>${renderItem(item, page)}</li>`),
    );
  }
  if (node._type !== 'block') return renderObject(node, page);
  const content = renderInlines(node, page);
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

/** Renders a list item: its words, which can be a heading or a quotation, and the lists within it. */
function renderItem(item: TextNode, page: RichTextPage): (Html | undefined)[] {
  const children = (item.children as TextNode[]) ?? [];
  const lists = children.filter(({ _type }) => _type === '@list');
  const text = { ...item, children: children.filter(({ _type }) => _type !== '@list') };
  const isStyled = item.style === 'blockquote' || HEADING.test(String(item.style));
  const words = isStyled ? [renderBlock(text, page)] : renderInlines(text, page);
  return [...words, ...lists.map((list) => renderBlock(list, page))];
}

/** Returns the markup of an object between blocks of text. */
function renderObject(node: TextNode, { referred }: RichTextPage): Html | undefined {
  const content = node['@content'] as ObjectContent;
  for (const note of content.referred) referred.add(note);
  return content.markup;
}

const unknownNotice = (type: string, { messages }: PageContext) =>
  markupNode(
    html`<p class="notice">${isolate(fillIn(messages.unknownObject, html`<code>${type}</code>`))}</p>`,
  );

const deepNotice = ({ _type }: Data, { messages }: PageContext) =>
  markupNode(
    html`<p class="notice">${isolate(typeof _type === 'string' ? fillIn(messages.deepObjectOf, html`<code>${_type}</code>`) : messages.deepObject)}</p>`,
  );
