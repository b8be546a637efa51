import type { Template } from '../messages/messages.ts';
import { type Html, html, isolate } from './html.ts';

/** Writes a value into a text. */
export function fillIn(template: Template, part: Html | string): Html {
  const [before, after] = template.split('{}', 2);
  return html`${before}${isolate(part)}${after}`;
}
