import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import type { Row } from '../context.ts';
import { inputError } from '../errors.ts';
import type { ModelType } from '../model.ts';
import { decodeCursor, encodeCursor, type Page, readPage } from '../relay.ts';
import { type Condition, collectFields, holds, type SelectedField, selectionsOf } from '../selection.ts';
import { filterConditions } from './filters.ts';
import { type Groq, groq, groqObject, groqWhen, outerAttribute, renderIn } from './groq.ts';
import { beyond, DEFAULT_ORDER, orderClause, readOrder } from './orders.ts';
import type { Projector } from './projector.ts';

/** A row of a connection: its position, and its document once for each place that asks for it. */
export type ConnectionRow = { readonly '@cursor': readonly (string | number | boolean | null)[] } & Readonly<
  Record<string, Row | null>
>;

/** What the content service answers for a connection. */
export interface ConnectionAnswer {
  readonly rows?: readonly ConnectionRow[] | null;
  readonly total?: number;
  /** A row on the other side of the cursor, when it was asked whether there is one. */
  readonly behind?: string | null;
  /** For lists in the document's own order: where the rows begin, and the key just before. */
  readonly anchor?: string | null;
}

/** The name of the order of an array of references: the array's own. */
const LIST_ORDER = 'LIST';
/** More members of one array of references than this are not paged through. */
const LONGEST_LIST = 1000;

interface Arguments {
  readonly page: Page;
  readonly filter: Readonly<Record<string, unknown>> | null | undefined;
  readonly orderBy: string | null | undefined;
}

/** Reads the arguments of a connection field as they are under the operation's variables. */
export function connectionArguments(
  field: GraphQLField<unknown, unknown>,
  nodes: readonly SelectedField[],
  variables: Readonly<Record<string, unknown>>,
): Arguments {
  // Fields that share a response key have the same arguments; validation sees to it.
  const node = nodes[0]?.node as FieldNode;
  const args = getArgumentValues(field, node, variables);
  const isGiven = (name: string) => {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return value !== undefined && (value.kind !== 'Variable' || variables[value.name.value] !== undefined);
  };
  return {
    page: readPage(args, isGiven),
    filter: args.filter as Arguments['filter'],
    orderBy: args.orderBy as string | null | undefined,
  };
}

/** A connection field as an operation asks for it. */
interface ConnectionPlan {
  readonly projector: Projector;
  readonly target: ModelType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly SelectedField[];
}

/**
 * GROQ for a page of the documents of a type for which `where` holds, in the order asked for: `{rows, total, behind}`.
 * The page begins where the cursor says by value and id, so what comes and goes before it moves nothing.
 */
export function queryConnection(plan: ConnectionPlan, where: string): Groq {
  const { projector, target, field, nodes } = plan;
  const selected = selectPage(plan);
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
        : ` && ${beyond(order, decodeCursor(order.name, cursor, 2), backwards, scope.param)}`;
    const asked = (conditions: readonly Condition[]) => holds(conditions, scope.variables);

    const parts: string[] = [];
    if (asked(selected.rows)) {
      const filter = all + bound(page.after, false) + bound(page.before, true);
      const row = renderIn(groqObject([`"@cursor": [${order.path}, _id]`, ...selected.project('')]), scope);
      parts.push(`"rows": *[${filter}] | ${orderClause(order, page.backwards)}[0...${page.size + 1}]${row}`);
    }
    if (asked(selected.total)) parts.push(`"total": count(*[${all}])`);
    const begin = page.backwards ? page.before : page.after;
    if (begin !== undefined && asked(page.backwards ? selected.hasNext : selected.hasPrevious)) {
      const position = decodeCursor(order.name, begin, 2);
      const other = `(${beyond(order, position, !page.backwards, scope.param)} || _id == ${scope.param(position[1])})`;
      parts.push(`"behind": *[${all} && ${other}][0]._id`);
    }
    return `{${parts.join(', ')}}`;
  };
}

/**
 * GROQ for a page of an array of references. Without an order of its own it keeps the array's: the cursor is an index
 * and the key that stood there; when the key has moved the whole array is answered and `readConnection` finds it.
 */
export function listConnection(plan: ConnectionPlan, source: string): Groq {
  const { projector, target, field, nodes } = plan;
  const ordered = queryConnection(plan, `_id in ${outerAttribute(source)}[]._ref`);
  const selected = selectPage(plan);
  return (scope) => {
    const { page, filter, orderBy } = connectionArguments(field, nodes, scope.variables);
    if (orderBy) return renderIn(ordered, scope);
    const conditions = filterConditions(projector.model, target, filter, scope.param);
    const list =
      conditions.length === 0
        ? `${source}[defined(@->_id)]`
        : `${source}[_ref in *[_type == "${target.document?.type}" && ${conditions.join(' && ')}]._id]`;

    const parts: string[] = [];
    if (holds(selected.rows, scope.variables)) {
      const row = renderIn(
        groqObject(['"@cursor": [coalesce(_key, _ref)]', ...selected.project('@->')]),
        scope,
      );
      const whole = `${list}[0...${LONGEST_LIST}]`;
      if (page.backwards || page.before !== undefined) parts.push(`"rows": ${whole}${row}`);
      else if (page.after === undefined) parts.push(`"rows": ${list}[0...${page.size + 1}]${row}`);
      else {
        const [index, key] = readListCursor(page.after);
        const anchor = `coalesce(${list}[${index}]._key, ${list}[${index}]._ref)`;
        const next = `${list}[${index + 1}...${index + page.size + 2}]`;
        parts.push(
          `"anchor": ${anchor}, "rows": select(${anchor} == ${scope.param(key)} => ${next}, ${whole})[]${row}`,
        );
      }
    }
    if (holds(selected.total, scope.variables)) parts.push(`"total": count(${list})`);
    return `{${parts.join(', ')}}`;
  };
}

/** An index and the key that stood there; an index that no cursor of ours holds is refused. */
function readListCursor(cursor: string): [index: number, key: string] {
  const [index, key] = decodeCursor(LIST_ORDER, cursor, 2);
  if (
    !Number.isInteger(index) ||
    (index as number) < 0 ||
    (index as number) >= LONGEST_LIST ||
    typeof key !== 'string'
  )
    throw inputError('expected a cursor of this list; start again without it', 'BAD_CURSOR');
  return [index as number, key];
}

/** What is asked of a connection: the conditions for each part, and the projections that each row carries. */
function selectPage({ projector, target, field, nodes }: ConnectionPlan) {
  const connectionType = getNamedType(field.type) as GraphQLObjectType;
  const fields = [...collectFields(projector, connectionType, selectionsOf(nodes))];
  const named = (name: string) => fields.filter(([, selected]) => selected[0]?.node.name.value === name);
  const when = (...names: string[]) =>
    names.flatMap((name) => named(name).flatMap(([, s]) => s.map((f) => f.when)));

  const wanted: [key: string, selected: readonly SelectedField[]][] = [
    ...named('nodes'),
    ...named('edges').flatMap(([edgesKey, selected]) => {
      const edgeType = projector.schema.getType(`${target.name}Edge`) as GraphQLObjectType;
      return [...collectFields(projector, edgeType, selectionsOf(selected))]
        .filter(([, inner]) => inner[0]?.node.name.value === 'node')
        .map(([key, inner]): [string, SelectedField[]] => [`${edgesKey}/${key}`, inner]);
    }),
  ];
  const pageInfoType = projector.schema.getType('PageInfo') as GraphQLObjectType;
  const pageInfo = named('pageInfo').flatMap(([, selected]) =>
    [...collectFields(projector, pageInfoType, selectionsOf(selected)).values()].flat(),
  );
  const asked = (name: string) => pageInfo.filter((f) => f.node.name.value === name).map((f) => f.when);
  const projections = wanted.map(
    ([key, selected]) =>
      [key, selected.map((f) => f.when), projector.document(target, selectionsOf(selected))] as const,
  );
  return {
    rows: when('nodes', 'edges', 'pageInfo'),
    total: when('totalCount'),
    hasNext: asked('hasNextPage'),
    hasPrevious: asked('hasPreviousPage'),
    /** `prefix` stands before each projection: nothing for a document, `@->` for a reference to one. */
    project: (prefix: string): Groq[] =>
      projections.map(([key, conditions, projection]) =>
        groqWhen(conditions, groq`${JSON.stringify(key)}: ${prefix}${projection}`),
      ),
  };
}

/** A page as its resolvers read it. */
export interface Connection {
  readonly rows: readonly ConnectionRow[];
  readonly cursors: readonly string[];
  readonly totalCount: number | undefined;
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** Turns an answer into the page that was asked for. */
export function readConnection(
  answer: ConnectionAnswer | null | undefined,
  { page, orderBy }: Arguments,
  inListOrder: boolean,
): Connection {
  const listOrder = inListOrder && !orderBy;
  const { rows, more, behind, begin } = listOrder ? sliceList(answer, page) : sliceQuery(answer, page);
  const order = orderBy ?? DEFAULT_ORDER;
  const cursors = rows.map((row, i) =>
    listOrder
      ? encodeCursor(LIST_ORDER, [begin + i, ...row['@cursor']])
      : encodeCursor(order, row['@cursor']),
  );
  return {
    rows,
    cursors,
    totalCount: answer?.total,
    pageInfo: {
      hasNextPage: page.backwards ? behind : more,
      hasPreviousPage: page.backwards ? more : behind,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

function sliceQuery(answer: ConnectionAnswer | null | undefined, page: Page) {
  const found = answer?.rows ?? [];
  const rows = found.slice(0, page.size);
  return {
    rows: page.backwards ? rows.toReversed() : rows,
    more: found.length > page.size,
    behind: answer?.behind != null,
    begin: 0,
  };
}

function sliceList(answer: ConnectionAnswer | null | undefined, page: Page) {
  const found = answer?.rows ?? [];
  const keyOf = (row: ConnectionRow) => row['@cursor'][0];
  const locate = (cursor: string) => {
    const [index, key] = readListCursor(cursor);
    return { index, key, at: found.findIndex((row) => keyOf(row) === key) };
  };
  if (!page.backwards && page.before === undefined) {
    if (page.after === undefined)
      return { rows: found.slice(0, page.size), more: found.length > page.size, behind: false, begin: 0 };
    const { index, key, at } = locate(page.after);
    if (answer?.anchor === key)
      return {
        rows: found.slice(0, page.size),
        more: found.length > page.size,
        behind: true,
        begin: index + 1,
      };
    // A key that is gone leaves its place to what followed it.
    const begin = at >= 0 ? at + 1 : Math.min(index, found.length);
    const rest = found.slice(begin);
    return { rows: rest.slice(0, page.size), more: rest.length > page.size, behind: begin > 0, begin };
  }
  const low = page.after === undefined ? 0 : positionAfter(locate(page.after));
  const high = page.before === undefined ? found.length : positionOf(locate(page.before), found.length);
  const begin = page.backwards ? Math.max(low, high - page.size) : low;
  const end = page.backwards ? high : Math.min(high, low + page.size);
  return {
    rows: found.slice(begin, end),
    more: page.backwards ? begin > low : end < high,
    behind: page.backwards ? high < found.length : low > 0,
    begin,
  };
}

const positionAfter = ({ index, at }: { index: number; at: number }) => (at >= 0 ? at + 1 : index);
const positionOf = ({ index, at }: { index: number; at: number }, length: number) =>
  at >= 0 ? at : Math.min(index, length);
