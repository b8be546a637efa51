import { decodeCursor, encodeCursor, type Page } from '../../core/relay.ts';
import { type Condition, holds } from '../../core/selection.ts';
import { type Connection, type ConnectionResponse, toConnection } from './connection.ts';
import {
  type ConnectionArguments,
  type ConnectionPlan,
  connectionArguments,
  selectPage,
} from './connectionPlan.ts';
import { filterConditions } from './groq/filters.ts';
import { type Groq, groqObject, renderIn } from './groq/groq.ts';
import { DEFAULT_ORDER, keysetCondition, orderClause, readOrder } from './groq/orders.ts';
import { tagDocuments, tagFilter } from './tags.ts';

/**
 * GROQ for a page of the documents of a type for which `where` holds, in the order asked for: `{rows, total, behind}`.
 * The page begins where the cursor says by value and id, so what comes and goes before it moves nothing. Rendering
 * throws GraphQLErrors for arguments that cannot be served.
 */
export function queryConnection(plan: ConnectionPlan, where: string): Groq {
  const { projector, target, field, nodes } = plan;
  const selected = selectPage(plan);
  const projections = selected.project('');
  tagDocuments(projector.reads, projector.model, target.name);
  const names = new Set(nodes[0]?.node.arguments?.map(({ name }) => name.value));
  if (names.has('filter') || names.has('orderBy')) tagFilter(projector.reads, projector.model, target);
  return (scope) => {
    const { page, filter, orderBy } = connectionArguments(field, nodes, scope.variables);
    const order = readOrder(target, orderBy ?? DEFAULT_ORDER);
    const all = [
      `_type == "${target.document?.type}"`,
      ...(where ? [where] : []),
      ...filterConditions(projector.model, target, filter, scope.param),
    ].join(' && ');
    const bound = (cursor: string | undefined, backwards: boolean) =>
      cursor === undefined
        ? ''
        : ` && ${keysetCondition(order, decodeCursor(order.name, cursor, 2), { backwards }, scope.param)}`;
    const asked = (conditions: readonly Condition[]) => holds(conditions, scope.variables);

    const parts: string[] = [];
    if (asked(selected.rows)) {
      const within = all + bound(page.after, false) + bound(page.before, true);
      const row = renderIn(groqObject([`"@cursor": [${order.path}, _id]`, ...projections]), scope);
      parts.push(`"rows": *[${within}] | ${orderClause(order, page.backwards)}[0...${page.size + 1}]${row}`);
    }
    if (asked(selected.total)) parts.push(`"total": count(*[${all}])`);
    const begin = page.backwards ? page.before : page.after;
    if (begin !== undefined && asked(page.backwards ? selected.hasNext : selected.hasPrevious)) {
      const position = decodeCursor(order.name, begin, 2);
      const before = { backwards: !page.backwards, inclusive: true };
      parts.push(`"behind": *[${all} && ${keysetCondition(order, position, before, scope.param)}][0]._id`);
    }
    return `{${parts.join(', ')}}`;
  };
}

/** The page that the answer to a `queryConnection` holds. */
export function readQueryConnection(
  answer: ConnectionResponse | null | undefined,
  { page, orderBy }: ConnectionArguments,
): Connection {
  const { rows, more } = slice(answer, page);
  const cursors = rows.map((row) => encodeCursor(orderBy ?? DEFAULT_ORDER, row['@cursor']));
  const behind = answer?.behind != null;
  return toConnection({ rows, more, behind }, page.backwards, cursors, answer?.total);
}

function slice(answer: ConnectionResponse | null | undefined, page: Page) {
  const found = answer?.rows ?? [];
  const rows = found.slice(0, page.size);
  return { rows: page.backwards ? rows.toReversed() : rows, more: found.length > page.size };
}
