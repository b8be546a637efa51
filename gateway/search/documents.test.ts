import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { openKitchen } from '../kitchen.fixture.ts';

let kitchen: Awaited<ReturnType<typeof openKitchen>>;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

interface Value {
  value: string;
  label: string;
  count: number;
  selected: boolean;
}
const FACETS = 'facets { key label exhaustive values { value label count selected } stats { min max } }';
const counts = (values: Value[]) => Object.fromEntries(values.map(({ value, count }) => [value, count]));

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
    };
    const { data, errors } = await kitchen.ask(
      `{ search(query: "", first: 2, facets: [CUISINES]) { totalCount nodes { __typename } edges { node { __typename } } ${FACETS} } }`,
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

describe('facets', () => {
  test('are counted in the order asked, the fullest value first, with labels for people', async () => {
    const { data } = await kitchen.ask(
      `{ search(query: "", facets: [CUISINES, TYPE, MINUTES]) { ${FACETS} } }`,
    );
    const [cuisines, type, minutes] = data.search.facets;
    expect([cuisines.key, type.key, minutes.key]).toEqual(['CUISINES', 'TYPE', 'MINUTES']);
    expect(cuisines).toMatchObject({ label: 'Cuisines', exhaustive: true, stats: null });
    expect(cuisines.values[0]).toEqual({ value: 'thai', label: 'Thai cooking', count: 20, selected: false });
    expect(type.values[0]).toEqual({ value: 'RECIPE', label: 'Recipe', count: 40, selected: false });
    expect(minutes.stats).toEqual({ min: 10, max: 45 });
    expect(minutes.values).toHaveLength(8);
    for (const { values } of data.search.facets) {
      const numbers = (values as Value[]).map(({ count }) => count);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    }
  });

  test('that are refined by are counted as if they were not; the others follow every filter', async () => {
    const filter = { cuisines: { in: ['italian'] }, season: { in: ['SUMMER'] } };
    const { data } = await kitchen.ask(
      `query ($filter: SearchFilter) { search(query: "", filter: $filter, facets: [CUISINES, SEASON, MINUTES]) { totalCount ${FACETS} } }`,
      { filter },
    );
    // Recipe i has cuisine and season i mod 4, and every third is Thai as well.
    const recipes = Array.from({ length: 40 }, (_, i) => i);
    const italian = recipes.filter((i) => i % 4 === 1);
    expect(data.search.totalCount).toBe(italian.length);
    const [cuisines, season, minutes] = data.search.facets;
    expect(counts(cuisines.values)).toEqual({
      italian: italian.length,
      thai: italian.filter((i) => i % 3 === 0).length,
    });
    expect(counts(season.values)).toEqual({ SUMMER: italian.length });
    expect(counts(minutes.values)).toEqual({ 15: 5, 35: 5 });
    expect(cuisines.values.filter(({ selected }: Value) => selected)).toMatchObject([{ value: 'italian' }]);
  });

  test('keep a value that is filtered by, also when nothing has it', async () => {
    const { data } = await kitchen.ask(
      `{ search(query: "", filter: { cuisines: { in: ["klingon"] }, tags: { in: ["slow"] } }, facets: [CUISINES, TAGS]) { totalCount ${FACETS} } }`,
    );
    expect(data.search.totalCount).toBe(0);
    expect(data.search.facets[0].values).toContainEqual({
      value: 'klingon',
      label: 'klingon',
      count: 0,
      selected: true,
    });
    expect(data.search.facets[1].values).toEqual([
      { value: 'slow', label: 'slow', count: 0, selected: true },
    ]);
  });

  test('of numbers are refined by bounds and by values', async () => {
    const total = async (minutes: string) =>
      (await kitchen.ask(`{ search(query: "", filter: { minutes: ${minutes} }) { totalCount } }`)).data.search
        .totalCount;
    expect(await total('{ gte: 40 }')).toBe(10);
    expect(await total('{ gte: 20, lte: 30.5 }')).toBe(15);
    expect(await total('{ in: [10, 45] }')).toBe(10);
    expect(await total('{ in: [-10] }')).toBe(0);
    expect(await total('{ gte: -1e9, lte: 1e9 }')).toBe(40);
    expect(await total('{ in: [] }')).toBe(45);
  });

  test('by type keep the other types in sight', async () => {
    const { data } = await kitchen.ask(
      `{ search(query: "", types: [RECIPE, CUISINE], filter: { type: [CUISINE] }, facets: [TYPE]) { totalCount ${FACETS} } }`,
    );
    expect(data.search.totalCount).toBe(4);
    expect(counts(data.search.facets[0].values)).toEqual({ RECIPE: 40, CUISINE: 4 });
  });

  test('are only counted where they are selected, and only the refined ones cost a query', async () => {
    const { sent } = await kitchen.ask(
      'query { search(query: "", filter: { season: { in: ["SUMMER"] } }, facets: [TYPE, SEASON]) { totalCount } }',
    );
    expect(sent.flat()).toHaveLength(1);
    expect(sent.flat()[0]).not.toHaveProperty('facets');
    const asked = await kitchen.ask(
      `query { search(query: "", filter: { season: { in: ["SUMMER"] } }, facets: [TYPE, SEASON]) { ${FACETS} } }`,
    );
    expect(asked.sent).toHaveLength(1);
    expect(asked.sent[0]?.map(({ facets, hitsPerPage }) => [facets, hitsPerPage])).toEqual([
      [['_type'], 0],
      [['season'], 0],
    ]);
  });
});

describe('facetValues', () => {
  const values = async (args: string) =>
    (await kitchen.ask(`{ facetValues(${args}) { value label count selected } }`)).data
      .facetValues as Value[];

  test('are those whose label begins with the query, whatever case and accents', async () => {
    expect(await values('key: CUISINES, query: "JAP"')).toEqual([
      { value: 'japanese', label: 'Japanese cooking', count: 10, selected: false },
    ]);
    expect(await values('key: TAGS, query: "naive"')).toMatchObject([{ value: 'naïve ☕ ÆØ' }]);
    expect(await values('key: CUISINES, query: "cooking"')).toEqual([]);
  });

  test('of references are found by title, which the slug need not resemble', async () => {
    expect(await values('key: INSPIRED_BY, query: "ada"')).toMatchObject([
      { value: 'cook-ada', label: 'Ada Marchetti', count: 4 },
    ]);
  });

  test('follow the other filters and not their own', async () => {
    const [thai] = await values(
      'key: CUISINES, query: "thai", filter: { cuisines: { in: ["italian"] }, season: { in: ["SPRING"] } }',
    );
    expect(thai).toEqual({ value: 'thai', label: 'Thai cooking', count: 10, selected: false });
  });

  test('are as many as asked for', async () => {
    expect(await values('key: TAGS, first: 3')).toHaveLength(3);
  });
});

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
