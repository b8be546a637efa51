import type { ModelType } from '../../../core/model/model.ts';
import { languageField } from '../../../core/model/translations.ts';
import type { Page } from '../../../core/relay.ts';
import { type Conditions, holds } from '../../../core/selection.ts';
import { addDocumentTypes } from '../groq/documentTypes.ts';
import { filterConditions } from '../groq/filters.ts';
import { type Groq, type GroqScope, groqObject, renderIn } from '../groq/groq.ts';
import { type KeysetOptions, keysetCondition } from '../groq/keyset.ts';
import { languageConditions } from '../groq/languageConditions.ts';
import { defaultOrderOf, type Order, orderClause, readOrder } from '../groq/orders.ts';
import { documentsWhere } from '../groq/visibility.ts';
import {
  type Connection,
  type ConnectionArguments,
  type ConnectionResponse,
  connectionArguments,
  toConnection,
} from './connection.ts';
import { type CursorOrder, decodePosition, encodePosition } from './listCursors.ts';
import { type ConnectionPlan, selectPage } from './pageSelection.ts';

/**
 * Returns GROQ for a page of the documents of a type that match `where`: `{rows, total, beyondStart, beyondEnd}`. Cursors
 * contain the order value and the id (keyset pagination), so documents that are created or deleted before the page do not
 * shift it. Rendering throws a GraphQLError for invalid arguments.
 */
export function queryConnection(plan: ConnectionPlan, where?: (scope: GroqScope) => string): Groq {
  const { projector, target, field, nodes } = plan;
  const selected = selectPage(plan);
  const projections = selected.project('');
  const isOfOneType = target.document?.type !== '';
  if (isOfOneType) addDocumentTypes(projector.documentTypes, projector.model, target.name);
  return (scope) => {
    const { page, filter, orderBy } = connectionArguments(field, nodes, scope.variables);
    const orders = orderBy ?? defaultOrderOf(projector.schema, target);
    const order = readOrder(projector.model, target, orders, scope);
    const cursors = { type: target, orders, language: () => projector.locale.tag };
    const matchesAll = [
      ...(isOfOneType ? [`_type == "${target.document?.type}"`] : []),
      ...(where ? [where(scope)] : []),
      ...(hasLanguageFilter(target, filter) ? [] : languageConditions(target, projector.locale, scope)),
      ...(filter ? filterConditions(projector.model, target, filter, scope) : []),
    ].join(' && ');
    // Also if the selection does not need them: an invalid cursor is an error.
    const [after, before] = [page.after, page.before].map((cursor) =>
      cursor === undefined ? undefined : decodePosition(order, cursors, cursor),
    );
    const bound = (position: Position | undefined, isBackward: boolean) =>
      position ? ` && ${keysetCondition(order, position, { isBackward }, scope.addParam)}` : '';
    const isSelected = (conditions: readonly Conditions[]) => holds(conditions, scope.variables);

    const parts: string[] = [];
    if (isSelected(selected.rows)) {
      const inPage = matchesAll + bound(after, false) + bound(before, true);
      const row = renderIn(groqObject([`"@cursor": [${positionGroq(order)}]`, ...projections]), scope);
      parts.push(
        `"rows": ${documentsWhere([inPage], scope)} | ${orderClause(order, page.isBackward)}[${page.offset}...${page.offset + page.size + 1}]${row}`,
      );
    }
    if (isSelected(selected.total)) parts.push(`"total": count(${documentsWhere([matchesAll], scope)})`);
    const [start, end] = page.isBackward ? [before, after] : [after, before];
    const [hasBehind, hasAhead] = page.isBackward
      ? [selected.hasNext, selected.hasPrevious]
      : [selected.hasPrevious, selected.hasNext];
    // The first row precedes a page that begins with an offset.
    if (page.offset > 0 && isSelected(selected.hasPrevious))
      parts.push(`"beyondStart": ${documentsWhere([matchesAll], scope)}[0]._id`);
    const addRowBeyond = (name: string, position: Position, isBackward: boolean) => {
      const options: KeysetOptions = { isBackward, isInclusive: true };
      const condition = keysetCondition(order, position, options, scope.addParam);
      parts.push(`"${name}": ${documentsWhere([matchesAll, condition], scope)}[0]._id`);
    };
    if (start && isSelected(hasBehind)) addRowBeyond('beyondStart', start, !page.isBackward);
    if (end && isSelected(hasAhead)) addRowBeyond('beyondEnd', end, page.isBackward);
    return `{${parts.join(', ')}}`;
  };
}

/** Returns whether a filter selects languages itself, which replaces the language of the operation. */
function hasLanguageFilter(target: ModelType, filter: ConnectionArguments['filter']): boolean {
  const field = languageField(target);
  return field !== undefined && filter?.[field.name] != null;
}

/** Returns GROQ for the elements of a cursor's position. */
const positionGroq = ({ keys }: Order): string => [...keys.map(({ path }) => path), '_id'].join(', ');

type Position = ReturnType<typeof decodePosition>;

/** Converts the result of `queryConnection` to a connection. @param cursors without the order of the arguments */
export function readQueryConnection(
  response: ConnectionResponse | null | undefined,
  { page, orderBy }: ConnectionArguments,
  cursors: CursorOrder,
): Connection {
  const { rows, hasRowsAhead } = pageRows(response, page);
  const cursorOf = (row: number) =>
    encodePosition({ ...cursors, orders: orderBy ?? cursors.orders }, rows[row]?.['@cursor'] ?? []);
  const hasRowsBehind = response?.beyondStart != null;
  return toConnection({ rows, hasRowsAhead, hasRowsBehind }, page.isBackward, cursorOf, response?.total);
}

/** The query reads one row more than the page has. */
function pageRows(response: ConnectionResponse | null | undefined, page: Page) {
  const found = response?.rows ?? [];
  const rows = found.slice(0, page.size);
  return {
    rows: page.isBackward ? rows.toReversed() : rows,
    hasRowsAhead: found.length > page.size || response?.beyondEnd != null,
  };
}
