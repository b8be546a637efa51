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

  test('returns the same hits backwards, and counts them once for the last page', async () => {
    const ids = (edges: { node: { id: string } }[]) => edges.map(({ node }) => node.id);
    const all = ids((await page(100, null)).edges);
    const lastPage = async (last: number, before: string | null) =>
      harness.query(
        `query ($last: Int, $before: String) { search(query: "", last: $last, before: $before) {
          edges { cursor position node { ... on Node { id } } } pageInfo { hasNextPage hasPreviousPage startCursor } } }`,
        { last, before },
      );
    for (const size of [1, 7, 44, 45, 100]) {
      const seen: string[] = [];
      let before: string | null = null;
      for (let more = true; more; ) {
        const { data, searchRequests }: Awaited<ReturnType<typeof lastPage>> = await lastPage(size, before);
        const { edges, pageInfo } = data.search;
        expect(searchRequests.flat()).toHaveLength(before === null ? 2 : 1);
        expect(pageInfo.hasNextPage).toBe(seen.length > 0);
        seen.unshift(...ids(edges));
        expect(edges[0].position).toBe(all.length - seen.length + 1);
        before = pageInfo.startCursor;
        more = pageInfo.hasPreviousPage;
      }
      expect(seen).toEqual(all);
    }
  });

  test('returns the hits between two cursors, of moments too', async () => {
    const { edges } = await page(100, null);
    const [after, before] = [edges[2].cursor, edges[6].cursor];
    const between = async (size: object) =>
      (
        await harness.query(
          `query ($first: Int, $last: Int, $after: String, $before: String) {
            search(query: "", first: $first, last: $last, after: $after, before: $before) {
              edges { position } pageInfo { hasNextPage hasPreviousPage } } }`,
          { after, before, ...size },
        )
      ).data.search;
    const both = { hasNextPage: true, hasPreviousPage: true };
    const positions = (...all: number[]) => all.map((position) => ({ position }));
    expect(await between({ first: 2 })).toEqual({ edges: positions(4, 5), pageInfo: both });
    expect(await between({ last: 2 })).toEqual({ edges: positions(5, 6), pageInfo: both });
    expect(await between({ last: 9 })).toEqual({ edges: positions(4, 5, 6), pageInfo: both });

    const { data } = await harness.query(`{ all: moments(query: "broth") { nodes { start node { id } } }
      last: moments(query: "broth", last: 1) { nodes { start node { id } } pageInfo { hasPreviousPage } }
      none: moments(query: " ", last: 1) { nodes { start } } }`);
    expect(data.last.nodes).toEqual([data.all.nodes.at(-1)]);
    expect(data.last.pageInfo.hasPreviousPage).toBe(data.all.nodes.length > 1);
    expect(data.none.nodes).toEqual([]);
  });

  test('offset: returns numbered pages, from which a cursor goes on, of moments too', async () => {
    const numbered = async (offset: number, query = '') =>
      (
        await harness.query(
          `query ($query: String!, $offset: Int) { search(query: $query, first: 20, offset: $offset) {
            edges { position cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
          { query, offset },
        )
      ).data.search;
    const all = (await page(100, null)).edges.map(({ cursor }: { cursor: string }) => cursor);
    for (const offset of [0, 20, 40, 60]) {
      const { edges, pageInfo } = await numbered(offset);
      expect(edges).toEqual(
        all
          .slice(offset, offset + 20)
          .map((cursor: string, i: number) => ({ cursor, position: offset + i + 1 })),
      );
      expect(pageInfo).toEqual({
        hasNextPage: offset < 40,
        hasPreviousPage: offset > 0,
        endCursor: edges.at(-1)?.cursor ?? null,
      });
    }
    const following = await page(20, (await numbered(20)).pageInfo.endCursor);
    expect(following.edges.map(({ cursor }: { cursor: string }) => cursor)).toEqual(all.slice(40));
    expect((await numbered(20, 'zzzzqqqq')).pageInfo).toMatchObject({ hasPreviousPage: false });

    const { data } = await harness.query(`{ all: moments(query: "broth") { nodes { start } }
      later: moments(query: "broth", offset: 1) { nodes { start } } }`);
    expect(data.later.nodes).toEqual(data.all.nodes.slice(1));
  });

  test.each([
    ['offset: 1001', 'offset: expected 0 to 1000, got 1001'],
    ['offset: -1', 'offset: expected 0 to 1000, got -1'],
    ['offset: 0, after: "x"', 'expected offset with first alone, got after too'],
    ['offset: 1, last: 2', 'expected offset with first alone, got last too'],
  ])('rejects (%s)', async (args, message) => {
    for (const field of ['search', 'moments']) {
      const { errors } = await harness.query(`{ ${field}(query: "", ${args}) { totalCount } }`);
      expect(errors?.[0]?.message).toContain(message);
      expect(errors?.[0]).toMatchObject({ path: [field], extensions: { argument: 'offset' } });
    }
  });

  test('rejects first with last', async () => {
    const { errors } = await harness.query('{ search(query: "", first: 1, last: 1) { totalCount } }');
    expect(errors?.[0]?.message).toContain('expected either first or last, got both');
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
