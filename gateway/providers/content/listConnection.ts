import { inputError } from '../../core/errors.ts';
import { decodeCursor, encodeCursor, type Page } from '../../core/relay.ts';
import { holds } from '../../core/selection.ts';
import { type Connection, type ConnectionResponse, type PageOfRows, toConnection } from './connection.ts';
import {
  type ConnectionArguments,
  type ConnectionPlan,
  connectionArguments,
  selectPage,
} from './connectionPlan.ts';
import { filterConditions } from './groq/filters.ts';
import { type Groq, groqObject, outerAttribute, renderIn } from './groq/groq.ts';
import { queryConnection, readQueryConnection } from './queryConnection.ts';

/** The name of the order of an array of references: the array's own. */
const LIST_ORDER = 'LIST';
/** More members of one array of references than this are not paged through in the array's order. */
const LONGEST_LIST = 1000;

/**
 * GROQ for a page of an array of references; those that dangle or lead to another type than declared do not count.
 * Without an order of its own it keeps the array's: the cursor is an index and the key that stood there; when the key
 * has moved the whole array is answered and `readListConnection` finds it. Rendering throws GraphQLErrors for arguments
 * that cannot be served.
 */
export function listConnection(plan: ConnectionPlan, source: string): Groq {
  const { projector, target, field, nodes } = plan;
  const type = `_type == "${target.document?.type}"`;
  const ordered = queryConnection(plan, `_id in ${outerAttribute(source)}[]._ref`);
  const selected = selectPage(plan);
  const row = groqObject(['"@cursor": [coalesce(_key, _ref)]', ...selected.project('@->')]);
  return (scope) => {
    const { page, filter, orderBy } = connectionArguments(field, nodes, scope.variables);
    if (orderBy) return renderIn(ordered, scope);
    const conditions = filterConditions(projector.model, target, filter, scope.param);
    const list =
      conditions.length === 0
        ? `${source}[@->${type}]`
        : `${source}[_ref in *[${[type, ...conditions].join(' && ')}]._id]`;
    const parts: string[] = [];
    if (holds(selected.rows, scope.variables)) {
      const { anchor, rows } = cut(list, page, scope.param);
      if (anchor) parts.push(`"anchor": ${anchor}`);
      parts.push(`"rows": ${rows}${renderIn(row, scope)}`);
    }
    if (holds(selected.total, scope.variables)) parts.push(`"total": coalesce(count(${list}), 0)`);
    return `{${parts.join(', ')}}`;
  };
}

/** The part of a list that a page needs, and what now stands where its cursor was given out. */
function cut(list: string, page: Page, param: (value: unknown) => string): { rows: string; anchor?: string } {
  const whole = `${list}[0...${LONGEST_LIST}]`;
  const from = (begin: number) => `${list}[${begin}...${Math.min(begin + page.size + 1, LONGEST_LIST)}]`;
  const after = page.after === undefined ? undefined : readListCursor(page.after);
  if (page.before !== undefined) readListCursor(page.before);
  if (page.backwards || page.before !== undefined) return { rows: whole };
  if (after === undefined) return { rows: from(0) };
  const [index, key] = after;
  const anchor = `coalesce(${list}[${index}]._key, ${list}[${index}]._ref)`;
  return { anchor, rows: `select(${anchor} == ${param(key)} => ${from(index + 1)}, ${whole})[]` };
}

/** An index and the key that stood there; an index that no cursor of ours holds is refused. */
function readListCursor(cursor: string): [index: number, key: string] {
  const [index, key] = decodeCursor(LIST_ORDER, cursor, 2);
  const isIndex = Number.isInteger(index) && Number(index) >= 0 && Number(index) < LONGEST_LIST;
  if (!isIndex || typeof key !== 'string')
    throw inputError('expected a cursor of this list; start again without it', 'BAD_CURSOR');
  return [Number(index), key];
}

/** The page that the answer to a `listConnection` holds. */
export function readListConnection(
  answer: ConnectionResponse | null | undefined,
  args: ConnectionArguments,
): Connection {
  if (args.orderBy) return readQueryConnection(answer, args);
  const { begin, ...page } = slice(answer, args.page);
  const cursors = page.rows.map((row, i) => encodeCursor(LIST_ORDER, [begin + i, ...row['@cursor']]));
  return toConnection(page, args.page.backwards, cursors, answer?.total);
}

/** The rows of the page, and the index in the list at which they begin. */
function slice(answer: ConnectionResponse | null | undefined, page: Page): PageOfRows & { begin: number } {
  const found = answer?.rows ?? [];
  if (!page.backwards && page.before === undefined && page.after !== undefined) {
    const [index, key] = readListCursor(page.after);
    if (answer?.anchor === key) return forward(found, 0, found.length, page, index + 1);
  }
  const low = page.after === undefined ? 0 : placeIn(found, page.after, 1);
  const high = page.before === undefined ? found.length : placeIn(found, page.before, 0);
  if (!page.backwards) return forward(found, low, high, page, low);
  const begin = Math.max(low, high - page.size);
  return { rows: found.slice(begin, high), more: begin > low, behind: high < found.length, begin };
}

function forward(
  found: NonNullable<ConnectionResponse['rows']>,
  low: number,
  high: number,
  page: Page,
  begin: number,
) {
  const end = Math.min(high, low + page.size);
  return { rows: found.slice(low, end), more: end < high, behind: begin > 0, begin };
}

/** Where a cursor stands among all rows, or `step` behind that. A key that is gone leaves its place to what followed it. */
function placeIn(rows: NonNullable<ConnectionResponse['rows']>, cursor: string, step: 0 | 1): number {
  const [index, key] = readListCursor(cursor);
  const isHere = (row: (typeof rows)[number] | undefined) => row?.['@cursor'][0] === key;
  // Keys need not be unique, so the place where it stood comes first.
  const at = isHere(rows[index]) ? index : rows.findIndex(isHere);
  return at >= 0 ? at + step : Math.min(index, rows.length);
}
