import { fillText, type Messages, type Template } from '../messages/messages.ts';
import type { Formats } from './formats.ts';
import { type Html, html } from './html.ts';

/** The page with all rows of a field. */
export interface AllRows {
  readonly path: string;
  /** The name of the field for readers. */
  readonly label: string;
}

/**
 * Renders what follows the first rows of a list: the link to the page with all, else how many are missing.
 * @param others the number of further rows; undefined for some
 */
export function moreRows(
  {
    all,
    formats,
    messages,
  }: { readonly all?: AllRows | undefined; readonly formats: Formats; readonly messages: Messages },
  others: number | undefined,
): Html | undefined {
  if (others === 0) return undefined;
  const number = others === undefined ? undefined : formats.number(others);
  const write = (some: string, counted: Template) =>
    number === undefined ? some : fillText(counted, number);
  if (!all) return html`<p class="more">${write(messages.andMore, messages.andMoreOf)}</p>`;
  return html`<p class="more"><a href="${all.path}">${write(messages.showMore, messages.showMoreOf)}<span class="hidden">: ${all.label}</span></a></p>`;
}
