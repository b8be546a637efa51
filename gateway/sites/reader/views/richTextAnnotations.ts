import type { Blocks, RichTextNode } from '../../../../schema/rich-text/nodes.ts';
import { isMachineName, readableBlocks } from '../../../../schema/rich-text/readableBlocks.ts';
import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import { fillIn } from '../markup/fillIn.ts';
import { html, isolate } from '../markup/html.ts';
import { isPicture } from './assetViews.ts';
import { markupNode, type RichTextPage } from './richTextParts.ts';
import { type Data, isData, type PageContext } from './view.ts';

/** Names of attributes of links with a URL. */
const URL_NAME = /^(.*_)?(href|url|link|external)$/i;

type Page = Pick<RichTextPage, 'parts' | 'context'>;

/** Returns the address to which an annotation leads: the path of a document in it, else its first URL. */
export function targetOf(data: Data, page: Page): string | undefined {
  const link = page.parts.linkOf(data, page.context);
  if (link) return link.path;
  const entries = Object.entries(data);
  for (const [, value] of entries) {
    const inner = isData(value) ? targetOf(value, page) : undefined;
    if (inner) return inner;
  }
  return entries.flatMap(([name, value]) => (URL_NAME.test(name) ? (safeUrl(value) ?? []) : []))[0];
}

const ANNOTATION = '@annotation';

/** What an annotation of a type of the model tells readers: all fields of the type. */
interface AnnotationNode extends RichTextNode {
  readonly annotation: Data;
}

/** Returns the annotation that a block of a note shows; undefined for other blocks. */
export const annotationIn = (block: RichTextNode): Data | undefined =>
  block.__typename === ANNOTATION ? (block as AnnotationNode).annotation : undefined;

/** Returns what an annotation tells readers besides the words that it is about; undefined for a link without further words. */
export function noteOf(annotation: Data, page: Page): Blocks | undefined {
  const isLink = targetOf(annotation, page) !== undefined;
  const unknown = page.parts.annotations.readUnknown(annotation);
  if (unknown) return [unknownNotice(unknown.type, page.context), ...readableBlocks(unknown.json)];
  const found = page.parts.annotations.read(annotation);
  const data = found?.data ?? annotation;
  const words = readableBlocks(data, (value) => isLink && isDocument(value, page));
  if (!found && words.length > 0) return words;
  if (!found) return isLink ? undefined : [deepNotice(page.context)];
  const hasUrl = Object.keys(data).some((name) => URL_NAME.test(name));
  if ((isLink || hasUrl) && words.length === 0 && !Object.values(data).some(isPicture)) return undefined;
  if (!hasValue(data)) return undefined;
  return [{ __typename: ANNOTATION, annotation } as AnnotationNode];
}

/** Returns whether an object has a value besides its identity: a reference to a document that is not published is null. */
const hasValue = (data: Data): boolean =>
  Object.entries(data).some(([name, value]) => !isMachineName(name) && isPresent(value));

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPresent);
  if (typeof value === 'string') return value.trim() !== '';
  return isData(value) ? hasValue(value) : value !== null && value !== undefined;
}

const isDocument = (value: object, { parts, context }: Page): boolean =>
  parts.linkOf(value as Data, context) !== undefined;

const unknownNotice = (type: string, { messages }: PageContext) =>
  markupNode(
    html`<p class="notice">${isolate(fillIn(messages.unknownAnnotation, html`<code>${type}</code>`))}</p>`,
  );

const deepNotice = ({ messages }: PageContext) =>
  markupNode(html`<p class="notice">${isolate(messages.deepNote)}</p>`);
