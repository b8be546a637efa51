import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { DEFAULT_LOCALES } from '../../core/locales.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('search', () => {
  test('finds documents of every searchable type, the best first', async () => {
    const { data } = await harness.query(
      '{ search(query: "thai") { totalCount totalIsExact nodes { __typename ... on Cuisine { title } } } }',
    );
    expect(data.search.totalCount).toBeGreaterThan(10);
    expect(data.search.totalIsExact).toBe(true);
    expect(data.search.nodes[0]).toEqual({ __typename: 'Cuisine', title: 'Thai cooking' });
  });

  test('restricts results to `types`', async () => {
    const { data } = await harness.query('{ search(query: "thai", types: [CUISINE, COOK]) { totalCount } }');
    expect(data.search.totalCount).toBe(1);
  });

  test('returns all documents for an empty query, the newest first', async () => {
    const { data } = await harness.query(
      '{ search(query: "") { totalCount nodes { ... on Recipe { id } } } }',
    );
    expect(data.search.totalCount).toBe(45);
    expect(data.search.nodes[0]).toEqual({ id: 'recipe-39' });
  });

  test.each(['🎉', '👨‍👩‍👧', '!!!', '— … “”', '+-*/', '\u0301'])(
    'matches nothing for %j, which has no word, without a request',
    async (query) => {
      const { data, errors, searchRequests } = await harness.query(
        `query ($query: String!) { search(query: $query, first: 3, facets: [TYPE, SEASON], filter: { season: { in: ["SPRING"] } }) {
           totalCount relaxedQuery edges { position } pageInfo { hasNextPage } facets { values { value count } } }
         last: search(query: $query, last: 3) { totalCount } moments(query: $query) { totalCount }
         suggest(query: $query) { queries { text } items { __typename } } }`,
        { query },
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        search: { totalCount: 0, relaxedQuery: null, edges: [], pageInfo: { hasNextPage: false } },
        last: { totalCount: 0 },
        moments: { totalCount: 0 },
        suggest: { queries: [], items: [] },
      });
      expect(searchRequests).toEqual([]);
    },
  );

  test.each(['', ' ', '\u00a0', '5', '長', 'a🎉'])('searches %j', async (query) => {
    const { searchRequests } = await harness.query(
      'query ($query: String!) { search(query: $query) { totalCount } }',
      { query },
    );
    expect(searchRequests).toHaveLength(1);
  });

  test('tolerates a typo', async () => {
    const { data } = await harness.query('{ search(query: "safron") { totalCount } }');
    expect(data.search.totalCount).toBe(40);
  });

  test.each([
    ['saffron, <zzyzx>', 'saffron', 40],
    ['zzyzx saffron', 'saffron', 40],
    ['zzyzx saffron qqq', 'saffron', 40],
  ])('has some words of %j if no document has all', async (query, relaxedQuery, totalCount) => {
    const source =
      'query ($query: String!) { search(query: $query) { totalCount relaxedQuery allWordsCount } }';
    const { data, searchRequests } = await harness.query(source, { query });
    expect(data.search).toEqual({ totalCount, relaxedQuery, allWordsCount: 0 });
    // The search, then its words together and alone, then the search with optional words.
    expect(searchRequests.map((batch) => batch.length)).toEqual([1, 1 + query.split(' ').length, 1]);
  });

  test('ranks documents with more words of a query first if none has all', async () => {
    const { data } = await harness.query(
      `{ search(query: "leek 39 saffron 38", first: 3) { relaxedQuery nodes { ... on Recipe { id } } } }`,
    );
    expect(data.search.relaxedQuery).toBe('leek 39 saffron 38');
    const ids = data.search.nodes.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2).toSorted()).toEqual(['recipe-38', 'recipe-39']);
  });

  test('adds documents with some words if less than three have all; these stay the first, also with typos', async () => {
    const source = `query ($query: String!) { search(query: $query, first: 2) {
      totalCount relaxedQuery allWordsCount nodes { ... on Recipe { id } } pageInfo { endCursor } } }`;
    for (const [query, batches] of [
      ['saffron 39', [1, 1]],
      ['safron 39', [1, 3, 1]],
    ]) {
      const { data, searchRequests } = await harness.query(source, { query });
      expect(data.search).toMatchObject({ relaxedQuery: null, allWordsCount: 1 });
      expect(data.search.totalCount).toBeGreaterThan(3);
      expect(data.search.nodes[0]).toEqual({ id: 'recipe-39' });
      expect(searchRequests.map((batch) => batch.length)).toEqual(batches);
      const next = await harness.query(
        'query ($query: String!, $after: String) { search(query: $query, first: 2, after: $after) { totalCount nodes { ... on Recipe { id } } } }',
        { query, after: data.search.pageInfo.endCursor },
      );
      expect(next.data.search.totalCount).toBe(data.search.totalCount);
      expect(next.data.search.nodes).not.toContainEqual({ id: 'recipe-39' });
    }
  });

  test.each([
    ['"Thai cooking"', 21, null],
    ['“Thai cooking”', 21, null],
    ['„Thai cooking“ zzyzx', 44, 'Thai cooking'],
    ['"cooking Thai"', 44, 'cooking Thai'],
    ['"Thai zzyzx"', 21, 'Thai'],
    ['"', 0, null],
  ])('finds the phrase of %j', async (query, totalCount, relaxedQuery) => {
    const source = 'query ($query: String!) { search(query: $query) { totalCount relaxedQuery } }';
    const { data } = await harness.query(source, { query });
    expect(data.search).toEqual({ totalCount, relaxedQuery });
  });

  test.each(['s=zzyzx', 's=qm²', 'q z zzyzx', '1 zzyzx'])(
    'has nothing for a single letter of %j',
    async (query) => {
      const source = 'query ($query: String!) { search(query: $query) { totalCount relaxedQuery } }';
      const { data } = await harness.query(source, { query });
      expect(data.search).toEqual({ totalCount: 0, relaxedQuery: null });
    },
  );

  test.each([
    ['safron', 'saffron'],
    ['Safron <zzyzx>', 'saffron'],
    ['thai safron', 'thai saffron'],
    ['thaicooking', 'Thai cooking'],
    ['saffron', null],
    ['saff', null],
    ['thai cokking', 'thai cooking'],
    ['zzyzx', null],
    ['', null],
  ])('corrects %j to %j', async (query, correctedQuery) => {
    const source = 'query ($query: String!) { search(query: $query) { correctedQuery } }';
    const { data } = await harness.query(source, { query });
    expect(data.search.correctedQuery).toBe(correctedQuery);
  });

  test('asks for typos and highlights only if a field needs them', async () => {
    const { searchRequests } = await harness.query('{ search(query: "safron") { nodes { __typename } } }');
    expect(searchRequests[0]?.[0]).not.toHaveProperty('getRankingInfo');
    expect(searchRequests[0]?.[0]).toMatchObject({ attributesToHighlight: [] });
  });

  test('searches ten words alone at most, and none if there are results', async () => {
    const source = 'query ($query: String!) { search(query: $query, last: 3) { totalCount relaxedQuery } }';
    const many = await harness.query(source, {
      query: `zzyzx saffron ${Array.from({ length: 30 }, (_, i) => `q${i}x`).join(' ')}`,
    });
    expect(many.data.search).toEqual({ totalCount: 40, relaxedQuery: 'saffron' });
    // The last page has to be counted first.
    expect(many.searchRequests.map((batch) => batch.length)).toEqual([1, 11, 1, 1, 1]);
    const all = await harness.query('{ search(query: "saffron") { totalCount relaxedQuery } }');
    expect(all.data.search).toEqual({ totalCount: 40, relaxedQuery: null });
    expect(all.searchRequests.map((batch) => batch.length)).toEqual([1]);
    const none = await harness.query('{ search(query: "zzyzx qqq") { totalCount relaxedQuery } }');
    expect(none.data.search).toEqual({ totalCount: 0, relaxedQuery: null });
    expect(none.searchRequests.map((batch) => batch.length)).toEqual([1, 3]);
  });

  test('enables click analytics only if `queryID` is selected', async () => {
    const { data, searchRequests } = await harness.query(
      '{ a: search(query: "x") { queryID } b: search(query: "x") { totalCount } }',
    );
    expect(data.a.queryID).toMatch(/^[0-9a-f]{32}$/);
    expect(searchRequests.flat().map(({ clickAnalytics }) => clickAnalytics)).toEqual([true, undefined]);
  });

  test('adds the cache tag of the index', async () => {
    const { tags } = await harness.query('{ search(query: "x") { totalCount } }');
    expect([...tags]).toEqual(['search:recipes_documents']);
  });
});

describe('search hits', () => {
  test('without a document are null with an error in edges and omitted from nodes', async () => {
    const port = {
      ...harness.content,
      document: async (id: string) =>
        id === 'recipe-39' ? null : harness.content.document(id, undefined as never),
    };
    const { data, errors } = await harness.query(
      '{ search(query: "", first: 2) { totalCount edges { position node { __typename } } nodes { ... on Recipe { id } } } }',
      {},
      port,
    );
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['search', 'edges', 0, 'node'], 'NOT_FOUND'],
    ]);
    expect(data.search.edges).toEqual([
      { position: 1, node: null },
      { position: 2, node: { __typename: 'Recipe' } },
    ]);
    expect(data.search.nodes).toEqual([{ id: 'recipe-38' }]);
  });

  test('with a failed document are null with an error each; the rest of the search succeeds', async () => {
    const port = {
      locale: DEFAULT_LOCALES.all[0],
      document: async () => Promise.reject(new GraphQLError('content is down')),
      labels: async () => Promise.reject(new GraphQLError('content is down')),
      requestSources: () => undefined,
      playbackIdsOfAsset: async () => undefined,
      namedPlaybackIds: async () => [],
      draftOverlay: async () => [],
      fallbackSearch: async () => Promise.reject(new GraphQLError('content is down')),
    };
    const { data, errors } = await harness.query(
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

describe('search highlights', () => {
  test('are segments of the matching fields, by the values of SearchableField', async () => {
    const { data } = await harness.query(
      '{ search(query: "leek marchetti", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    expect(data.search.edges[0].highlights).toContainEqual({
      field: 'INGREDIENTS',
      segments: [{ text: 'leek', matched: true }],
    });
    expect(data.search.edges[0].highlights).toContainEqual({
      field: 'INGREDIENTS',
      segments: [
        { text: 'Ada ', matched: false },
        { text: 'Marchetti', matched: true },
      ],
    });
  });

  test('of a long text contain the words around the match', async () => {
    const { data } = await harness.query(
      '{ search(query: "flame", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    const [{ field, segments }] = data.search.edges[0].highlights;
    expect(field).toBe('METHOD');
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

  test('mark only the prefix of an incomplete word', async () => {
    const { data } = await harness.query(
      '{ search(query: "cust", types: [RECIPE], first: 1) { edges { highlights { field segments { text matched } } } } }',
    );
    expect(data.search.edges[0].highlights[0]).toEqual({
      field: 'TITLE',
      segments: [
        { text: 'Cust', matched: true },
        { text: expect.stringMatching(/^ard Tart No\. \d+$/), matched: false },
      ],
    });
  });

  test.each([
    ['the whole text', 'title'],
    ['a label of a reference', 'author'],
    ['a snippet', 'body'],
  ])('of decomposed letters are the text as it is, also in %s', async (_, field) => {
    const text = 'Cafe\u0301 nin\u0303o \u1112\u1161\u11ab \u212b end';
    const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
    const block = { _type: 'block', children: [{ _type: 'span', text }] };
    const values = { title: text, author: { _type: 'reference', _ref: 'ada' }, body: [block] };
    const letters = await startSearchHarness({
      sdl: `type Page @document { title: String @searchable author: Author @searchable body: RichText @searchable }
        type Author @document { title: String @searchable }`,
      documents: [
        { _id: 'page', _type: 'page', ...stamps, [field]: values[field as 'title'] },
        { _id: 'ada', _type: 'author', ...stamps, title: text },
      ],
    });
    try {
      for (const query of ['caf\u00e9', 'cafe\u0301', 'nino', 'end']) {
        const { data } = await letters.query(
          'query ($query: String!) { search(query: $query, types: [PAGE]) { edges { highlights { field segments { text matched } } } } }',
          { query },
        );
        const [{ field: found, segments }] = data.search.edges[0].highlights;
        expect([found, segments.map((segment: { text: string }) => segment.text).join('')]).toEqual([
          field.toUpperCase(),
          text,
        ]);
        expect(segments.filter(({ matched }: { matched: boolean }) => matched)).toHaveLength(1);
      }
    } finally {
      await letters.close();
    }
  });

  test('are not requested unless selected', async () => {
    const { searchRequests } = await harness.query(
      'query ($no: Boolean = false) { search(query: "leek") { edges { node { __typename } highlights @include(if: $no) { field } } } }',
    );
    expect(searchRequests).toHaveLength(1);
    expect(searchRequests[0]).toHaveLength(1);
    expect(searchRequests[0]?.[0]).toMatchObject({ attributesToHighlight: [], attributesToSnippet: [] });
  });
});
