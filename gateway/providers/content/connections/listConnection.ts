import { quoted } from '../../../core/describeValue.ts';
import { inputError } from '../../../core/errors.ts';
import { isForeignReference, isUnchosenReference } from '../../../core/model/references.ts';
import { decodeCursor, encodeCursor, type Page } from '../../../core/relay.ts';
import { holds } from '../../../core/selection.ts';
import { isObject, isText } from '../../../core/validators.ts';
import { filterConditions } from '../groq/filters.ts';
import { type AddParam, type Groq, groq, groqObject, outerAttribute, renderIn } from '../groq/groq.ts';
import { TEXT } from '../groq/valueKinds.ts';
import { documentsWhere, followedIds, isFollowed, isLocal } from '../groq/visibility.ts';
import {
  type Connection,
  type ConnectionArguments,
  type ConnectionResponse,
  connectionArguments,
  type PageRows,
  toConnection,
} from './connection.ts';
import type { CursorOrder } from './listCursors.ts';
import { type ConnectionPlan, selectPage } from './pageSelection.ts';
import { queryConnection, readQueryConnection } from './queryConnection.ts';

/** Cursors of the array's own order contain this name. */
const LIST_ORDER = 'LIST';
/** Pages in the array's order end at this element. */
const MAX_LIST_ITEMS = 1000;

/** Returns GROQ for the key of an element in cursors. A `_key` that is no text is missing. @param path precedes the attributes of the element */
const keyGroq = (path = ''): string => `coalesce(${TEXT.comparable(`${path}_key`)}, ${path}_ref)`;

/** Returns GROQ for a list if one of its elements is no reference of this dataset; else for null. */
const listWithNonReferences = (list: string): string =>
  `select(defined(${list}[defined(@) && !(${isLocal('')} && (defined(_ref + "") || (_type == "reference" && !defined(_ref))))][0]) => ${list})`;

/** Returns whether an element of a stored list is a reference of this dataset, or absent: see `listWithNonReferences`. */
const isListed = (element: unknown): boolean =>
  element === null ||
  (isObject(element) &&
    !isForeignReference(element) &&
    (isText(element._ref) || isUnchosenReference(element)));

/** Returns the first element of a stored list that is no reference, and the number of such elements; undefined if there is none. */
export function firstNoReference(stored: readonly unknown[]) {
  const index = stored.findIndex((element) => !isListed(element));
  if (index < 0) return undefined;
  return { index, element: stored[index], count: stored.filter((element) => !isListed(element)).length };
}

/**
 * Returns GROQ for a page of an array of references, without dangling references and references to other types. Without
 * `orderBy` the page has the array's order, and a cursor contains an index and the key at that index. If another key is there
 * now, the query returns the whole array, in which `readListConnection` finds the key. Rendering throws a GraphQLError for
 * invalid arguments.
 */
export function listConnection(
  plan: ConnectionPlan,
  source: string,
  { orOuterValue, isStored }: { orOuterValue: (value: string) => Groq; isStored: boolean },
): Groq {
  const { projector, target, field, nodes } = plan;
  const type = `_type == "${target.document?.type}"`;
  const ordered = queryConnection(
    plan,
    (scope) => `_id in ${followedIds(`${outerAttribute(source)}[]`, scope)}`,
  );
  const selected = selectPage(plan);
  const row = groqObject([`"@cursor": [${keyGroq()}]`, ...selected.project('@->')]);
  // A value that is no array, so that its kind is known.
  const ofOther = groq`"value": ${orOuterValue(`select(defined(${source}[]) => null, ${source})`)}`;
  const otherValue = isStored ? groq`${ofOther}, "stored": ${listWithNonReferences(source)}` : ofOther;
  return (scope) => {
    const value = renderIn(otherValue, scope);
    const { page, filter, orderBy } = connectionArguments(field, nodes, scope.variables);
    if (orderBy) return `{${value}, ...${renderIn(ordered, scope)}}`;
    const conditions = filterConditions(projector.model, target, filter, scope);
    const isOfPage =
      conditions.length === 0 ? `@->${type}` : `_ref in ${documentsWhere([type, ...conditions], scope)}._id`;
    const list = `${source}[${isFollowed(scope)} && ${isOfPage}]`;
    const parts = [value];
    if (holds(selected.rows, scope.variables)) {
      const { anchor, rows } = pageSlice(list, page, scope.addParam);
      if (page.offset > 0 && holds(selected.hasPrevious, scope.variables))
        parts.push(`"beyondStart": ${keyGroq(`${list}[0].`)}`);
      if (anchor) parts.push(`"anchor": ${anchor}`);
      parts.push(`"rows": ${rows}${renderIn(row, scope)}`);
    }
    if (holds(selected.total, scope.variables)) parts.push(`"total": coalesce(count(${list}), 0)`);
    return `{${parts.join(', ')}}`;
  };
}

/** Returns GROQ for the elements that a page needs, and for the key at the index of its cursor. */
function pageSlice(list: string, page: Page, addParam: AddParam): { rows: string; anchor?: string } {
  const wholeList = `${list}[0...${MAX_LIST_ITEMS}]`;
  const from = (begin: number) => `${list}[${begin}...${Math.min(begin + page.size + 1, MAX_LIST_ITEMS)}]`;
  const after = page.after === undefined ? undefined : readListCursor(page.after);
  if (page.before !== undefined) readListCursor(page.before);
  if (page.isBackward || page.before !== undefined) return { rows: wholeList };
  if (after === undefined) return { rows: from(Math.min(page.offset, MAX_LIST_ITEMS)) };
  const [index, key] = after;
  const anchor = keyGroq(`${list}[${index}].`);
  return { anchor, rows: `select(${anchor} == ${addParam(key)} => ${from(index + 1)}, ${wholeList})[]` };
}

/** Decodes a cursor to an index and the key at that index. @throws GraphQLError BAD_CURSOR */
function readListCursor(cursor: string): [index: number, key: string] {
  const [index, key] = decodeCursor(LIST_ORDER, cursor, 2);
  const isIndex = Number.isInteger(index) && Number(index) >= 0 && Number(index) < MAX_LIST_ITEMS;
  if (!isIndex || typeof key !== 'string')
    throw inputError(
      `expected a cursor of this list, got ${quoted(cursor)}; start again without a cursor`,
      'BAD_CURSOR',
    );
  return [Number(index), key];
}

/** Converts the result of `listConnection` to a connection. @param cursors of a page with `orderBy` */
export function readListConnection(
  response: ConnectionResponse | null | undefined,
  args: ConnectionArguments,
  cursors: CursorOrder,
): Connection {
  if (args.orderBy) return readQueryConnection(response, args, cursors);
  const { begin, ...page } = findPage(response, args.page);
  const cursorOf = (row: number) =>
    encodeCursor(LIST_ORDER, [begin + row, ...(page.rows[row]?.['@cursor'] ?? [])]);
  return toConnection(page, args.page.isBackward, cursorOf, response?.total);
}

type Rows = NonNullable<ConnectionResponse['rows']>;

/** Returns the rows of the page and the list index of the first one. */
function findPage(response: ConnectionResponse | null | undefined, page: Page): PageRows & { begin: number } {
  const rows = response?.rows ?? [];
  if (!page.isBackward && page.before === undefined && page.after !== undefined) {
    const [index, key] = readListCursor(page.after);
    if (response?.anchor === key) return forwardPage(rows, 0, rows.length, page, index + 1);
  }
  if (page.offset > 0) {
    const hasRowsBehind = response?.beyondStart != null;
    return { ...forwardPage(rows, 0, rows.length, page, page.offset), hasRowsBehind };
  }
  const low = page.after === undefined ? 0 : indexOfCursor(rows, page.after, 1);
  const high = page.before === undefined ? rows.length : indexOfCursor(rows, page.before, 0);
  if (!page.isBackward) return forwardPage(rows, low, high, page, low);
  const begin = Math.max(low, high - page.size);
  return {
    rows: rows.slice(begin, high),
    hasRowsAhead: begin > 0,
    hasRowsBehind: high < rows.length,
    begin,
  };
}

function forwardPage(rows: Rows, low: number, high: number, page: Page, begin: number) {
  const end = Math.min(high, low + page.size);
  return { rows: rows.slice(low, end), hasRowsAhead: end < rows.length, hasRowsBehind: begin > 0, begin };
}

/** Returns the index of a cursor's row plus `offset`. If the key is gone, the row at its former index counts. */
function indexOfCursor(rows: Rows, cursor: string, offset: 0 | 1): number {
  const [index, key] = readListCursor(cursor);
  const hasKey = (row: Rows[number] | undefined) => row?.['@cursor'][0] === key;
  // Keys need not be unique, so the former index takes precedence.
  const at = hasKey(rows[index]) ? index : rows.findIndex(hasKey);
  return at >= 0 ? at + offset : Math.min(index, rows.length);
}
