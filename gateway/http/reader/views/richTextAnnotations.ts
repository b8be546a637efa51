import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import { type Html, html } from '../markup/html.ts';
import type { RichTextPage } from './richTextParts.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData } from './view.ts';

/** Names of attributes of links with a URL. */
const URL_NAME = /^(.*_)?(href|url|link|external)$/i;

/** Returns the address to which an annotation leads: the path of a document in it, else its first URL. */
export function targetOf(data: Data, page: Pick<RichTextPage, 'parts' | 'context'>): string | undefined {
  const link = page.parts.linkOf(data, page.context);
  if (link) return link.path;
  const entries = Object.entries(data);
  for (const [, value] of entries) {
    const inner = isData(value) ? targetOf(value, page) : undefined;
    if (inner) return inner;
  }
  return entries.flatMap(([name, value]) => (URL_NAME.test(name) ? (safeUrl(value) ?? []) : []))[0];
}

/** Renders what an annotation tells readers besides the words that it is about; undefined for a link without further words. */
export function noteOf(value: Data, page: Pick<RichTextPage, 'parts' | 'context'>): Html | undefined {
  const { parts, context } = page;
  const type = parts.annotations.unknownType(value);
  if (type !== undefined)
    return html`<p class="notice">An annotation of the type <code>${type}</code>, which the model does not declare.</p>`;
  const found = parts.annotations.read(value);
  if (!found) return html`<p class="notice">A note that is nested too deep for this page.</p>`;
  const isLink =
    targetOf(value, page) !== undefined || Object.keys(found.data).some((name) => URL_NAME.test(name));
  if (isLink && !hasWords(found.data, page)) return undefined;
  return found.view.render(found.data, context);
}

/** Returns whether a link has words of its own. Values of one word, such as `internal`, are settings. */
function hasWords(data: Data, page: Pick<RichTextPage, 'parts' | 'context'>): boolean {
  return Object.entries(data).some(([name, value]) => {
    if (name === TYPE_NAME || URL_NAME.test(name)) return false;
    if (typeof value === 'string') return /\s/.test(value.trim());
    if (Array.isArray(value)) return value.some((item) => isData(item) && hasWords(item, page));
    if (!isData(value) || page.parts.linkOf(value, page.context)) return false;
    return Array.isArray(value.blocks) || typeof value.srcSet === 'string' || hasWords(value, page);
  });
}
