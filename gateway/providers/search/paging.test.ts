import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('search paging', () => {
  const page = async (first: number, after: string | null) =>
    (
      await harness.query(
        `query ($first: Int, $after: String) { search(query: "", first: $first, after: $after) {
          totalCount edges { cursor position node { ... on Node { id } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        { first, after },
      )
    ).data.search;

  test('returns all hits once in one order, for any page size', async () => {
    const allHits = await page(100, null);
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
      expect(seen).toEqual(ids(allHits.edges));
    }
  });

  test('returns an empty page after the last hit', async () => {
    const { pageInfo } = await page(45, null);
    const { edges, pageInfo: beyond, totalCount } = await page(10, pageInfo.endCursor);
    expect(edges).toEqual([]);
    expect(totalCount).toBe(45);
    expect(beyond).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null });
  });

  test('returns pageInfo without loading the hits', async () => {
    const { data, searchRequests } = await harness.query(
      '{ search(query: "", first: 10) { totalCount pageInfo { hasNextPage endCursor } } hits: search(query: "", first: 10) { pageInfo { endCursor } nodes { __typename } } }',
    );
    expect(searchRequests.flat().map(({ hitsPerPage, length }) => hitsPerPage ?? length)).toEqual([0, 10]);
    expect(data.search.pageInfo).toEqual({ hasNextPage: true, endCursor: data.hits.pageInfo.endCursor });
  });
});
