import type { Html } from '../markup/html.ts';
import { listOrder, orderArgument } from '../model/listOrder.ts';
import { type Parameters, pathWith } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { createViews } from '../views/createViews.ts';
import { listKindOf } from '../views/listKind.ts';
import { createListView } from '../views/listView.ts';
import { selectionOf } from '../views/selection.ts';
import {
  type Detail,
  FIELD_DEPTH,
  type FieldNesting,
  isData,
  type PageContext,
  type View,
} from '../views/view.ts';
import { createCardView } from './cards.ts';
import { DETAILS } from './documentOperation.ts';
import { NotFound } from './notFound.ts';
import {
  PAGE_ARGUMENTS,
  PAGE_INFO,
  PAGE_ROWS,
  PAGE_VARIABLES,
  pageLinks,
  pageVariables,
  previousAndNext,
} from './paging.ts';
import { inParentheses, type Site } from './site.ts';

const OFFSET_PARAMETER = 'offset';

/** The rows of a page. */
interface Rows {
  readonly shown: Html | undefined;
  /** The number of all rows; undefined if it is unknown. */
  readonly total: number | undefined;
  readonly links: Html | undefined;
}

/** The operation that requests the rows of a field, and their markup. */
interface RowsOperation {
  /** The declarations of its variables besides the document. */
  readonly declarations: string;
  readonly selection: string;
  /** Variables for the cost of a page. */
  readonly costVariables: Readonly<Record<string, unknown>>;
  /** Returns the variables of the page that an address names. @throws NotFound */
  variablesOf(query: URLSearchParams): Readonly<Record<string, unknown>>;
  /** Renders the rows of a value. @throws NotFound if the address is behind the last row */
  render(value: unknown, page: RowsPage): Rows;
}

interface RowsPage {
  readonly query: URLSearchParams;
  readonly path: string;
  readonly parameters: Parameters;
  readonly context: PageContext;
}

/** Returns the levels of detail of the pages of a list, from all details to those that every model allows. */
export function rowsDetails({ model }: Site, field: ReadableField): readonly [Detail, ...Detail[]] {
  if (listKindOf(model, field.model) !== 'links') return DETAILS;
  const [first] = DETAILS;
  return [first, { ...first, hasAliases: false }, { ...first, hasAliases: false, hasCards: false }];
}

/** Returns the operation that requests the rows of a field; undefined if the field is too deep. */
export function writeRows(
  site: Site,
  type: ReaderType,
  field: ReadableField,
  detail: Detail,
): RowsOperation | undefined {
  const hasSeveralTypes = field.model.shape === 'union';
  const cardOf = (member: ReaderType) =>
    createCardView(member, { types: site.types, ...(hasSeveralTypes && { kind: member.label }) });
  const views = createViews(site, detail, cardOf);
  const nesting: FieldNesting = { depth: FIELD_DEPTH, objects: [type.name], texts: 0 };
  if (field.model.shape === 'connection') {
    const item = views.ofMember(field.model.target ?? '', nesting);
    if (!item) return undefined;
    const target =
      field.model.source.kind === 'inverse' ? site.types.get(field.model.target ?? '') : undefined;
    const order = target ? orderArgument(listOrder(site.schema, target)) : '';
    return connectionRows(createListView(item, 'links'), order);
  }
  const list = views.ofField(field, nesting);
  return list && listRows(list, field.model.isSliced);
}

/** The rows of a connection have cursors. */
const connectionRows = (list: View, orderBy: string): RowsOperation => ({
  declarations: PAGE_VARIABLES,
  selection: `${inParentheses(PAGE_ARGUMENTS, orderBy)} { totalCount ${PAGE_INFO} nodes ${selectionOf(list.fields)} }`,
  costVariables: { first: PAGE_ROWS },
  variablesOf: pageVariables,
  render(value, { path, parameters, context }) {
    if (!isData(value)) return { shown: undefined, total: undefined, links: undefined };
    return {
      shown: list.render(value.nodes, context),
      total: Number(value.totalCount),
      links: pageLinks(value, path, parameters, context),
    };
  },
});

/** The rows of other lists have numbers. @param isSliced whether the content service selects them, else the page */
const listRows = (list: View, isSliced: boolean): RowsOperation => ({
  declarations: isSliced ? '$first: Int, $offset: Int' : '',
  selection: `${isSliced ? '(first: $first, offset: $offset)' : ''} ${selectionOf(list.fields)}`,
  costVariables: isSliced ? { first: PAGE_ROWS + 1 } : {},
  variablesOf(query) {
    const offset = offsetOf(query);
    // One more tells whether there is a next page.
    return isSliced ? { first: PAGE_ROWS + 1, offset } : {};
  },
  render(value, { query, path, parameters, context }) {
    const offset = offsetOf(query);
    const all = Array.isArray(value) ? value : [];
    const rest = isSliced ? all : all.slice(offset);
    if (rest.length === 0 && offset > 0) throw new NotFound();
    const pathAt = (start: number) =>
      pathWith(path, { ...parameters, [OFFSET_PARAMETER]: start > 0 ? String(start) : undefined });
    return {
      shown: list.render(rest.slice(0, PAGE_ROWS), context),
      total: isSliced ? undefined : all.length,
      links: previousAndNext(
        offset > 0 ? pathAt(Math.max(0, offset - PAGE_ROWS)) : undefined,
        rest.length > PAGE_ROWS ? pathAt(offset + PAGE_ROWS) : undefined,
        context,
      ),
    };
  },
});

/** Reads the number of rows before the rows of a page. @throws NotFound for another text */
function offsetOf(query: URLSearchParams): number {
  const text = query.get(OFFSET_PARAMETER) ?? '0';
  if (!/^\d{1,5}$/.test(text)) throw new NotFound();
  return Number(text);
}
