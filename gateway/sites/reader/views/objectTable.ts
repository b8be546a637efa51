import { type Html, html } from '../markup/html.ts';
import type { TableCell, TableRow } from './view.ts';

/** Fewer objects are rows with labels of their own. */
const MIN_ROWS = 3;
const MAX_COLUMNS = 5;

/** Renders objects of the same kind as a table, whose head has the labels once; undefined for objects that make none. */
export function objectTable(rows: readonly (TableRow | undefined)[], label: string): Html | undefined {
  const shown = rows.filter((row) => row !== undefined);
  if (rows.length < MIN_ROWS || shown.length < rows.length) return undefined;
  const names = shown.flatMap(({ name }) => name ?? []);
  const columns = new Map(shown.flatMap(({ cells }) => cells.map((cell) => [cell.label, cell] as const)));
  const hasNames = names.length > 0;
  if (columns.size === 0 || columns.size > MAX_COLUMNS || (!hasNames && columns.size === 1)) return undefined;
  if (hasNames && names.length < shown.length) return undefined;
  const heads = [...names.slice(0, 1), ...columns.values()];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${heads.map(headCell)}</tr></thead><tbody>${shown.map(
    ({ name, cells }) =>
      html`<tr>${name && html`<th scope="row">${name.value}</th>`}${[...columns.keys()].map((key) => bodyCell(cells.find((cell) => cell.label === key)))}</tr>`,
  )}</tbody></table></div>`;
}

const headCell = ({ label, isNumber, isLabelHidden }: TableCell): Html =>
  html`<th scope="col"${isNumber && html` class="number"`}>${isLabelHidden ? html`<span class="hidden">${label}</span>` : label}</th>`;

const bodyCell = (cell: TableCell | undefined): Html =>
  cell ? html`<td${cell.isNumber && html` class="number"`}>${cell.value}</td>` : html`<td></td>`;
