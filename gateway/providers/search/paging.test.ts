import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openKitchen } from '../../../tests/support/searchHarness.ts';

let kitchen: Awaited<ReturnType<typeof openKitchen>>;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

describe('paging', () => {
  const page = async (first: number, after: string | null) =>
    (
      await kitchen.ask(
        `query ($first: Int, $after: String) { search(query: "", first: $first, after: $after) {
          totalCount edges { cursor position node { ... on Node { id } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        { first, after },
      )
    ).data.search;

  test('goes through all hits once, in one order, whatever the size of the pages', async () => {
    const everything = await page(100, null);
    const ids = (edges: { node: { id: string } }[]) => edges.map(({ node }) => node.id);
    for (const size of [1, 7, 44, 45]) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let more = true; more; ) {
        const { edges, pageInfo }: Awaited<ReturnType<typeof page>> = await page(size, after);
        expect(pageInfo.hasPreviousPage).toBe(seen.length > 0);
        expect(pageInfo.startCursor).toBe(edges[0].cursor);
        expect(pageInfo.endCursor).toBe(edges.at(-1).cursor);
        expect(edges[0].position).toBe(seen.length + 1);
        seen.push(...ids(edges));
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      expect(seen).toEqual(ids(everything.edges));
    }
  });

  test('ends behind the last hit', async () => {
    const { pageInfo } = await page(45, null);
    const { edges, pageInfo: beyond, totalCount } = await page(10, pageInfo.endCursor);
    expect(edges).toEqual([]);
    expect(totalCount).toBe(45);
    expect(beyond).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null });
  });

  test('knows where it ends without reading the hits', async () => {
    const { data, sent } = await kitchen.ask(
      '{ search(query: "", first: 10) { totalCount pageInfo { hasNextPage endCursor } } hits: search(query: "", first: 10) { pageInfo { endCursor } nodes { __typename } } }',
    );
    expect(sent.flat().map(({ hitsPerPage, length }) => hitsPerPage ?? length)).toEqual([0, 10]);
    expect(data.search.pageInfo).toEqual({ hasNextPage: true, endCursor: data.hits.pageInfo.endCursor });
  });
});
