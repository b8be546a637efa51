import { isDeepStrictEqual } from 'node:util';
import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { type GraphQLInputObjectType, parse } from 'graphql';
import type { OrderBy } from '../../../gateway/core/model/derivedOrders.ts';
import type { ModelType } from '../../../gateway/core/model/model.ts';
import { MAX_PAGE_SIZE } from '../../../gateway/core/relay.ts';
import {
  type ContentGraph,
  createContentGraph,
  createEvaluatorClient,
} from '../../reference/contentGraph.ts';
import {
  edgeCasesModel,
  type ModelCase,
  publicationCase,
  recipesCase,
  venuesCase,
} from '../../reference/modelCases.ts';
import { orderArbitrary } from '../../reference/orderArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';

const INVALID_SHARE = 0.08;
const RUNS = caseCount(6);

/** A list, with a read of it for each field that is a connection to its type. */
const CASES: readonly (readonly [list: string, type: string, read: () => Promise<ModelCase>])[] = [
  ['recipes', 'Recipe', () => recipesCase('pages', 0)],
  ['recipes', 'Recipe', () => recipesCase('pages', INVALID_SHARE)],
  ['edgeCases', 'EdgeCase', () => edgeCasesModel('pages', INVALID_SHARE)],
  ['venues', 'Venue', () => venuesCase('pages', 0)],
  ['venues', 'Venue', () => venuesCase('pages', INVALID_SHARE)],
  ['films', 'Film', () => publicationCase(30)],
];

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } | null }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
  readonly totalCount: number;
}

function createReader(graph: ContentGraph, list: string, type: string) {
  const document =
    parse(`query ($first: Int, $after: String, $offset: Int, $last: Int, $before: String, $orderBy: [${type}Order!]) {
    list: ${list}(first: $first, after: $after, offset: $offset, last: $last, before: $before, orderBy: $orderBy) {
      edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount
    }
  }`);
  return async (variables: Record<string, unknown>): Promise<Page> => {
    const { data, errors } = await graph.execute(document, variables);
    if (errors)
      throw new AggregateError(errors, `expected a page, got errors for ${JSON.stringify(variables)}`);
    return JSON.parse(JSON.stringify(data?.list));
  };
}

/** Walks a list page by page. Throws if a page contradicts those before it. */
async function walk(
  read: (variables: Record<string, unknown>) => Promise<Page>,
  orderBy: readonly OrderBy[],
  size: number,
  isForward: boolean,
): Promise<Page['edges']> {
  const edges: Page['edges'][number][] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages <= MAX_PAGE_SIZE; pages++) {
    const page = await read(
      isForward ? { orderBy, first: size, after: cursor } : { orderBy, last: size, before: cursor },
    );
    edges.splice(isForward ? edges.length : 0, 0, ...page.edges);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    const [hasMore, hasBehind] = isForward ? [hasNextPage, hasPreviousPage] : [hasPreviousPage, hasNextPage];
    if (hasBehind !== pages > 0)
      throw new Error(
        `expected ${isForward ? 'hasPreviousPage' : 'hasNextPage'} to be ${pages > 0} on page ${pages}`,
      );
    if (!hasMore) return edges;
    cursor = isForward ? endCursor : startCursor;
  }
  throw new Error('expected the list to end');
}

/** Reads numbered pages, and goes on from each by its last cursor. Throws if a page contradicts the list. */
async function checkNumberedPages(
  read: (variables: Record<string, unknown>) => Promise<Page>,
  orderBy: readonly OrderBy[],
  size: number,
  all: Page,
): Promise<void> {
  for (let offset = 0; offset <= all.edges.length + size; offset += size) {
    const page = await read({ orderBy, first: size, offset });
    const expected = all.edges.slice(offset, offset + size);
    const following = all.edges.slice(offset + size, offset + 2 * size);
    const { endCursor } = page.pageInfo;
    const next = endCursor === null ? [] : (await read({ orderBy, first: size, after: endCursor })).edges;
    const actual = { ...page, next };
    const wanted = {
      edges: expected,
      pageInfo: {
        hasNextPage: following.length > 0,
        hasPreviousPage: offset > 0 && all.edges.length > 0,
        startCursor: expected[0]?.cursor ?? null,
        endCursor: expected.at(-1)?.cursor ?? null,
      },
      totalCount: all.totalCount,
      next: following,
    };
    if (!isDeepStrictEqual(actual, wanted))
      throw new Error(`offset ${offset}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(actual)}`);
  }
}

describe('pagination: pages of any size have the rows of one page, for any orders', () => {
  test.each(CASES)(
    '%s',
    async (list, type, read) => {
      const { defs, documents } = await read();
      const graph = createContentGraph(defs, createEvaluatorClient(documents));
      const order = graph.schema.getType(`${type}Order`) as GraphQLInputObjectType;
      const orders = orderArbitrary(order, defs.model.types.get(type) as ModelType);
      const readPage = createReader(graph, list, type);
      await fc.assert(
        fc.asyncProperty(orders, fc.integer({ min: 1, max: 7 }), async (orderBy, size) => {
          const all = await readPage({ orderBy, first: MAX_PAGE_SIZE });
          if (all.edges.length !== all.totalCount) throw new Error('expected one page with all rows');
          await checkNumberedPages(readPage, orderBy, size, all);
          for (const isForward of [true, false]) {
            const walked = await walk(readPage, orderBy, size, isForward);
            if (!isDeepStrictEqual(walked, all.edges))
              throw new Error(
                `expected ${JSON.stringify(all.edges)}, got ${JSON.stringify(walked)} ${isForward ? 'forward' : 'backward'}`,
              );
          }
        }),
        { seed: randomSeed(7), numRuns: RUNS, includeErrorInReport: true, interruptAfterTimeLimit: 25_000 },
      );
    },
    60_000,
  );
});
