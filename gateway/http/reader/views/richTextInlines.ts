import {
  buildMarksTree,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
} from '@portabletext/toolkit';
import { readableTexts } from '../../../../schema/rich-text/readableBlocks.ts';
import {
  NOTE_REFERENCE,
  type NoteReference,
  type TextNode,
} from '../../../../schema/rich-text/readRichText.ts';
import { element, type Html, html } from '../markup/html.ts';
import { imageMarkup } from './assetViews.ts';
import type { RichTextPage } from './richTextParts.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData } from './view.ts';

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
  if (!isPortableTextToolkitSpan(node as never)) return renderInlineObject(node, page);
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

function renderReference({ id, note }: NoteReference, { referred }: RichTextPage): Html {
  referred.add(note);
  return html`<sup><a id="${id}" href="#${note.id}" aria-label="Note ${note.number}">${note.number}</a></sup>`;
}

/** Renders an object between spans as the first document, picture or text in it, and its other words in parentheses. */
function renderInlineObject(node: TextNode, page: RichTextPage): Html {
  const type = page.parts.inlines.unknownType(node);
  if (type !== undefined)
    return html`(an object of the type <code>${type}</code>, which the model does not declare)`;
  const data = page.parts.inlines.read(node)?.data;
  if (!data) return html`(an object that is nested too deep for this page)`;
  const first = firstPart(data, page);
  if (!first) return html``;
  const others = first.isPicture ? [] : readableTexts(data).filter((text) => text !== first.text);
  return html`${first.markup}${others.length > 0 && ` (${others.join(', ')})`}`;
}

interface InlinePart {
  readonly markup: Html;
  /** The words of the part. */
  readonly text?: string;
  readonly isPicture?: boolean;
}

function firstPart(data: Data, page: RichTextPage): InlinePart | undefined {
  const link = page.parts.linkOf(data, page.context);
  if (link) return { markup: html`<a href="${link.path}">${link.title}</a>`, text: link.title };
  const image = typeof data.srcSet === 'string' ? imageMarkup(data) : undefined;
  if (image) return { markup: image, isPicture: true };
  const values = Object.entries(data).filter(([name]) => name !== TYPE_NAME);
  for (const [, value] of values) {
    const inner = isData(value) ? firstPart(value, page) : undefined;
    if (inner) return inner;
  }
  const text = values.find(([, value]) => typeof value === 'string' && value.trim() !== '')?.[1];
  return text === undefined ? undefined : { markup: html`<code>${String(text)}</code>`, text: String(text) };
}
