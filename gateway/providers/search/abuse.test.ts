import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOSTILE_TAGS, recipeDocuments } from '../../../tests/support/recipeDocuments.ts';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { MAX_PAGE_SIZE } from '../../core/relay.ts';
import { createMatchMarks, toSegments } from './highlights.ts';

const richTextBlock = (text: string) => ({
  _type: 'block',
  _key: 'a',
  children: [{ _type: 'span', _key: 'b', text }],
});

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

const errorCodeOf = (response: Awaited<ReturnType<typeof harness.query>>) =>
  response.errors?.[0]?.extensions.code;
const totalCount = async (filter: unknown) => {
  const { data, errors } = await harness.query(
    'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
    { filter },
  );
  expect(errors).toBeUndefined();
  return data.search.totalCount as number;
};

describe('search filter values', () => {
  test.each(HOSTILE_TAGS)('match exactly the documents with %j', async (tag) => {
    const expected = recipeDocuments.filter(({ tags }) => (tags as string[] | undefined)?.includes(tag));
    expect(expected.length).toBeGreaterThan(0);
    expect(await totalCount({ tags: { in: [tag] } })).toBe(expected.length);
  });

  test.each([
    'quick OR _type:recipe',
    'quick" OR "slow',
    "quick' OR 'slow",
    'quick) OR (tags:slow',
    'quick<score=5>',
    '-slow',
    '\\-dash',
    '*',
    'toString',
    'hasOwnProperty',
    '\u0000',
    '\uE000quick\uE001',
    '🧂'.repeat(500),
    '',
    ' ',
    ':',
    'quick\n',
  ])('are quoted: %j matches nothing', async (tag) => {
    expect(await totalCount({ tags: { in: [tag] } })).toBe(0);
  });

  test('are counted literally, including `__proto__`', async () => {
    const { data } = await harness.query(
      'query ($filter: SearchFilter) { search(query: "", filter: $filter, facets: [TAGS]) { facets { values { value count selected } } } }',
      { filter: { tags: { in: ['__proto__', 'constructor', 'missing'] } } },
    );
    const { values } = data.search.facets[0];
    for (const tag of HOSTILE_TAGS) {
      const { length } = recipeDocuments.filter(({ tags }) => (tags as string[] | undefined)?.includes(tag));
      expect(values).toContainEqual({
        value: tag,
        count: length,
        selected: ['__proto__', 'constructor'].includes(tag),
      });
    }
    expect(values).toContainEqual({ value: 'missing', count: 0, selected: true });
    expect(values.map(({ value }: { value: string }) => value)).not.toContain('toString');
  });

  test('are deduplicated', async () => {
    expect(await totalCount({ tags: { in: ['quick', 'quick'] } })).toBe(
      await totalCount({ tags: { in: ['quick'] } }),
    );
  });

  test('above the maximum number are rejected without a request', async () => {
    const filter = { tags: { in: Array.from({ length: 1001 }, (_, i) => `tag ${i}`) } };
    const response = await harness.query(
      'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
      { filter },
    );
    expect(errorCodeOf(response)).toBe('BAD_USER_INPUT');
    expect(response.errors?.[0]?.message).toContain('1001');
    expect(response.searchRequests).toEqual([]);
  });

  test.each([1e300, -1e300, 2 ** 60])('reject the inexact number %d', async (gte) => {
    const response = await harness.query(
      'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
      {
        filter: { minutes: { gte } },
      },
    );
    expect(errorCodeOf(response)).toBe('BAD_USER_INPUT');
    expect(response.searchRequests).toEqual([]);
  });

  test('compare small numbers with the precision of Algolia', async () => {
    expect(await totalCount({ minutes: { gte: 1e-9 } })).toBe(40);
    expect(await totalCount({ minutes: { lte: -1e-9 } })).toBe(0);
  });

  test('with disjoint bounds match nothing', async () => {
    expect(await totalCount({ minutes: { gte: 40, lte: 20 } })).toBe(0);
  });

  test('that are absent do not filter', async () => {
    expect(await totalCount({ tags: {}, minutes: { in: null }, season: null })).toBe(45);
  });

  test.each([{ minutes: { in: [] } }, { tags: { in: [] } }, { cuisines: { in: [] } }])(
    'without elements match nothing: %j',
    async (filter) => {
      expect(await totalCount(filter)).toBe(0);
    },
  );
});

describe('search page', () => {
  test.each([-1, MAX_PAGE_SIZE + 1, 1000, 2 ** 31 - 1])('rejects a size of %d', async (first) => {
    for (const field of ['search(query: "", first: $first)', 'moments(query: "broth", first: $first)']) {
      const response = await harness.query(`query ($first: Int) { ${field} { totalCount } }`, { first });
      expect(errorCodeOf(response)).toBe('PAGE_SIZE');
      expect(response.searchRequests).toEqual([]);
    }
    const suggest = await harness.query(
      'query ($first: Int) { suggest(query: "x", first: $first) { queries { text } } }',
      { first },
    );
    expect(errorCodeOf(suggest)).toBe('PAGE_SIZE');
    const values = await harness.query(
      'query ($first: Int) { facetValues(key: TAGS, first: $first) { value } }',
      { first },
    );
    expect(errorCodeOf(values)).toBe('PAGE_SIZE');
  });

  test.each([
    '',
    'x',
    '💥',
    'null',
    Buffer.from('null').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["AAAAAAAAAAAA",0]').toString('base64url'),
    Buffer.from('{"__proto__":[]}').toString('base64url'),
    'A'.repeat(100_000),
  ])('rejects a malformed cursor', async (after) => {
    const response = await harness.query(
      'query ($after: String) { search(query: "", after: $after) { totalCount } }',
      { after },
    );
    expect(errorCodeOf(response)).toBe('BAD_CURSOR');
    expect(response.searchRequests).toEqual([]);
    expect(response.errors?.[0]?.message.length).toBeLessThan(200);
  });

  test.each([-1, 0.5, 1000, 1e9, '3', null, { offset: 1 }])(
    'rejects a cursor with the position %j',
    async (position) => {
      const { data } = await harness.query('{ search(query: "", first: 1) { edges { cursor } } }');
      const [scope] = JSON.parse(Buffer.from(data.search.edges[0].cursor, 'base64url').toString());
      const after = Buffer.from(JSON.stringify([scope, position])).toString('base64url');
      expect(
        errorCodeOf(
          await harness.query('query ($after: String) { search(query: "", after: $after) { totalCount } }', {
            after,
          }),
        ),
      ).toBe('BAD_CURSOR');
    },
  );

  test('rejects a cursor of another query, filter, type or field', async () => {
    const { data } = await harness.query('{ search(query: "leek", first: 1) { edges { cursor } } }');
    const after = data.search.edges[0].cursor;
    for (const field of [
      'search(query: "thai", after: $after)',
      'search(query: "leek", types: [RECIPE], after: $after)',
      'search(query: "leek", filter: { minutes: { gte: 20 } }, after: $after)',
      'moments(query: "leek", after: $after)',
    ])
      expect(
        errorCodeOf(await harness.query(`query ($after: String) { ${field} { totalCount } }`, { after })),
      ).toBe('BAD_CURSOR');
    expect(
      errorCodeOf(
        await harness.query(
          'query ($after: String) { search(query: "leek", after: $after) { totalCount } }',
          {
            after,
          },
        ),
      ),
    ).toBeUndefined();
  });
});

describe('search page: paging limit', () => {
  test('ends after 1000 hits and returns the full count', async () => {
    const [cuisine] = recipeDocuments;
    const documents = Array.from({ length: 1130 }, (_, i) => ({
      ...cuisine,
      _id: `c-${i}`,
      _type: 'cuisine',
    }));
    const many = await startSearchHarness({ documents });
    try {
      let after: string | null = null;
      let seen = 0;
      for (let more = true; more; ) {
        const response: Awaited<ReturnType<typeof many.query>> = await many.query(
          'query ($after: String) { search(query: "", first: 99, after: $after) { totalCount edges { position } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        expect(response.errors).toBeUndefined();
        const { edges, pageInfo, totalCount } = response.data.search;
        expect(totalCount).toBe(1130);
        seen += edges.length;
        expect(edges.at(-1).position).toBe(seen);
        after = pageInfo.endCursor;
        more = pageInfo.hasNextPage;
      }
      expect(seen).toBe(1000);
    } finally {
      await many.close();
    }
  });
});

describe('search query', () => {
  test('is limited in bytes, as the service limits it', async () => {
    const search = (query: string) =>
      harness.query('query ($query: String!) { search(query: $query) { totalCount } }', { query });
    expect((await search('長'.repeat(170))).errors).toBeUndefined();
    const { errors } = await search('長'.repeat(171));
    expect(errors).toMatchObject([
      {
        message: 'expected a query of at most 512 bytes in UTF-8, got 513; shorten the query',
        extensions: { code: 'BAD_USER_INPUT', argument: 'query', limit: 512, actual: 513, unit: 'bytes' },
      },
    ]);
  });

  test('above the maximum length is rejected without a request', async () => {
    for (const field of ['search', 'moments', 'suggest']) {
      const response = await harness.query(
        `query ($query: String!) { ${field}(query: $query) { __typename } }`,
        {
          query: 'x'.repeat(513),
        },
      );
      expect(errorCodeOf(response)).toBe('BAD_USER_INPUT');
      expect(response.searchRequests).toEqual([]);
    }
  });

  test.each([
    '"',
    '\\',
    '%00',
    '<script>alert(1)</script>',
    '\uE000leek\uE001',
    'leek '.repeat(100),
    '\u202Eleek',
    '((((',
    'NOT',
    '🧂',
    '\ud800',
  ])('treats %j as words', async (query) => {
    const { errors, data } = await harness.query(
      'query ($query: String!) { search(query: $query, first: 3) { relaxedQuery edges { highlights { segments { text } } } } suggest(query: $query) { queries { text } } }',
      { query },
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toMatch(/[\uE000\uE001]|<em>/);
  });
});

describe('highlights: hostile content', () => {
  test('returns markup and match marks in content as text', async () => {
    const [cuisine] = recipeDocuments;
    const title = '<em>Bold</em> \uE000forged\uE001 & <script>spicy</script>';
    const documents = [{ ...cuisine, _id: 'c', _type: 'cuisine', title }];
    const small = await startSearchHarness({ documents });
    try {
      const { data } = await small.query(
        '{ search(query: "spicy") { edges { highlights { segments { text matched } } } } suggest(query: "spicy") { queries { text segments { text matched } } } }',
      );
      const { segments } = data.search.edges[0].highlights[0];
      expect(segments).toEqual([
        { text: '<em>Bold</em> \uE000forged\uE001 & <script>', matched: false },
        { text: 'spicy', matched: true },
        { text: '</script>', matched: false },
      ]);
      expect(data.suggest.queries[0].segments).toEqual(segments);
    } finally {
      await small.close();
    }
  });

  test.each([
    ['private-use characters', '\uE000a\uE001 \uE000\uE000 \uE001'],
    ['markup', '</em><em> <mark>a</mark> &lt;b&gt;'],
    ['texts like the marks', '<0123456789abcdef01234567>a</0123456789abcdef01234567>'],
  ])(
    'returns %s unchanged in snippets, suggestions and moments, with and without a match',
    async (_, text) => {
      const [cuisine, recipe] = [recipeDocuments[0], recipeDocuments.find(({ _id }) => _id === 'recipe-03')];
      const small = await startSearchHarness({
        documents: [
          { ...cuisine, _id: 'c', _type: 'cuisine', title: `${text} spicy ${text}` },
          {
            ...recipe,
            _id: 'r',
            _type: 'recipe',
            clip: 'asset',
            method: [richTextBlock(`${text} peppery ${text}`)],
          },
        ],
        readCues: async () => [
          { track: 't', language: 'en', cues: [{ start: 1, end: 2, text: `${text} salty ${text}` }] },
        ],
      });
      try {
        const { data } = await small.query(
          `{ snippet: search(query: "peppery") { edges { highlights { segments { text matched } } } }
          match: suggest(query: "spicy") { queries { text segments { text matched } } }
          noMatch: suggest(query: "") { queries { text segments { text matched } } }
          moments(query: "salty") { nodes { snippet { text matched } } } }`,
        );
        const segments = (word: string) => [
          { text: `${text} `, matched: false },
          { text: word, matched: true },
          { text: ` ${text}`, matched: false },
        ];
        expect(data.snippet.edges[0].highlights[0].segments).toEqual(segments('peppery'));
        expect(data.match.queries[0]).toEqual({ text: `${text} spicy ${text}`, segments: segments('spicy') });
        expect(data.noMatch.queries).toContainEqual({
          text: `${text} spicy ${text}`,
          segments: [{ text: `${text} spicy ${text}`, matched: false }],
        });
        expect(data.moments.nodes).toEqual([{ snippet: segments('salty') }]);
      } finally {
        await small.close();
      }
    },
  );

  test('closes every segment', () => {
    const marks = { start: '<1>', end: '</1>' };
    expect(toSegments('</1>a<1><1>b</1>c<1>', marks)).toEqual([
      { text: '</1>a', matched: false },
      { text: 'b', matched: true },
      { text: 'c', matched: false },
    ]);
    expect(toSegments('', marks)).toEqual([]);
  });

  test('marks matches with random texts, which differ by request', () => {
    expect(createMatchMarks()).not.toEqual(createMatchMarks());
  });
});
