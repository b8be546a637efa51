import { cardGrid } from '../markup/cardGrid.ts';
import { type Html, html } from '../markup/html.ts';
import { moreRows } from '../markup/moreRows.ts';
import type { ListKind } from './listKind.ts';
import { playableFirst } from './playableFirst.ts';
import type { PageContext, TableCell, TableRow, View } from './view.ts';

/** Rows of a list in the page of its document. */
export const SHOWN_ROWS: Readonly<Record<ListKind, number>> = {
  values: 40,
  objects: 50,
  pictures: 24,
  links: 12,
};
/** Rows of a list in an inline object, which has no page of its own. */
export const MAX_INNER_ROWS = 100;
/** A list ends after the row that exceeds this. */
const MAX_LIST_CHARACTERS = 200_000;

/** Longer lists are parts of the text. */
const MAX_FACTS = 6;

/**
 * Creates the view of a list from the view of its items.
 * @param isSliced whether the list has arguments, which select one row more than the page shows
 */
export function createListView(item: View, kind: ListKind, isSliced = false): View {
  const itemOf = (value: unknown, context: PageContext): Html | undefined => {
    const shown = item.render(value, context);
    return shown && kind === 'objects' && !item.isWide(value) ? html`<p>${shown}</p>` : shown;
  };
  return {
    fields: item.fields,
    ...((item.form === 'picture' || item.form === 'logo') && { form: item.form }),
    arguments: isSliced ? `(first: ${SHOWN_ROWS[kind] + 1})` : item.arguments,
    ...(item.links && {
      links: (value: unknown, context: PageContext) =>
        Array.isArray(value) ? value.flatMap((each) => item.links?.(each, context) ?? []) : [],
    }),
    isWide: (value) =>
      Array.isArray(value) && (value.length > MAX_FACTS || value.some((each) => item.isWide(each))),
    render(value, context) {
      if (!Array.isArray(value)) return undefined;
      const found = value.filter((row) => row !== null && row !== undefined);
      const { all, ...inner } = context;
      const maxRows = all || isSliced ? SHOWN_ROWS[kind] : MAX_INNER_ROWS;
      const isLast = (row: unknown) => item.isLast?.(row) ?? false;
      // The row after the rows of a slice is on the next page.
      const [listed, next] = isSliced ? [found.slice(0, maxRows), found.slice(maxRows)] : [found, []];
      const rows = [...playableFirst(listed, isLast), ...next];
      const { items, count } = takeRows(rows, maxRows, (row) => itemOf(row, inner), sizeOf);
      if (items.length === 0) return undefined;
      const remainingRows = rows.length - count;
      const table = objectTable(
        item.row ? rows.slice(0, count).map((row) => item.row?.(row, inner)) : [],
        all?.label ?? context.messages.table,
      );
      return html`${table ?? listOf(items, kind, item.form)}${moreRows(context, isSliced && remainingRows > 0 ? undefined : remainingRows)}`;
    },
  };
}

const sizeOf = ({ markup }: Html): number => markup.length;

/** Renders rows up to a number of rows and characters. Rows without anything to show have no item. */
export function takeRows<Row, Item>(
  rows: readonly Row[],
  maxRows: number,
  render: (row: Row) => Item | undefined,
  charactersOf: (item: Item) => number,
): { readonly items: readonly Item[]; readonly count: number } {
  const items: Item[] = [];
  let characters = 0;
  let count = 0;
  for (const row of rows) {
    if (count >= maxRows || characters > MAX_LIST_CHARACTERS) break;
    count += 1;
    const item = render(row);
    if (!item) continue;
    items.push(item);
    characters += charactersOf(item);
  }
  return { items, count };
}

/** Sections with a heading and a short text are beside each other from this number. */
const MIN_BRIEFS = 3;
const MAX_BRIEF_CHARACTERS = 500;
const BRIEF = /^<section class="object"><h[2-6]>/;

const isGrid = (items: readonly Html[], form: View['form']): boolean =>
  (form === 'tile' && items.length > 1) ||
  (items.length >= MIN_BRIEFS &&
    items.every(({ markup }) => BRIEF.test(markup) && markup.length <= MAX_BRIEF_CHARACTERS));

function listOf(items: readonly Html[], kind: ListKind, form: View['form']): Html {
  if (form === 'logo') return html`<div class="logos">${items}</div>`;
  if (kind === 'pictures' || form === 'picture') return html`<div class="pictures">${items}</div>`;
  if (kind === 'objects' && form !== 'button')
    return html`<div class="${isGrid(items, form) ? 'tiles' : 'objects'}">${items}</div>`;
  if (form === 'tile') return cardGrid(items);
  return html`<ul class="${form === 'button' ? 'buttons' : kind}">${items.map((each) => html`<li>${each}</li>`)}</ul>`;
}

/** Fewer objects are rows with labels of their own. */
const MIN_ROWS = 3;
const MAX_COLUMNS = 5;

/** Renders objects of the same kind as a table, whose head has the labels once; undefined for objects that make none. */
function objectTable(rows: readonly (TableRow | undefined)[], label: string): Html | undefined {
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
