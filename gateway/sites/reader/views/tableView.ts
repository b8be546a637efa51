import { type Html, html } from '../markup/html.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { renderFields } from './fieldParts.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { asLine } from './scalarViews.ts';
import { type Data, isData, type View } from './view.ts';

/** Names of fields with the rows of a table, and of a row with its cells. */
export const ROWS = /^(rows|tableRows|body|data)$/i;
export const CELLS = /^(cells|columns|values|cols|items)$/i;
/** Names of Booleans and numbers that say whether the first row is the head of the table. */
export const HEAD_ROWS = /head(er)?(ing)?_?(rows?)?$/i;
const CAPTION = /^(caption|title|heading|name)$/i;
/** A cell with a number, also with a unit of one or two characters. */
const NUMERIC = /^[-+−–]?\p{Sc}?\s?\d[\d.,\s]*\s?([%‰°]|\p{Sc}|\p{L}{1,2})?$/u;

/** The rows of a table. */
export interface TableRows {
  readonly rows: FieldView;
  /** The field of a row with its cells, and the view of one cell. */
  readonly cells: ReadableField;
  readonly cellView: View;
  /** The field that says how many rows are the head; undefined without one, when it is the first row. */
  readonly headRows: ReadableField | undefined;
}

/** Creates the view of an object with rows of cells: a table, with the other values of the object below it. */
export function createTableView(fields: readonly FieldView[], table: TableRows): View {
  const { rows, cells, cellView, headRows } = table;
  const others = fields.filter((each) => each !== rows);
  const [caption] = others.filter(({ field: { name, model } }) => CAPTION.test(name) && !model.isList);
  const shownCaption = caption?.field.model.shape === 'scalar' ? asLine(caption) : caption;
  const rest = others.filter((each) => each !== caption);
  return {
    arguments: '',
    fields: [...textsOf(fields), ...(headRows ? [headRows.name] : [])],
    isWide: () => true,
    render(value, context) {
      if (!isData(value)) return undefined;
      const inner = { ...context, all: undefined };
      // Before the cells: notes are numbered in the order of the page.
      const name = shownCaption && renderField(shownCaption, value, context);
      const lines = rowsIn(value, rows.field, cells).map((row) =>
        row.map((cell) => (cell === null || cell === undefined ? undefined : cellView.render(cell, inner))),
      );
      if (!lines.some((row) => row.some((cell) => cell))) return name && html`<div>${name}</div>`;
      const { text } = renderFields(rest, value, context, { name: '' });
      return html`<figure class="table">${name && html`<figcaption>${name}</figcaption>`}<div class="scroll" tabindex="0" role="group" aria-label="Table">${tableOf(lines, headCount(value, headRows, lines.length))}</div>${text}</figure>`;
    },
  };
}

/** Returns the cells of each row. */
const rowsIn = (data: Data, rows: ReadableField, cells: ReadableField): readonly (readonly unknown[])[] => {
  const listed = data[rows.name];
  return (Array.isArray(listed) ? listed.filter(isData) : []).map((row) => {
    const value = row[cells.name];
    return Array.isArray(value) ? value : [];
  });
};

/** Returns the number of rows in the head of a table. */
function headCount(data: Data, field: ReadableField | undefined, rows: number): number {
  const value = field && data[field.name];
  if (typeof value === 'number') return Math.min(rows, Math.max(0, Math.trunc(value)));
  return value === false || rows < 2 ? 0 : 1;
}

type Row = readonly (Html | undefined)[];

function tableOf(rows: readonly Row[], headRows: number): Html {
  const width = Math.max(...rows.map((row) => row.length));
  const full = (row: Row): Row => Array.from({ length: width }, (_, column) => row[column]);
  const [head, body] = [rows.slice(0, headRows), rows.slice(headRows)];
  const isNumeric = Array.from({ length: width }, (_, column) =>
    body.every((row) => !row[column] || NUMERIC.test(unmarked(row[column].markup))),
  );
  return html`<table>${head.length > 0 && html`<thead>${head.map((row) => html`<tr>${full(row).map((cell, column) => headCell(cell, isNumeric[column] ?? false))}</tr>`)}</thead>`}<tbody>${body.map((row) => html`<tr>${full(row).map(bodyCell)}</tr>`)}</tbody></table>`;
}

/** An empty cell is no heading. */
const headCell = (cell: Html | undefined, isNumeric: boolean): Html =>
  cell ? html`<th scope="col"${isNumeric && html` class="number"`}>${cell}</th>` : html`<td></td>`;

const bodyCell = (cell: Html | undefined): Html =>
  html`<td${cell && NUMERIC.test(unmarked(cell.markup)) && html` class="number"`}>${cell}</td>`;
