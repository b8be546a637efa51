import { type Html, html, Isolated } from '../markup/html.ts';
import { moreRows } from '../markup/moreRows.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole } from '../model/roles.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { factList, renderFields } from './fieldParts.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { MAX_INNER_ROWS, takeRows } from './listView.ts';
import { inLine } from './scalarViews.ts';
import { type Data, isData, type View } from './view.ts';

/** A cell with a number, also with a unit of one or two characters. */
const NUMERIC = /^[-+−–]?\p{Sc}?\s?\d[\d.,\s]*\s?([%‰°]|\p{Sc}|\p{L}{1,2})?$/u;

const isNumber = (cell: Html): boolean =>
  NUMERIC.test(unmarked((cell instanceof Isolated ? cell.content : cell).markup));

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
  const otherFields = fields.filter((each) => each !== rows && each.field !== headRows);
  const [title] = fieldsWithRole(
    otherFields.map(({ field }) => field),
    'figureTitle',
  );
  const [caption] = otherFields.filter(({ field }) => field === title).map(inLine);
  const rest = otherFields.filter(({ field }) => field !== title);
  return {
    arguments: '',
    fields: [...textsOf(fields), ...(headRows ? [headRows.name] : [])],
    isWide: () => true,
    render(value, context) {
      if (!isData(value)) return undefined;
      const inner = { ...context, all: undefined };
      // Before the cells: notes are numbered in the order of the page.
      const name = caption && renderField(caption, value, context);
      const stored = rowsIn(value, rows.field, cells);
      const cellOf = (cell: unknown) =>
        cell === null || cell === undefined ? undefined : cellView.render(cell, inner);
      const { items: lines, count } = takeRows(stored, MAX_INNER_ROWS, (row): Row => row.map(cellOf), sizeOf);
      const { facts, text } = renderFields(rest, value, context, { name: '' });
      const below = [...[factList(facts) ?? []].flat(), ...text];
      const isEmpty = !lines.some((row) => row.some((cell) => cell));
      if (isEmpty) return name || below.length > 0 ? html`<div>${name}${below}</div>` : undefined;
      return html`<figure class="table">${name && html`<figcaption>${name}</figcaption>`}<div class="scroll" tabindex="0" role="group" aria-label="${context.messages.table}">${tableOf(lines, headCount(value, headRows, lines.length))}</div>${moreRows(inner, stored.length - count)}${below}</figure>`;
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

const sizeOf = (row: Row): number => row.reduce((sum, cell) => sum + (cell?.markup.length ?? 0), 0);

function tableOf(rows: readonly Row[], headRows: number): Html {
  const width = Math.max(...rows.map((row) => row.length));
  const full = (row: Row): Row => Array.from({ length: width }, (_, column) => row[column]);
  const [head, body] = [rows.slice(0, headRows), rows.slice(headRows)];
  const isNumeric = Array.from({ length: width }, (_, column) =>
    body.every((row) => !row[column] || isNumber(row[column])),
  );
  return html`<table>${head.length > 0 && html`<thead>${head.map((row) => html`<tr>${full(row).map((cell, column) => headCell(cell, isNumeric[column] ?? false))}</tr>`)}</thead>`}<tbody>${body.map((row) => html`<tr>${full(row).map(bodyCell)}</tr>`)}</tbody></table>`;
}

/** An empty cell is no heading. */
const headCell = (cell: Html | undefined, isNumeric: boolean): Html =>
  cell ? html`<th scope="col"${isNumeric && html` class="number"`}>${cell}</th>` : html`<td></td>`;

const bodyCell = (cell: Html | undefined): Html =>
  html`<td${cell && isNumber(cell) && html` class="number"`}>${cell}</td>`;
