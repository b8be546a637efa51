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
 * @param remainingRows the number of further rows; undefined if it is unknown
 */
export function moreRows(
  {
    all,
    formats,
    messages,
  }: { readonly all?: AllRows | undefined; readonly formats: Formats; readonly messages: Messages },
  remainingRows: number | undefined,
): Html | undefined {
  if (remainingRows === 0) return undefined;
  const number = remainingRows === undefined ? undefined : formats.number(remainingRows);
  const write = (some: string, counted: Template) =>
    number === undefined ? some : fillText(counted, number);
  if (!all) return html`<p class="more">${write(messages.andMore, messages.andMoreOf)}</p>`;
  return html`<p class="more"><a href="${all.path}">${write(messages.showMore, messages.showMoreOf)}<span class="hidden">: ${all.label}</span></a></p>`;
}
