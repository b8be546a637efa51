import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { openKitchen } from '../../../tests/support/searchHarness.ts';

let kitchen: Awaited<ReturnType<typeof openKitchen>>;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

describe('a search', () => {
  test('finds documents of every searchable type, best first', async () => {
    const { data } = await kitchen.ask(
      '{ search(query: "thai") { totalCount totalIsExact nodes { __typename ... on Cuisine { title } } } }',
    );
    expect(data.search.totalCount).toBeGreaterThan(10);
    expect(data.search.totalIsExact).toBe(true);
    expect(data.search.nodes[0]).toEqual({ __typename: 'Cuisine', title: 'Thai cooking' });
  });

  test('is held to the types asked for', async () => {
    const { data } = await kitchen.ask('{ search(query: "thai", types: [CUISINE, COOK]) { totalCount } }');
    expect(data.search.totalCount).toBe(1);
  });

  test('matches everything when it is empty, the newest first', async () => {
    const { data } = await kitchen.ask('{ search(query: "") { totalCount nodes { ... on Recipe { id } } } }');
    expect(data.search.totalCount).toBe(45);
    expect(data.search.nodes[0]).toEqual({ id: 'recipe-39' });
  });

  test('forgives a slip of the finger', async () => {
    const { data } = await kitchen.ask('{ search(query: "safron") { totalCount } }');
    expect(data.search.totalCount).toBe(40);
  });

  test('names the words it kept when the whole query found nothing', async () => {
    const { data } = await kitchen.ask(
      '{ search(query: "saffron, <zzyzx>") { totalCount relaxedQuery } all: search(query: "saffron") { relaxedQuery } }',
    );
    expect(data.search.relaxedQuery).toBe('saffron');
    expect(data.search.totalCount).toBe(40);
    expect(data.all.relaxedQuery).toBeNull();
  });

  test('has a name for analytics only where it is asked for', async () => {
    const { data, sent } = await kitchen.ask(
      '{ a: search(query: "x") { queryID } b: search(query: "x") { totalCount } }',
    );
    expect(data.a.queryID).toMatch(/^[0-9a-f]{32}$/);
    expect(sent.flat().map(({ clickAnalytics }) => clickAnalytics)).toEqual([true, undefined]);
  });

  test('brings the tag of the index it read', async () => {
    const { tags } = await kitchen.ask('{ search(query: "x") { totalCount } }');
    expect([...tags]).toEqual(['search:kitchen_documents']);
  });
});

describe('the hits of a search', () => {
  test('that no longer exist are null on their edge and left out of the nodes', async () => {
    const port = {
      ...kitchen.content,
      document: async (id: string) =>
        id === 'recipe-39' ? null : kitchen.content.document(id, undefined as never),
    };
    const { data, errors } = await kitchen.ask(
      '{ search(query: "", first: 2) { totalCount edges { position node { __typename } } nodes { ... on Recipe { id } } } }',
      {},
      port,
    );
    expect(errors).toBeUndefined();
    expect(data.search.edges).toEqual([
      { position: 1, node: null },
      { position: 2, node: { __typename: 'Recipe' } },
    ]);
    expect(data.search.nodes).toEqual([{ id: 'recipe-38' }]);
  });

  test('that cannot be read are null with an error each, and everything else of the search stands', async () => {
    const port = {
      document: async () => Promise.reject(new GraphQLError('content is down')),
      labels: async () => Promise.reject(new GraphQLError('content is down')),
      draftOverlay: async () => [],
      fallbackSearch: async () => Promise.reject(new GraphQLError('content is down')),
    };
    const { data, errors } = await kitchen.ask(
      `{ search(query: "", first: 2, facets: [CUISINES]) { totalCount nodes { __typename } edges { node { __typename } } facets { values { value label } } } }`,
      {},
      port,
    );
    expect(data.search.totalCount).toBe(45);
    expect(data.search.nodes).toEqual([null, null]);
    expect(data.search.edges).toEqual([{ node: null }, { node: null }]);
    expect(data.search.facets[0].values[0]).toMatchObject({ value: 'thai', label: 'thai' });
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual([
      'search.edges.0.node',
      'search.edges.1.node',
      'search.nodes.0',
      'search.nodes.1',
    ]);
  });
});

describe('highlights', () => {
  test('are segments of the fields that matched, in the graph’s names, the weightiest first', async () => {
    const { data } = await kitchen.ask(
      '{ search(query: "leek marchetti", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    expect(data.search.edges[0].highlights).toContainEqual({
      field: 'ingredients',
      segments: [{ text: 'leek', matched: true }],
    });
    expect(data.search.edges[0].highlights).toContainEqual({
      field: 'ingredients',
      segments: [
        { text: 'Ada ', matched: false },
        { text: 'Marchetti', matched: true },
      ],
    });
  });

  test('of a long text are the words around the match', async () => {
    const { data } = await kitchen.ask(
      '{ search(query: "flame", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    const [{ field, segments }] = data.search.edges[0].highlights;
    expect(field).toBe('method');
    const words = segments
      .map(({ text }: { text: string }) => text)
      .join('')
      .split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(32);
    expect(words.length).toBeGreaterThan(10);
    expect(segments.filter(({ matched }: { matched: boolean }) => matched)).toEqual([
      { text: 'flame', matched: true },
    ]);
  });

  test('mark only the beginning of a word that is not written to its end', async () => {
    const { data } = await kitchen.ask(
      '{ search(query: "cust", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    expect(data.search.edges[0].highlights[0]).toEqual({
      field: 'title',
      segments: [
        { text: 'Cust', matched: true },
        { text: expect.stringMatching(/^ard Tart No\. \d+$/), matched: false },
      ],
    });
  });

  test('are not asked of the service where nobody asked for them', async () => {
    const { sent } = await kitchen.ask(
      'query ($no: Boolean = false) { search(query: "leek") { edges { node { __typename } highlights @include(if: $no) { field } } } }',
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]).toHaveLength(1);
    expect(sent[0]?.[0]).toMatchObject({ attributesToHighlight: [], attributesToSnippet: [] });
  });
});
