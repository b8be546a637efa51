import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { createGraph, execute, keeper, oddity, query, reference } from '../../reference/oddities.ts';

describe('references', () => {
  test('to one document by two paths have separate selections', async () => {
    const data = await query(
      [
        oddity('a', { in: reference('b'), desc: [reference('b'), reference('b')] }),
        oddity('b', { title: 'B', asc: 1 }),
      ],
      '{ oddity(by: { slug: "a" }) { in { title } desc { asc } again: in { ...on Oddity { asc } } } }',
    );
    expect(data.oddity).toEqual({ in: { title: 'B' }, desc: [{ asc: 1 }, { asc: 1 }], again: { asc: 1 } });
  });

  test('are null if they are dangling or of another type, and excluded from lists and totalCount; another type is an error', async () => {
    const members = [
      reference('gone'),
      reference('b', { _weak: true }),
      reference('gone', { _weak: true }),
      reference('k'),
    ];
    const { data, errors } = await execute(
      createGraph([
        oddity('a', {
          in: reference('k'),
          desc: members,
          order: members,
          anything: reference('gone'),
          best: null,
        }),
        oddity('b', { in: reference('gone') }),
        keeper('k'),
      ]),
      `{ oddity(by: { slug: "a" }) { in { slug } desc { slug in { slug } } anything { id }
        order { totalCount nodes { slug } edges { node { slug } } pageInfo { hasNextPage } } } }`,
    );
    expect(data.oddity).toEqual({
      in: null,
      desc: [{ slug: 'b', in: null }],
      anything: null,
      order: {
        totalCount: 1,
        nodes: [{ slug: 'b' }],
        edges: [{ node: { slug: 'b' } }],
        pageInfo: { hasNextPage: false },
      },
    });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.attribute])).toEqual([
      ['oddity.in', 'in'],
      ['oddity.desc', 'desc[3]'],
    ]);
  });

  test('resolve in circles of depth fifteen with one request', async () => {
    const graph = createGraph([oddity('a', { in: reference('b') }), oddity('b', { in: reference('a') })]);
    const deep = `${'in { '.repeat(15)}slug${' }'.repeat(15)}`;
    const { data } = await execute(graph, `{ oddity(by: { slug: "a" }) { ${deep} } }`);
    expect(JSON.stringify(data)).toContain('"slug":"b"');
    expect(graph.requests).toHaveLength(1);
  });

  test('back to fifty parents, with filter, order and cursor, need one request', async () => {
    const parents = Array.from({ length: 50 }, (_, i) => oddity(`p${i}`, { asc: i }));
    const keepers = parents.flatMap(({ _id }, i) =>
      ['x', 'y', 'z'].map((title) => keeper(`${title}${i}`, { title, keeps: [reference(_id)] })),
    );
    const graph = createGraph([...parents, ...keepers]);
    const text = `query ($after: String) { oddities(first: 50, orderBy: { field: ASC }) { nodes { asc
      kept(filter: { title: { ne: "y" } }, orderBy: { field: TITLE, direction: DESC }, first: 1, after: $after) {
        totalCount nodes { title } pageInfo { hasNextPage endCursor } } } } }`;
    const first = await execute(graph, text);
    expect(first.errors).toBeUndefined();
    expect(graph.requests).toHaveLength(1);
    expect(first.data.oddities.nodes).toHaveLength(50);
    for (const { kept } of first.data.oddities.nodes)
      expect(kept).toMatchObject({
        totalCount: 2,
        nodes: [{ title: 'z' }],
        pageInfo: { hasNextPage: true },
      });
    const [{ kept }] = first.data.oddities.nodes;
    const second = await execute(graph, text, { after: kept.pageInfo.endCursor });
    expect(second.data.oddities.nodes[0].kept).toMatchObject({
      nodes: [{ title: 'x' }],
      pageInfo: { hasNextPage: false },
    });
    expect(graph.requests).toHaveLength(2);
  });

  test('back as a single field return the newest document', async () => {
    const data = await query(
      [oddity('a'), oddity('old', { in: reference('a') }), oddity('new', { in: reference('a') })],
      '{ oddity(by: { slug: "a" }) { newestBack { slug } } }',
    );
    expect(data.oddity.newestBack).toEqual({ slug: 'new' });
  });
});

describe('attributes with GROQ keywords as names', () => {
  const documents = [
    oddity('a', {
      match: 'm',
      asc: 3,
      true: true,
      false: ['f'],
      in: reference('b'),
      desc: [reference('b')],
      order: [reference('b')],
    }),
    oddity('b', {
      match: 'n',
      asc: 1,
      boxes: [
        {
          _type: 'box',
          _key: 'k',
          label: 'l',
          in: reference('a'),
          desc: [reference('a')],
          contents: [reference('a')],
        },
      ],
      null: [
        { _type: 'block', _key: 'b', markDefs: [], children: [{ _type: 'span', _key: 's', text: 'words' }] },
      ],
    }),
  ];

  test('are read, dereferenced and paginated', async () => {
    const data = await query(
      documents,
      `{ oddity(by: { slug: "a" }) { match asc true false in { match null { plainText } } desc { asc }
        order(orderBy: { field: MATCH, direction: DESC }) { nodes { match } } back { slug } boxed { nodes { slug } } } }`,
    );
    expect(data.oddity).toEqual({
      match: 'm',
      asc: 3,
      true: true,
      false: ['f'],
      in: { match: 'n', null: { plainText: 'words' } },
      desc: [{ asc: 1 }],
      order: { nodes: [{ match: 'n' }] },
      back: [],
      boxed: { nodes: [{ slug: 'b' }] },
    });
  });

  test.each([
    ['{ match: { matches: "n" } }', 'b'],
    ['{ false: { in: ["f"] } }', 'a'],
    ['{ in: { slug: { eq: "b" } } }', 'a'],
    ['{ desc: { some: { slug: { eq: "b" } } } }', 'a'],
    ['{ null: { matches: "words" } }', 'b'],
    ['{ boxes: { some: { in: { slug: { eq: "a" } }, desc: { every: { slug: { eq: "a" } } } } } }', 'b'],
    ['{ true: { eq: true } }', 'a'],
  ])('support the filter %s', async (filter, slug) => {
    const { oddities } = await query(
      documents,
      `{ oddities(filter: ${filter}, orderBy: { field: ASC, direction: DESC }) { nodes { slug } } }`,
    );
    expect(oddities.nodes).toEqual([{ slug }]);
  });
});

describe('@groq expressions', () => {
  test('may return a reference, a list, a document or null, and may end with a comment', async () => {
    const documents = [
      oddity('a', { asc: 3, in: reference('b'), desc: [reference('b'), reference('gone')], weight: 1.5 }),
      oddity('b', { asc: 0, in: reference('a') }),
      keeper('k'),
    ];
    const text =
      '{ oddities(orderBy: { field: ASC, direction: DESC }) { nodes { chosen { slug } chosenMany { slug } best { title } nothing { id } doubled } } }';
    expect((await query(documents, text)).oddities.nodes).toEqual([
      {
        chosen: { slug: 'b' },
        chosenMany: [{ slug: 'b' }],
        best: { title: null },
        nothing: null,
        doubled: 3,
      },
      { chosen: null, chosenMany: null, best: { title: null }, nothing: null, doubled: null },
    ]);
  });

  test('that return documents support reference filters', async () => {
    const filter = `{ best: { in: ["${toGlobalId('Keeper', 'k')}"] } }`;
    const data = await query([oddity('a'), keeper('k')], `{ oddities(filter: ${filter}) { totalCount } }`);
    expect(data.oddities.totalCount).toBe(1);
  });
});

describe('drafts and versions', () => {
  test('cannot be read by id, reference or link', async () => {
    const hidden = ['drafts.b', 'versions.r1.b'];
    const documents = [
      oddity('a', {
        desc: hidden.map((id) => reference(id)),
        order: hidden.map((id) => reference(id)),
        null: hidden.map((id, i) => ({ _type: 'quotation', _key: `q${i}`, reference: reference(id) })),
      }),
      ...hidden.map((id) => oddity(id, { title: 'hidden', in: reference('a') })),
    ];
    const ids = hidden.map((id) => toGlobalId('Oddity', id));
    const data = await query(
      documents,
      `query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } node(id: $id) { id } oddity(by: { id: $id }) { title }
        all: oddities(filter: { id: { in: ["${ids.join('", "')}"] } }) { totalCount }
        a: oddity(by: { slug: "a" }) { desc { title } order { totalCount nodes { title } } newestBack { title } null { links { documents { id } } } } }`,
      { ids, id: ids[0] },
    );
    expect(data).toEqual({
      nodes: [null, null],
      node: null,
      oddity: null,
      all: { totalCount: 0 },
      a: {
        desc: [],
        order: { totalCount: 0, nodes: [] },
        newestBack: null,
        null: { links: { documents: [] } },
      },
    });
  });
});

describe('nodes(ids:)', () => {
  test('returns documents of several types in the order of the ids, with duplicates and nulls', async () => {
    const graph = createGraph([oddity('a', { title: 'A' }), keeper('k', { title: 'K' })]);
    const ids = [
      toGlobalId('Keeper', 'k'),
      toGlobalId('Oddity', 'gone'),
      toGlobalId('Oddity', 'a'),
      toGlobalId('Keeper', 'k'),
      toGlobalId('Keeper', 'a'),
      'none',
    ];
    const { data, errors } = await execute(
      graph,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Named { title } ... on Oddity { title } } }',
      { ids },
    );
    const k = { __typename: 'Keeper', id: ids[0], title: 'K' };
    expect(data.nodes).toEqual([k, null, { __typename: 'Oddity', id: ids[2], title: 'A' }, k, null, null]);
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['nodes.5']);
    expect(graph.requests).toHaveLength(1);
  });
});
