import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { createGraph, edgeCase, execute, query, reference } from '../../reference/edgeCases.ts';

/** Walks a list page by page. Returns the slugs and the total count. @param field the list, e.g. of a document */
async function walk(documents: readonly Doc[], orderBy: string, isForward: boolean, list = 'edgeCases') {
  const graph = createGraph(documents);
  const seen: string[] = [];
  const range = isForward ? 'first: 3, after: $cursor' : 'last: 3, before: $cursor';
  const page = `${list}(${range}, orderBy: ${orderBy}) { totalCount nodes { slug } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const text =
    list === 'edgeCases'
      ? `query ($cursor: String) { ${page} }`
      : `query ($cursor: String) { edgeCase(by: { slug: "d0" }) { ${page} } }`;
  for (let cursor: string | null = null; ; ) {
    const { data, errors } = await execute(graph, text, { cursor });
    expect(errors).toBeUndefined();
    const { nodes, totalCount, pageInfo } = data[list] ?? data.edgeCase[list];
    const slugs = nodes.map(({ slug }: { slug: string }) => slug);
    seen.splice(isForward ? seen.length : 0, 0, ...slugs);
    if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return { seen, totalCount };
    cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
  }
}

const slugsOf = async (documents: readonly Doc[], args: string): Promise<string[]> => {
  const { edgeCases } = await query(
    documents,
    `{ edgeCases(first: 100, ${args}) { totalCount nodes { slug } } }`,
  );
  expect(edgeCases.totalCount).toBe(edgeCases.nodes.length);
  return edgeCases.nodes.map(({ slug }: { slug: string }) => slug);
};

describe('pages of a list with values of other kinds have each row once', () => {
  const others = ['x', '2', true, 1.5, 2 ** 31, { odd: 1 }, [1]];
  const documents = Array.from({ length: 31 }, (_, i) =>
    edgeCase(`d${i}`, {
      asc: i % 4 === 3 ? others[(i >> 2) % others.length] : [1, 2, undefined][i % 3],
      title: i % 5 === 0 ? 12 : i % 5 === 1 ? undefined : `t${i % 3}`,
      publishedAt: i % 6 === 0 ? '2026-02-30T00:00:00Z' : `2026-02-1${i % 2}T00:00:00Z`,
      day: i % 7 === 0 ? '2026-02-31' : '2026-02-10',
      true: i % 3 === 0 ? 'true' : i % 2 === 0,
      in: reference('d0'),
      order: Array.from({ length: 31 }, (_, k) => reference(`d${k}`, { _key: `k${k}` })),
      boxes: [{ _type: 'box', in: reference('d0') }],
    }),
  );
  const orders = [
    '{ field: ASC }',
    '{ field: ASC, direction: DESC }',
    '{ field: ASC, nulls: FIRST }',
    '{ field: ASC, direction: DESC, nulls: FIRST }',
    '[{ field: TRUE }, { field: TITLE, nulls: FIRST }, { field: ASC, direction: DESC }]',
    '[{ field: PUBLISHED_AT, nulls: FIRST }, { field: DAY, direction: DESC }]',
  ];
  test.each(orders.flatMap((order) => ['edgeCases', 'order', 'boxed'].map((list) => [list, order] as const)))(
    '%s by %s',
    async (list, order) => {
      const forward = await walk(documents, order, true, list);
      const backward = await walk(documents, order, false, list);
      expect(forward.totalCount).toBe(31);
      expect(new Set(forward.seen).size).toBe(31);
      expect(forward.seen).toHaveLength(31);
      expect(backward).toEqual(forward);
    },
  );
});

describe('values of other kinds are no values in filters', () => {
  const documents = [
    edgeCase('text', {
      asc: '12',
      weight: '9.90',
      true: 'true',
      title: 12,
      publishedAt: 5,
      day: 5,
      mood: 'loud',
    }),
    edgeCase('none'),
    edgeCase('value', {
      asc: 12,
      weight: 9.9,
      true: true,
      title: '12',
      publishedAt: '2026-02-10T08:00:00Z',
      day: '2026-02-10',
      mood: 'calm',
    }),
  ];
  const equal = [
    'asc: { eq: 12 }',
    'asc: { in: [12] }',
    'asc: { gte: 12 }',
    'weight: { eq: 9.9 }',
    'true: { eq: true }',
    'title: { eq: "12" }',
    'title: { matches: "12" }',
    'publishedAt: { eq: "2026-02-10T09:00:00+01:00" }',
    'publishedAt: { in: ["2026-02-10T09:00:00+01:00"] }',
    'day: { eq: "2026-02-10" }',
    'mood: { eq: calm }',
    'mood: { defined: true }',
    ...['asc', 'weight', 'true', 'title', 'publishedAt', 'day', 'mood'].flatMap((name) => [
      `${name}: { ne: null }`,
      `${name}: { defined: true }`,
    ]),
  ];
  test.each(equal)('%s finds the document with the value', async (filter) => {
    expect(await slugsOf(documents, `filter: { ${filter} }, orderBy: { field: SLUG }`)).toEqual(['value']);
  });

  test.each([
    ...['asc', 'weight', 'true', 'title', 'publishedAt', 'day', 'mood'].flatMap((name) => [
      `${name}: { eq: null }`,
      `${name}: { defined: false }`,
    ]),
    'asc: { ne: 12 }',
    'weight: { ne: 9.9 }',
    'true: { ne: true }',
    'title: { ne: "12" }',
    'publishedAt: { ne: "2026-02-10T08:00:00Z" }',
    'day: { ne: "2026-02-10" }',
    'mood: { ne: calm }',
    'not: { title: { eq: "12" } }',
  ])('%s finds the other documents', async (filter) => {
    expect(await slugsOf(documents, `filter: { ${filter} }, orderBy: { field: SLUG }`)).toEqual([
      'none',
      'text',
    ]);
  });
});

describe('filters without a value', () => {
  const documents = [edgeCase('a', { title: 'A', asc: 1, true: true, moods: ['calm'] }), edgeCase('b')];
  test.each(['title', 'asc', 'weight', 'publishedAt', 'day', 'mood', 'moods', 'false', 'id'])(
    'in an empty list of %s matches nothing, and its negation everything',
    async (name) => {
      expect(await slugsOf(documents, `filter: { ${name}: { in: [] } }`)).toEqual([]);
      expect(await slugsOf(documents, `filter: { not: { ${name}: { in: [] } } }`)).toHaveLength(2);
    },
  );

  test.each(['in: null', 'defined: null', 'eq: null, in: null'])('null: %s', async (operators) => {
    const expected = operators.startsWith('eq') ? ['b'] : ['a', 'b'];
    expect(await slugsOf(documents, `filter: { title: { ${operators} } }`)).toEqual(expected);
  });
});

describe('ne on a list negates eq: no element equals', () => {
  const documents = [
    edgeCase('both', { moods: ['calm', 'wild'], false: ['x', 'caf\u00e9'] }),
    edgeCase('calm', { moods: ['calm'], false: ['cafe\u0301'] }),
    edgeCase('empty', { moods: [], false: [] }),
    edgeCase('other', { moods: ['loud', 12], false: [12, null] }),
    edgeCase('wild', { moods: ['wild'], false: ['x'] }),
  ];
  test.each([
    ['moods: { ne: calm }', ['empty', 'other', 'wild']],
    ['moods: { eq: calm }', ['both', 'calm']],
    ['moods: { eq: calm, ne: wild }', ['calm']],
    ['moods: { ne: null }', ['both', 'calm', 'wild']],
    ['moods: { eq: null }', ['empty', 'other']],
    ['moods: { defined: false }', ['empty', 'other']],
    ['false: { ne: "caf\u00e9" }', ['empty', 'other', 'wild']],
    ['false: { in: ["cafe\u0301"] }', ['both', 'calm']],
  ])('%s', async (filter, expected) => {
    expect(await slugsOf(documents, `filter: { ${filter} }, orderBy: { field: SLUG }`)).toEqual(expected);
  });
});

describe('times are ordered as times', () => {
  const documents = [
    edgeCase('a', { publishedAt: '2026-02-10T09:00:00+02:00' }),
    edgeCase('b', { publishedAt: '2026-02-10T07:50:00.000Z' }),
    edgeCase('c', { publishedAt: '2026-02-10T07:10:00Z' }),
    edgeCase('d', { publishedAt: '2026-02-10T07:10:00.500Z' }),
    edgeCase('e', { publishedAt: '2026-02-09T23:30:00-08:00' }),
  ];
  const ascending = ['a', 'c', 'd', 'e', 'b'];
  test.each([
    ['{ field: PUBLISHED_AT }', ascending],
    ['{ field: PUBLISHED_AT, direction: DESC }', ascending.toReversed()],
    ['[]', ascending.toReversed()],
  ])('%s, in both directions of paging', async (order, expected) => {
    for (const isForward of [true, false])
      expect((await walk(documents, order, isForward)).seen).toEqual(expected);
  });
});

describe('times outside of the years 0000 to 9999 in UTC are no values', () => {
  const documents = [
    edgeCase('after', { publishedAt: '9999-12-31T22:00:00-02:00' }),
    edgeCase('before', { publishedAt: '0000-01-01T01:59:59.999+02:00' }),
    edgeCase('first', { publishedAt: '0000-01-01T02:00:00+02:00' }),
    edgeCase('last', { publishedAt: '9999-12-31T21:59:59.999-02:00' }),
  ];

  test('reading', async () => {
    const { data, errors } = await execute(
      createGraph(documents),
      '{ edgeCases(orderBy: { field: SLUG }) { nodes { publishedAt } } }',
    );
    expect(data.edgeCases.nodes.map((node: { publishedAt: string }) => node.publishedAt)).toEqual([
      null,
      null,
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    ]);
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject(
      ['after', 'before'].map((document) => ({ code: 'CONTENT_MISMATCH', document })),
    );
  });

  test.each([
    ['publishedAt: { defined: true }', ['first', 'last']],
    ['publishedAt: { eq: null }', ['after', 'before']],
    ['publishedAt: { gte: "0000-01-01T00:00:00Z" }', ['first', 'last']],
    ['publishedAt: { eq: "9999-12-31T23:59:59.999Z" }', ['last']],
    ['publishedAt: { in: ["0000-01-01T00:00:00Z"] }', ['first']],
  ])('filter: %s', async (filter, expected) => {
    expect(await slugsOf(documents, `filter: { ${filter} }, orderBy: { field: SLUG }`)).toEqual(expected);
  });

  test('order and cursors, in both directions of paging', async () => {
    for (const isForward of [true, false])
      expect((await walk(documents, '{ field: PUBLISHED_AT }', isForward)).seen).toEqual([
        'first',
        'last',
        'after',
        'before',
      ]);
  });

  test.each(['9999-12-31T22:00:00-02:00', '0000-01-01T01:00:00+02:00'])(
    'an argument is rejected: %s',
    async (time) => {
      const rejected = query(
        documents,
        `{ edgeCases(filter: { publishedAt: { eq: "${time}" } }) { nodes { slug } } }`,
      );
      await expect(rejected).rejects.toThrow();
    },
  );
});

test('texts are ordered by their characters in lower case, ids break ties', async () => {
  const documents = ['b-apple', 'Zebra', 'apple', '\u00c4pfel', 'zebra', 'Apple'].map((title, i) =>
    edgeCase(`d${i}`, { title }),
  );
  const titles = async (order: string) =>
    (await query(documents, `{ edgeCases(orderBy: ${order}) { nodes { title } } }`)).edgeCases.nodes.map(
      ({ title }: { title: string }) => title,
    );
  const expected = ['apple', 'Apple', 'b-apple', 'Zebra', 'zebra', '\u00c4pfel'];
  expect(await titles('{ field: TITLE }')).toEqual(expected);
  for (const isForward of [true, false])
    expect((await walk(documents, '{ field: TITLE }', isForward)).seen).toEqual([
      'd2',
      'd5',
      'd0',
      'd1',
      'd4',
      'd3',
    ]);
});

describe('texts with composed and decomposed letters are equal', () => {
  const documents = [{ ...edgeCase('malgre\u0301', { title: 'Malgre\u0301 tout' }), _id: 'malgre' }];
  test.each(['malgr\u00e9', 'malgre\u0301'])('lookup by %j', async (slug) => {
    const { edgeCase: found } = await query(
      documents,
      'query ($slug: String!) { edgeCase(by: { slug: $slug }) { title } }',
      {
        slug,
      },
    );
    expect(found).toEqual({ title: 'Malgre\u0301 tout' });
  });

  test.each([
    ['\u00fc', 'composed'],
    ['u\u0308', 'decomposed'],
  ])('lookup by %j finds the document with exactly these letters, if two are equal', async (slug, title) => {
    const both = [
      { ...edgeCase('u\u0308', { title: 'decomposed' }), _id: 'a' },
      { ...edgeCase('\u00fc', { title: 'composed' }), _id: 'b' },
    ];
    const operation = 'query ($slug: String!) { edgeCase(by: { slug: $slug }) { title } }';
    expect(await query(both, operation, { slug })).toEqual({ edgeCase: { title } });
  });

  test.each([
    ['\u00c5se', '\u212bse'],
    ['\u212bse', '\u00c5se'],
    ['\uac01', '\uac00\u11a8'],
    ['\u8c48', '\uf900'],
    ['caf\u00e9-\u00e9t\u00e9', 'cafe\u0301-\u00e9te\u0301'],
  ])('half-composed: %j finds %j', async (given, stored) => {
    const half = [{ ...edgeCase(stored, { title: stored, false: ['x', stored] }), _id: 'h' }];
    const operation = `query ($slug: String!) {
      edgeCase(by: { slug: $slug }) { title }
      eq: edgeCases(filter: { title: { eq: $slug } }) { totalCount }
      in: edgeCases(filter: { false: { in: ["y", $slug] } }) { totalCount }
      ne: edgeCases(filter: { title: { ne: $slug } }) { totalCount }
    }`;
    expect(await query(half, operation, { slug: given })).toEqual({
      edgeCase: { title: stored },
      eq: { totalCount: 1 },
      in: { totalCount: 1 },
      ne: { totalCount: 0 },
    });
  });

  test.each(['vi\u1ec7t', 'vi\u1ec7t'.normalize('NFD'), 'vi\u00ea\u0323t'])(
    'tones apart from their letters: lookup by %j',
    async (slug) => {
      const stored = [{ ...edgeCase('vi\u00ea\u0323t', { title: 'Vietnam' }), _id: 'v' }];
      const operation = 'query ($slug: String!) { edgeCase(by: { slug: $slug }) { title } }';
      expect(await query(stored, operation, { slug })).toEqual({ edgeCase: { title: 'Vietnam' } });
    },
  );

  test.each([
    'slug: { eq: "malgr\u00e9" }',
    'slug: { in: ["x", "malgr\u00e9"] }',
    'title: { eq: "Malgr\u00e9 tout" }',
    'title: { matches: "malgr\u00e9" }',
    'title: { matches: "malgr\u00e9* tout" }',
  ])('filter: %s', async (filter) => {
    expect(await slugsOf(documents, `filter: { ${filter} }`)).toHaveLength(1);
    expect(await slugsOf(documents, `filter: { not: { ${filter} } }`)).toHaveLength(0);
  });
});

test('cursors with a value of another kind are rejected', async () => {
  const cursor = Buffer.from(
    JSON.stringify(['PUBLISHED_AT DESC LAST', '2026-02-10T08:00:00Z', 'a']),
  ).toString('base64url');
  const rejected = query([edgeCase('a')], `{ edgeCases(after: "${cursor}") { nodes { slug } } }`);
  await expect(rejected).rejects.toMatchObject({ errors: [{ extensions: { code: 'BAD_CURSOR' } }] });
});

describe('orders by values that expressions read from other documents', () => {
  const people = [
    { name: 'Ada', age: 36, born: '1815-12-10' },
    { name: 'emmy', age: 53, born: '1882-03-23' },
    { name: 'Zoe', age: 5, born: '2001-01-01' },
  ];
  // Two of the ten books have no author, and the author of the last one is missing.
  const rows = Array.from({ length: 10 }, (_, i) => ({
    _id: `b${i}`,
    author: i % 4 === 3 ? undefined : i === 9 ? 'missing' : `author${i % 4}`,
    person: i === 9 ? undefined : people[i % 4],
  }));
  const reviewed = Array.from({ length: 12 }, (_, i) => `b${(i * i) % 10}`);
  const documents: readonly Doc[] = [
    ...people.map((attributes, i) => ({ ...edgeCase(`author${i}`, attributes), _type: 'author' })),
    ...rows.map(({ _id, author }) => ({
      ...edgeCase(_id, { author: author && reference(author) }),
      _type: 'book',
    })),
    ...reviewed.map((book, i) => ({ ...edgeCase(`r${i}`, { book: reference(book) }), _type: 'review' })),
  ];
  const values = rows.map(({ _id, person }) => ({
    _id,
    NAME: person?.name.toLowerCase(),
    AGE: person?.age,
    BORN: person?.born,
    REVIEWS: reviewed.filter((book) => book === _id).length || undefined,
  }));
  type Field = 'NAME' | 'AGE' | 'BORN' | 'REVIEWS';

  function expectedIds(field: Field, isDescending: boolean, areNullsFirst: boolean): readonly string[] {
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
    return values
      .toSorted(({ [field]: a, _id }, { [field]: b, _id: other }) => {
        if (a === undefined || b === undefined)
          return (
            (Number(b === undefined) - Number(a === undefined)) * (areNullsFirst ? 1 : -1) ||
            compare(_id, other)
          );
        return compare(a, b) * (isDescending ? -1 : 1) || compare(_id, other);
      })
      .map(({ _id }) => _id);
  }

  const graph = (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'value-comparison-'));
    writeFileSync(
      join(folder, 'books.graphql'),
      `type Book @document {
         slug: String! @groq(expr: "slug.current")
         name: String @groq(expr: "author->name")
         age: Int @groq(expr: "author->age")
         born: Date @groq(expr: "author->born")
         reviews: Int @groq(expr: "select(count(*[_type == 'review' && book._ref == ^._id]) > 0 => count(*[_type == 'review' && book._ref == ^._id]))")
       }`,
    );
    const defs = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
    return createContentGraph(defs, createEvaluatorClient(documents));
  })();

  const fields: readonly Field[] = ['NAME', 'AGE', 'BORN', 'REVIEWS'];
  const orders = fields.flatMap((field) =>
    ['ASC', 'DESC'].flatMap((direction) =>
      ['FIRST', 'LAST'].map((nulls) => [field, direction, nulls] as const),
    ),
  );
  test.each(orders)('%s %s, nulls %s, in both directions of paging', async (field, direction, nulls) => {
    const expected = expectedIds(field, direction === 'DESC', nulls === 'FIRST');
    for (const range of ['first: 3, after: $cursor', 'last: 3, before: $cursor']) {
      const isForward = range.startsWith('first');
      const text = `query ($cursor: String) {
        books(${range}, orderBy: { field: ${field}, direction: ${direction}, nulls: ${nulls} }) {
          nodes { slug }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`;
      const seen: string[] = [];
      for (let cursor: string | null = null, hasMore = true; hasMore && seen.length < 20; ) {
        const { data, errors } = await execute(await graph, text, { cursor });
        expect(errors).toBeUndefined();
        const { nodes, pageInfo } = data.books;
        seen.splice(isForward ? seen.length : 0, 0, ...nodes.map(({ slug }: { slug: string }) => slug));
        hasMore = isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
        cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
      }
      expect(seen).toEqual(expected);
    }
  });
});
