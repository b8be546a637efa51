import {
  buildMarksTree,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
} from '@portabletext/toolkit';
import { spanOf } from '../../../../schema/rich-text/inlineText.ts';
import type { Blocks, RichTextNode, TextBlock } from '../../../../schema/rich-text/nodes.ts';
import { paragraphOf, readableBlocks, textOfBlock } from '../../../../schema/rich-text/readableBlocks.ts';
import {
  NOTE_REFERENCE,
  type NoteReference,
  type TextNode,
} from '../../../../schema/rich-text/readRichText.ts';
import { fillIn } from '../markup/fillIn.ts';
import { formulaMarkup } from '../markup/formulas.ts';
import { element, type Html, html, isolate } from '../markup/html.ts';
import { fillText } from '../messages/messages.ts';
import { TEXT_NAMES } from '../model/roles.ts';
import { imageMarkup, isPicture } from './assetViews.ts';
import { markupNode, markupOf, type RichTextPage } from './richTextParts.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData, type PageContext } from './view.ts';

/** The elements of decorators. The text of other decorators has no element. */
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

/** Renders the spans of a block and the objects between them. */
export const renderInlines = (block: TextNode, page: RichTextPage): Html[] =>
  (buildMarksTree(block as never) as unknown as TextNode[]).flatMap((node) => renderInline(node, page) ?? []);

function renderInline(node: TextNode, page: RichTextPage): Html | undefined {
  if (isPortableTextToolkitTextNode(node as never)) {
    const { text } = node as unknown as { text: string };
    return text === '\n' ? html`<br>` : html`${text}`;
  }
  if (node._type === NOTE_REFERENCE) return renderReference(node as unknown as NoteReference, page);
  if (!isPortableTextToolkitSpan(node as never)) return markupOf(node);
  const { markType, markDef, children } = node as unknown as {
    markType: string;
    markDef?: { readonly '@link'?: string };
    children: TextNode[];
  };
  const content = children.flatMap((child) => renderInline(child, page) ?? []);
  const href = markDef?.['@link'];
  if (href !== undefined) return html`<a href="${href}">${content}</a>`;
  const name = Object.hasOwn(MARKS, markType) ? MARKS[markType] : undefined;
  return name ? element(name, content) : html`${content}`;
}

function renderReference({ id, note }: NoteReference, { referred, context }: RichTextPage): Html {
  const label = fillText(context.messages.note, String(note.number));
  referred.add(note);
  return html`<sup><a id="${id}" href="#${note.id}" aria-label="${label}">${note.number}</a></sup>`;
}

const WORDS = '@words';

/** The words of an object in a sentence with its first part. */
interface WordsNode extends RichTextNode {
  readonly blocks: Blocks;
}

/**
 * Returns what stands for an object between spans: the first document, picture or text in it, with its other words in parentheses.
 * If it has none of the three, the words of its rich texts.
 */
export function inlineOf(object: RichTextNode, page: RichTextPage): Blocks | undefined {
  if (markupOf(object)) return undefined;
  if (object.__typename === WORDS) return (object as WordsNode).blocks;
  const unknown = page.parts.inlines.readUnknown(object as Data);
  if (unknown) return [unknownNotice(unknown.type, page.context), ...readableBlocks(unknown.json)];
  const data = page.parts.inlines.read(object as Data)?.data;
  if (!data) return notEmpty(readableBlocks(object)) ?? [deepNotice(page.context)];
  const first = firstPart(data, page);
  const words = readableBlocks(data).filter((block) => !first || textOfBlock(block) !== first.text);
  if (!first) return notEmpty(words) ?? notEmpty(numbersIn(data, page)) ?? [];
  if (words.length === 0) return [markupNode(first.markup)];
  const otherWords: WordsNode = { __typename: WORDS, blocks: words };
  return [sentence(markupNode(first.markup), spanOf(' ('), otherWords, spanOf(')'))];
}

const notEmpty = (blocks: Blocks): Blocks | undefined => (blocks.length > 0 ? blocks : undefined);

const sentence = (...children: readonly RichTextNode[]): Blocks[number] =>
  ({ ...paragraphOf(''), children }) as TextBlock;

/** Returns the numbers of an object without words. */
const numbersIn = (data: Data, { context: { formats } }: RichTextPage): Blocks =>
  Object.values(data).flatMap((value) =>
    typeof value === 'number' ? [paragraphOf(formats.number(value))] : [],
  );

const unknownNotice = (type: string, { messages }: PageContext) =>
  markupNode(isolate(fillIn(messages.unknownObjectInline, html`<code>${type}</code>`)));

const deepNotice = ({ messages }: PageContext) => markupNode(isolate(messages.deepObjectInline));

interface InlinePart {
  readonly markup: Html;
  /** The words of the part. */
  readonly text?: string;
}

function firstPart(data: Data, page: RichTextPage): InlinePart | undefined {
  const link = page.parts.linkOf(data, page.context);
  if (link) return { markup: html`<a href="${link.path}">${isolate(link.title)}</a>`, text: link.title };
  const image = isPicture(data) ? imageMarkup(data) : undefined;
  if (image) return { markup: image, text: String(data.alt ?? '').trim() };
  const values = Object.entries(data).filter(([name]) => name !== TYPE_NAME);
  for (const [, value] of values) {
    const inner = isData(value) ? firstPart(value, page) : undefined;
    if (inner) return inner;
  }
  const [name, text] = values.find(([, value]) => typeof value === 'string' && value.trim() !== '') ?? [];
  if (name === undefined) return undefined;
  const formula = TEXT_NAMES.formula.test(name) ? formulaMarkup(String(text), false) : undefined;
  return { markup: formula ?? html`<code>${String(text)}</code>`, text: String(text) };
}
