import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOSTILE_TAGS, kitchenDocuments } from '../../../tests/support/recipeDocuments.ts';
import { openKitchen } from '../../../tests/support/searchHarness.ts';
import { toSegments } from './highlights.ts';

let kitchen: Awaited<ReturnType<typeof openKitchen>>;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

const code = (answer: Awaited<ReturnType<typeof kitchen.ask>>) => answer.errors?.[0]?.extensions.code;
const total = async (filter: unknown) => {
  const { data, errors } = await kitchen.ask(
    'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
    { filter },
  );
  expect(errors).toBeUndefined();
  return data.search.totalCount as number;
};

describe('a filter’s values', () => {
  test.each(HOSTILE_TAGS)('find exactly the documents that have %j', async (tag) => {
    const expected = kitchenDocuments.filter(({ tags }) => (tags as string[] | undefined)?.includes(tag));
    expect(expected.length).toBeGreaterThan(0);
    expect(await total({ tags: { in: [tag] } })).toBe(expected.length);
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
  ])('are values and nothing else: %j finds nothing', async (tag) => {
    expect(await total({ tags: { in: [tag] } })).toBe(0);
  });

  test('are counted each as itself, `__proto__` too', async () => {
    const { data } = await kitchen.ask(
      'query ($filter: SearchFilter) { search(query: "", filter: $filter, facets: [TAGS]) { facets { values { value count selected } } } }',
      { filter: { tags: { in: ['__proto__', 'constructor', 'nobody'] } } },
    );
    const { values } = data.search.facets[0];
    for (const tag of HOSTILE_TAGS) {
      const { length } = kitchenDocuments.filter(({ tags }) => (tags as string[] | undefined)?.includes(tag));
      expect(values).toContainEqual({
        value: tag,
        count: length,
        selected: ['__proto__', 'constructor'].includes(tag),
      });
    }
    expect(values).toContainEqual({ value: 'nobody', count: 0, selected: true });
    expect(values.map(({ value }: { value: string }) => value)).not.toContain('toString');
  });

  test('named twice count once', async () => {
    expect(await total({ tags: { in: ['quick', 'quick'] } })).toBe(await total({ tags: { in: ['quick'] } }));
  });

  test('beyond the provider’s number are refused before they are sent', async () => {
    const filter = { tags: { in: Array.from({ length: 1001 }, (_, i) => `tag ${i}`) } };
    const answer = await kitchen.ask(
      'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
      { filter },
    );
    expect(code(answer)).toBe('BAD_USER_INPUT');
    expect(answer.errors?.[0]?.message).toContain('1001');
    expect(answer.sent).toEqual([]);
  });

  test.each([1e300, -1e300, 2 ** 60])(
    'of numbers that nothing can hold, like %d, are refused',
    async (gte) => {
      const answer = await kitchen.ask(
        'query ($filter: SearchFilter) { search(query: "", filter: $filter) { totalCount } }',
        {
          filter: { minutes: { gte } },
        },
      );
      expect(code(answer)).toBe('BAD_USER_INPUT');
      expect(answer.sent).toEqual([]);
    },
  );

  test('of very small numbers are compared as precisely as the provider does', async () => {
    expect(await total({ minutes: { gte: 1e-9 } })).toBe(40);
    expect(await total({ minutes: { lte: -1e-9 } })).toBe(0);
  });

  test('that exclude one another find nothing', async () => {
    expect(await total({ minutes: { gte: 40, lte: 20 } })).toBe(0);
  });

  test('that are absent filter nothing', async () => {
    expect(await total({ tags: {}, minutes: { in: [] }, type: [], season: null })).toBe(45);
  });
});

describe('a page', () => {
  test.each([0, -1, 101, 1000, 2 ** 31 - 1])('of %d rows is refused', async (first) => {
    for (const field of ['search(query: "", first: $first)', 'moments(query: "broth", first: $first)']) {
      const answer = await kitchen.ask(`query ($first: Int) { ${field} { totalCount } }`, { first });
      expect(code(answer)).toBe('PAGE_SIZE');
      expect(answer.sent).toEqual([]);
    }
    const suggest = await kitchen.ask(
      'query ($first: Int) { suggest(query: "x", first: $first) { queries { text } } }',
      { first },
    );
    expect(code(suggest)).toBe('PAGE_SIZE');
    const values = await kitchen.ask(
      'query ($first: Int) { facetValues(key: TAGS, first: $first) { value } }',
      { first },
    );
    expect(code(values)).toBe('PAGE_SIZE');
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
  ])('after a cursor nobody gave out is refused', async (after) => {
    const answer = await kitchen.ask(
      'query ($after: String) { search(query: "", after: $after) { totalCount } }',
      { after },
    );
    expect(code(answer)).toBe('BAD_CURSOR');
    expect(answer.sent).toEqual([]);
    expect(answer.errors?.[0]?.message.length).toBeLessThan(200);
  });

  test.each([-1, 0.5, 1000, 1e9, '3', null, { offset: 1 }])(
    'after a cursor whose position was made %j is refused',
    async (position) => {
      const { data } = await kitchen.ask('{ search(query: "", first: 1) { edges { cursor } } }');
      const [scope] = JSON.parse(Buffer.from(data.search.edges[0].cursor, 'base64url').toString());
      const after = Buffer.from(JSON.stringify([scope, position])).toString('base64url');
      expect(
        code(
          await kitchen.ask('query ($after: String) { search(query: "", after: $after) { totalCount } }', {
            after,
          }),
        ),
      ).toBe('BAD_CURSOR');
    },
  );

  test('after a cursor of another query, filter, type or field is refused', async () => {
    const { data } = await kitchen.ask('{ search(query: "leek", first: 1) { edges { cursor } } }');
    const after = data.search.edges[0].cursor;
    for (const field of [
      'search(query: "thai", after: $after)',
      'search(query: "leek", types: [RECIPE], after: $after)',
      'search(query: "leek", filter: { minutes: { gte: 20 } }, after: $after)',
      'moments(query: "leek", after: $after)',
    ])
      expect(code(await kitchen.ask(`query ($after: String) { ${field} { totalCount } }`, { after }))).toBe(
        'BAD_CURSOR',
      );
    expect(
      code(
        await kitchen.ask('query ($after: String) { search(query: "leek", after: $after) { totalCount } }', {
          after,
        }),
      ),
    ).toBeUndefined();
  });
});

describe('beyond the depth that the provider pages to', () => {
  test('there is no further page, and the count tells what there is', async () => {
    const [cuisine] = kitchenDocuments;
    const documents = Array.from({ length: 1130 }, (_, i) => ({
      ...cuisine,
      _id: `c-${i}`,
      _type: 'cuisine',
    }));
    const many = await openKitchen({ documents });
    try {
      let after: string | null = null;
      let seen = 0;
      for (let more = true; more; ) {
        const answer: Awaited<ReturnType<typeof many.ask>> = await many.ask(
          'query ($after: String) { search(query: "", first: 99, after: $after) { totalCount edges { position } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        expect(answer.errors).toBeUndefined();
        const { edges, pageInfo, totalCount } = answer.data.search;
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

describe('a query', () => {
  test('longer than the provider takes is refused before it is sent', async () => {
    for (const field of ['search', 'moments', 'suggest']) {
      const answer = await kitchen.ask(`query ($query: String!) { ${field}(query: $query) { __typename } }`, {
        query: 'x'.repeat(513),
      });
      expect(code(answer)).toBe('BAD_USER_INPUT');
      expect(answer.sent).toEqual([]);
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
  ])('of %j is words and nothing else', async (query) => {
    const { errors, data } = await kitchen.ask(
      'query ($query: String!) { search(query: $query, first: 3) { relaxedQuery edges { highlights { segments { text } } } } suggest(query: $query) { queries { text } } }',
      { query },
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toMatch(/[\uE000\uE001]|<em>/);
  });
});

describe('content that would pose as a match or as markup', () => {
  test('is shown as the words it is', async () => {
    const [cuisine] = kitchenDocuments;
    const title = '<em>Bold</em> \uE000forged\uE001 & <script>spicy</script>';
    const documents = [{ ...cuisine, _id: 'c', _type: 'cuisine', title }];
    const small = await openKitchen({ documents });
    try {
      const { data } = await small.ask(
        '{ search(query: "spicy") { edges { highlights { segments { text matched } } } } suggest(query: "spicy") { queries { text segments { text matched } } } }',
      );
      const { segments } = data.search.edges[0].highlights[0];
      expect(segments).toEqual([
        { text: '<em>Bold</em> forged & <script>', matched: false },
        { text: 'spicy', matched: true },
        { text: '</script>', matched: false },
      ]);
      expect(data.suggest.queries[0].segments).toEqual(segments);
    } finally {
      await small.close();
    }
  });

  test('cannot leave a segment open', () => {
    expect(toSegments('\uE001a\uE000\uE000b\uE001c\uE000')).toEqual([
      { text: 'a', matched: false },
      { text: 'b', matched: true },
      { text: 'c', matched: false },
    ]);
    expect(toSegments('')).toEqual([]);
  });
});
