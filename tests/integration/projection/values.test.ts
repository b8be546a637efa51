import { describe, expect, test } from '@jest/globals';
import { MAX_PAGE_SIZE } from '../../../gateway/core/relay.ts';
import { createGraph, edgeCase, execute, query, reference } from '../../reference/edgeCases.ts';

test('fields with names that every object has are read, also beside computed fields', async () => {
  const graph = createGraph([edgeCase('a', { constructor: 'Ferrari', title: 'x' })], {
    EdgeCase: { title: (value) => `${value}!` },
  });
  const text = '{ edgeCase(by: { slug: "a" }) { constructor toString title valueOf: slug } }';
  expect(await execute(graph, text)).toEqual({
    data: { edgeCase: { constructor: 'Ferrari', toString: null, title: 'x!', valueOf: 'a' } },
  });
});

describe('value of another type than its field', () => {
  const secret = 'a secret';
  test.each([
    ['title', { title: 12 }],
    ['title', { title: true }],
    ['asc', { asc: '12' }],
    ['asc', { asc: 12.5 }],
    ['asc', { asc: 2 ** 31 }],
    ['asc', { asc: true }],
    ['true', { true: 'true' }],
    ['true', { true: 1 }],
    ['publishedAt', { publishedAt: '2026-02-30T08:00:00Z' }],
    ['publishedAt', { publishedAt: '2026-02-10T08:00:00' }],
    ['publishedAt', { publishedAt: '2026-02-10T08:00Z' }],
    ['day', { day: '2026-02-30' }],
    ['day', { day: '2026-02-10T08:00:00Z' }],
    ['mood', { mood: secret }],
    ['asc', { asc: { secret } }],
    ['true', { true: secret }],
    ['publishedAt', { publishedAt: secret }],
    ['publishedAt', { publishedAt: 5 }],
    ['day', { day: secret }],
    ['title', { title: { secret } }],
  ])('is null with an error in %s, which does not contain the value', async (field, attributes) => {
    const { data, errors } = await execute(
      createGraph([edgeCase('a', { weight: 2, ...attributes })]),
      `{ edgeCase(by: { slug: "a" }) { ${field} weight } }`,
    );
    expect(data).toEqual({ edgeCase: { [field]: null, weight: 2 } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['edgeCase', field],
      extensions: { code: 'CONTENT_MISMATCH', document: 'a', attribute: field },
    });
    expect(errors?.[0]?.message).toMatch(/^expected \w+ as \w+ of EdgeCase in the document a, got \w+;/);
    expect(errors?.[0]?.message).not.toContain('secret');
  });

  test('in a list is reported with its index', async () => {
    const { data, errors } = await execute(
      createGraph([edgeCase('a', { moods: ['calm', 'unheard-of', 'wild'] })]),
      '{ edgeCase(by: { slug: "a" }) { moods title } }',
    );
    expect(data.edgeCase).toEqual({ moods: null, title: null });
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['edgeCase.moods.1']);
  });

  test('in orderBy does not skip rows', async () => {
    const documents = [
      edgeCase('a', { asc: 1 }),
      edgeCase('b', { asc: { odd: true } }),
      edgeCase('c'),
      edgeCase('d', { asc: 2 }),
    ];
    for (const order of [
      '{ field: ASC }',
      '{ field: ASC, direction: DESC }',
      '{ field: ASC, nulls: FIRST }',
    ]) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let page = 0; page < 6; page++) {
        const { edgeCases } = await query(
          documents,
          `query ($after: String) { edgeCases(first: 1, after: $after, orderBy: ${order}) { nodes { slug } pageInfo { endCursor hasNextPage } } }`,
          { after },
        );
        seen.push(...edgeCases.nodes.map(({ slug }: { slug: string }) => slug));
        after = edgeCases.pageInfo.endCursor;
        if (!edgeCases.pageInfo.hasNextPage) break;
      }
      expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    }
  });

  test('is excluded from unions, with one error for each list', async () => {
    const { data, errors } = await execute(
      createGraph([
        edgeCase('a', {
          mixed: [
            { _type: 'box', label: 'x' },
            { _type: 'unknown' },
            reference('picture'),
            { _type: 'note', text: 't' },
          ],
          everything: [reference('picture'), reference('a')],
          null: [{ _type: 'quotation', _key: 'q', reference: reference('picture') }],
        }),
        { ...edgeCase('picture'), _type: 'sanity.imageAsset' },
      ]),
      '{ edgeCase(by: { slug: "a" }) { mixed { __typename } everything { __typename } null { links { documents { __typename } references { ref } } } } }',
    );
    expect(data.edgeCase).toEqual({
      mixed: [{ __typename: 'Note' }],
      everything: [{ __typename: 'EdgeCase' }],
      null: { links: { documents: [], references: [] } },
    });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions])).toEqual([
      [
        'edgeCase.mixed',
        {
          code: 'CONTENT_MISMATCH',
          document: 'a',
          attribute: 'mixed[0]',
          expected: 'a member of Mixed',
          found: 'object box',
          omitted: 3,
        },
      ],
      [
        'edgeCase.everything',
        {
          code: 'CONTENT_MISMATCH',
          document: 'a',
          attribute: 'everything[0]',
          expected: 'a member of Node',
          found: 'reference to sanity.imageAsset',
          omitted: 1,
        },
      ],
    ]);
  });
});

describe('invalid arguments of a nested connection', () => {
  test.each([
    [`first: ${MAX_PAGE_SIZE + 1}`, 'PAGE_SIZE'],
    ['last: -1', 'PAGE_SIZE'],
    ['first: 1, last: 1', 'BAD_USER_INPUT'],
    ['after: "nonsense"', 'BAD_CURSOR'],
    ['filter: { title: { matches: "* * * * * * * * * *" } }', 'BAD_USER_INPUT'],
  ])('%s: reports %s for the field, and resolves the others', async (args, code) => {
    for (const field of ['order', 'boxed']) {
      const { data, errors } = await execute(
        createGraph([edgeCase('a', { title: 'A' })]),
        `{ edgeCase(by: { slug: "a" }) { title bad: ${field}(${args}) { nodes { slug } } } other: edgeCase(by: { slug: "a" }) { title } }`,
      );
      expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
        ['edgeCase.bad', code],
      ]);
      expect(data.other).toEqual({ title: 'A' });
    }
  });

  test('first: 0 returns an empty page with hasNextPage', async () => {
    const data = await query(
      [edgeCase('a', { order: [reference('a')] }), edgeCase('b')],
      '{ edgeCases(first: 0, orderBy: { field: SLUG }) { totalCount nodes { slug } pageInfo { hasNextPage endCursor } } edgeCase(by: { slug: "a" }) { order(first: 0) { totalCount edges { cursor } pageInfo { hasNextPage } } } }',
    );
    expect(data).toEqual({
      edgeCases: { totalCount: 2, nodes: [], pageInfo: { hasNextPage: true, endCursor: null } },
      edgeCase: { order: { totalCount: 1, edges: [], pageInfo: { hasNextPage: true } } },
    });
  });
});

describe('DateTime values in several notations', () => {
  test('are compared by time', async () => {
    const documents = [
      edgeCase('a', { publishedAt: '2026-01-10T08:00:00.000Z' }),
      edgeCase('b', { publishedAt: '2026-01-10T10:00:00+02:00' }),
      edgeCase('c', { publishedAt: '2026-01-10T08:00:01Z' }),
    ];
    const data = await query(
      documents,
      '{ same: edgeCases(filter: { publishedAt: { eq: "2026-01-10T08:00:00Z" } }) { totalCount } after: edgeCases(filter: { publishedAt: { gt: "2026-01-10T09:00:00+01:00" } }) { nodes { slug publishedAt } } }',
    );
    expect(data).toEqual({
      same: { totalCount: 2 },
      after: { nodes: [{ slug: 'c', publishedAt: '2026-01-10T08:00:01Z' }] },
    });
  });
});

describe('images', () => {
  test('have the asset fields of all aliases', async () => {
    const documents = [
      edgeCase('a', { select: { _type: 'image', asset: reference('image-x-4x3-png') } }),
      { ...edgeCase('image-x-4x3-png'), _type: 'sanity.imageAsset', metadata: { lqip: 'data:,' } },
    ];
    const text =
      'query ($on: Boolean!) { edgeCase(by: { slug: "a" }) { select { one: placeholder @include(if: $on) two: placeholder } } }';
    expect((await query(documents, text, { on: false })).edgeCase.select).toEqual({ two: 'data:,' });
  });
});
