import type { Template } from '../messages/messages.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** Writes markup into a text. */
export function fillIn(template: Template, part: HtmlPart): Html {
  const [before, after] = template.split('{}', 2);
  return html`${before}${part}${after}`;
}
