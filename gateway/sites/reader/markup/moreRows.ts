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
  { all, formats }: { readonly all?: AllRows | undefined; readonly formats: Formats },
  others: number | undefined,
): Html | undefined {
  if (others === 0) return undefined;
  const number = others === undefined ? '' : `${formats.number(others)} `;
  if (!all) return html`<p class="more">and ${number}more</p>`;
  return html`<p class="more"><a href="${all.path}">${number ? `Show ${number}more` : 'Show more'}<span class="hidden">: ${all.label}</span></a></p>`;
}
