import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recipeDocuments } from '../../../tests/support/recipeDocuments.ts';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { MAX_PAGE_SIZE } from '../../core/relay.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('moments', () => {
  test('are matching cues with a thumbnail from their middle and the document of the video', async () => {
    const { data, errors, tags } = await harness.query(
      `{ moments(query: "saffron") { totalCount nodes { start end snippet { text matched } thumbnailUrl(width: 320)
         node { __typename id } recipe { title } cook { name } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.moments.totalCount).toBe(1);
    expect(data.moments.nodes).toEqual([
      {
        start: 3,
        end: 6.25,
        snippet: [
          { text: 'Then the ', matched: false },
          { text: 'saffron', matched: true },
          { text: ' goes in, <slowly>.', matched: false },
        ],
        thumbnailUrl: 'still:asset-three:4.63:320',
        node: { __typename: 'Recipe', id: 'recipe-03' },
        recipe: { title: 'Rice Salad No. 3' },
        cook: null,
      },
    ]);
    expect([...tags]).toEqual(['search:recipes_moments']);
  });

  test('are found in every language', async () => {
    const { data } = await harness.query(
      '{ moments(query: "safran hinein") { nodes { snippet { text matched } } } }',
    );
    expect(data.moments.nodes[0].snippet).toContainEqual({ text: 'Safran', matched: true });
  });

  test('are restricted to `languages` and have a language', async () => {
    const searchMoments = (languages: string[]) =>
      harness.query(
        'query ($languages: [String!]) { moments(query: "saf", languages: $languages) { totalCount nodes { language } } }',
        { languages },
      );
    expect((await searchMoments(['de'])).data.moments).toEqual({
      totalCount: 1,
      nodes: [{ language: 'de' }],
    });
    expect((await searchMoments(['en', 'de'])).data.moments.totalCount).toBe(2);
    expect((await searchMoments(['fr" OR language:"en'])).data.moments.totalCount).toBe(0);
    const { errors } = await searchMoments(Array.from({ length: 21 }, () => 'en'));
    expect(errors?.[0]?.message).toMatch(/at most 20 languages, got 21/);
  });

  test('match some words if none has all, and return the words that moments have', async () => {
    const selection = '{ totalCount relaxedQuery nodes { snippet { text matched } } }';
    const { data } = await harness.query(`{ all: moments(query: "the saffron") ${selection}
      some: moments(query: "what of the broth and saffron") ${selection} known: moments(query: "zebra saffron") ${selection}
      none: moments(query: "zebra giraffe") ${selection}
      guessed: moments(query: "brothe zebra") ${selection} slipped: moments(query: "brothe") ${selection} }`);
    expect(data.all).toMatchObject({ totalCount: 1, relaxedQuery: null });
    expect(data.some).toMatchObject({ totalCount: 3, relaxedQuery: 'what of the broth and saffron' });
    expect(data.known).toMatchObject({ totalCount: 1, relaxedQuery: 'saffron' });
    expect([data.none.totalCount, data.guessed.totalCount, data.slipped.totalCount]).toEqual([0, 0, 2]);
    const marked = [...data.all.nodes, ...data.some.nodes].flatMap(({ snippet }) =>
      snippet.filter(({ matched }: { matched: boolean }) => matched),
    );
    expect(marked.map(({ text }) => text.toLowerCase()).toSorted()).toEqual([
      'broth',
      'broth',
      'saffron',
      'saffron',
    ]);
  });

  test('are filtered by the facets of their documents', async () => {
    const idsOf = async (filter: unknown, types?: readonly string[]) => {
      const { data, errors } = await harness.query(
        'query ($filter: SearchFilter, $types: [DocumentType!]) { moments(query: "broth", filter: $filter, types: $types) { nodes { recipe { id } } } }',
        { filter, ...(types && { types }) },
      );
      expect(errors).toBeUndefined();
      return data.moments.nodes.map(({ recipe }: { recipe: { id: string } }) => recipe.id);
    };
    const four = recipeDocuments.find(({ _id }) => _id === 'recipe-04');
    expect(await idsOf({ season: { in: [four?.season] } }, ['RECIPE'])).toEqual(['recipe-04']);
    expect(await idsOf({ cuisines: { in: ['japanese'] } })).toEqual(['recipe-03']);
    expect(await idsOf({ minutes: { lte: Number(four?.minutes) - 1 } })).toEqual(['recipe-03']);
    expect(await idsOf({}, ['COOK'])).toEqual([]);
  });

  test('of one second in several languages are merged, in the preferred language', async () => {
    const searchMoments = (prefer: string) =>
      harness.query(
        'query ($prefer: String) { moments(query: "saf", prefer: $prefer) { totalCount nodes { language } } }',
        { prefer },
      );
    for (const prefer of ['de', 'en'])
      expect((await searchMoments(prefer)).data.moments).toEqual({
        totalCount: 1,
        nodes: [{ language: prefer }],
      });
    expect((await searchMoments('fr')).data.moments.totalCount).toBe(1);
  });

  test('are paged by cursors', async () => {
    const selection =
      '{ edges { cursor node { start recipe { id } } } pageInfo { hasNextPage endCursor } totalCount }';
    const { data: first } = await harness.query(`{ moments(query: "broth", first: 1) ${selection} }`);
    expect(first.moments).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
    const { data: second } = await harness.query(
      `query ($after: String) { moments(query: "broth", first: 1, after: $after) ${selection} }`,
      { after: first.moments.pageInfo.endCursor },
    );
    expect(second.moments.pageInfo.hasNextPage).toBe(false);
    expect(
      new Set([...first.moments.edges, ...second.moments.edges].map(({ node }) => node.recipe.id)),
    ).toEqual(new Set(['recipe-03', 'recipe-04']));
  });

  test('of an empty query are empty, without a request', async () => {
    const { data, searchRequests } = await harness.query(
      '{ moments(query: " ") { totalCount nodes { start } pageInfo { hasNextPage } } }',
    );
    expect(data.moments).toEqual({ totalCount: 0, nodes: [], pageInfo: { hasNextPage: false } });
    expect(searchRequests).toEqual([]);
  });

  test.each([
    [
      'the playback ids that documents name',
      async (asset: string) => [`${asset}-signed`],
      ':asset-three-signed',
    ],
    ['no named ids if they cannot be read', async () => Promise.reject(new Error('down')), ''],
  ])('have a thumbnail with %s', async (_, namedPlaybackIds, ids) => {
    const port = { ...harness.content, namedPlaybackIds };
    const { data, errors } = await harness.query(
      '{ moments(query: "saffron") { nodes { thumbnailUrl } } }',
      {},
      port,
    );
    expect(errors).toBeUndefined();
    expect(data.moments.nodes).toEqual([{ thumbnailUrl: `still:asset-three:4.63:any${ids}` }]);
  });

  test('of a deleted document have a null document', async () => {
    const port = { ...harness.content, document: async () => null };
    const { data, errors } = await harness.query(
      '{ moments(query: "saffron") { nodes { start node { id } recipe { id } } } }',
      {},
      port,
    );
    expect(errors).toBeUndefined();
    expect(data.moments.nodes).toEqual([{ start: 3, node: null, recipe: null }]);
  });
});

describe('suggest', () => {
  test('returns matching titles, the most popular first, and matching documents', async () => {
    const { data, tags } = await harness.query(
      '{ suggest(query: "tha", first: 3) { queries { text segments { text matched } } items { __typename } } }',
    );
    expect(data.suggest.queries[0]).toEqual({
      text: 'Thai cooking',
      segments: [
        { text: 'Tha', matched: true },
        { text: 'i cooking', matched: false },
      ],
    });
    expect(data.suggest.items).toHaveLength(3);
    expect(data.suggest.items[0]).toEqual({ __typename: 'Cuisine' });
    expect([...tags].sort()).toEqual(['search:recipes_documents', 'search:recipes_suggestions']);
  });

  test('requests only what is selected', async () => {
    const { searchRequests } = await harness.query(
      '{ suggest(query: "tha", types: [COOK]) { items { __typename } } }',
    );
    expect(searchRequests).toHaveLength(1);
    expect(searchRequests[0]).toMatchObject([
      { indexName: 'recipes_documents', filters: '(_type:"cook")' },
      // Whether anything has the word as typed.
      { indexName: 'recipes_documents', hitsPerPage: 0 },
    ]);
  });

  test('has no documents without all words of the query', async () => {
    const suggested = async (query: string) => {
      const source = 'query ($query: String!) { suggest(query: $query) { items { __typename } } }';
      return (await harness.query(source, { query })).data.suggest.items;
    };
    expect(await suggested('thai')).not.toEqual([]);
    expect(await suggested('thai zebra')).toEqual([]);
  });

  test('of no types has neither titles nor documents', async () => {
    const { data, searchRequests } = await harness.query(
      '{ suggest(query: "tha", types: []) { queries { text } items { __typename } documents { node { __typename } } } }',
    );
    expect(data.suggest).toEqual({ queries: [], items: [], documents: [] });
    expect(searchRequests).toEqual([]);
  });

  test('omits deleted documents', async () => {
    const port = { ...harness.content, document: async () => null };
    const { data, errors } = await harness.query(
      '{ suggest(query: "tha") { items { __typename } } }',
      {},
      port,
    );
    expect(errors).toBeUndefined();
    expect(data.suggest.items).toEqual([]);
  });
});

describe('@related field', () => {
  const related = async (id: string, field: string) => {
    const { data, errors } = await harness.query(
      `{ search(query: "No. ${Number(id)}", types: [RECIPE], first: 3) { nodes { ... on Recipe { id ${field} { id } } } } }`,
    );
    expect(errors).toBeUndefined();
    const found = data.search.nodes.find((node: { id: string }) => node.id === `recipe-${id}`);
    return found[field.split('(')[0] as string].map((node: { id: string }) => node.id) as string[];
  };

  test('finds documents of its type with shared values, those with most first, without itself', async () => {
    // Recipe 9 is Italian and Thai, like 21 and 33, which share both cuisines; all other results share one.
    const ids = await related('09', 'related(first: 30)');
    expect(ids.slice(0, 2)).toEqual(['recipe-33', 'recipe-21']);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids).not.toContain('recipe-09');
    const shares = ids
      .map((id) => Number(id.slice(-2)))
      .map((i) => Number(i % 4 === 1) + Number(i % 4 === 0 || i % 3 === 0));
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(Math.min(...shares)).toBe(1);
  });

  test('compares plain values and numbers', async () => {
    const ids = await related('12', 'inSeason(first: 4)');
    // Recipe 12 is of spring and takes 30 minutes, like every eighth.
    expect(ids).toEqual(['recipe-36', 'recipe-28', 'recipe-20', 'recipe-04']);
  });

  test('of many parents sends one request', async () => {
    const requests = await harness.requestsOf(() =>
      harness.query(
        '{ search(query: "", types: [RECIPE], first: 40) { nodes { ... on Recipe { related(first: 3) { id } } } } }',
      ),
    );
    // One for the search, one for the related documents of its forty hits.
    expect(requests.map(({ path, status }) => [path, status])).toEqual([
      ['/1/indexes/*/queries', 200],
      ['/1/indexes/*/queries', 200],
    ]);
  });

  test('rejects pages above the maximum', async () => {
    const { data, errors } = await harness.query(
      `{ search(query: "", types: [RECIPE], first: 1) { nodes { ... on Recipe { related(first: ${MAX_PAGE_SIZE + 1}) { id } } } } }`,
    );
    expect(data.search.nodes).toEqual([{ related: null }]);
    expect(errors?.[0]?.extensions.code).toBe('PAGE_SIZE');
  });
});
