import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { answer, ask, keeper, oddity, open, to } from '../../reference/oddDocuments.ts';

describe('references', () => {
  test('reach the same document by two paths, each with its own selection', async () => {
    const data = await ask(
      [oddity('a', { in: to('b'), desc: [to('b'), to('b')] }), oddity('b', { title: 'B', asc: 1 })],
      '{ oddity(slug: "a") { in { title } desc { asc } again: in { ...on Oddity { asc } } } }',
    );
    expect(data.oddity).toEqual({ in: { title: 'B' }, desc: [{ asc: 1 }, { asc: 1 }], again: { asc: 1 } });
  });

  test('that dangle, are weak, are null or lead to another type do not count, alone, in lists and in totalCount', async () => {
    const members = [to('gone'), to('b', { _weak: true }), null, to('gone', { _weak: true }), to('k')];
    const data = await ask(
      [
        oddity('a', { in: to('k'), desc: members, order: members, anything: to('gone'), best: null }),
        oddity('b', { in: to('gone') }),
        keeper('k'),
      ],
      `{ oddity(slug: "a") { in { slug } desc { slug in { slug } } anything { id }
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
  });

  test('go round in circles fifteen deep in one request', async () => {
    const graph = open([oddity('a', { in: to('b') }), oddity('b', { in: to('a') })]);
    const deep = `${'in { '.repeat(15)}slug${' }'.repeat(15)}`;
    const { data } = await answer(graph, `{ oddity(slug: "a") { ${deep} } }`);
    expect(JSON.stringify(data)).toContain('"slug":"b"');
    expect(graph.sent).toHaveLength(1);
  });

  test('back, with a filter, an order and a cursor of their own for fifty parents, are one request', async () => {
    const parents = Array.from({ length: 50 }, (_, i) => oddity(`p${i}`, { asc: i }));
    const keepers = parents.flatMap(({ _id }, i) =>
      ['x', 'y', 'z'].map((title) => keeper(`${title}${i}`, { title, keeps: [to(_id)] })),
    );
    const graph = open([...parents, ...keepers]);
    const text = `query ($after: String) { oddities(first: 50, orderBy: ASC_ASC) { nodes { asc
      kept(filter: { title: { ne: "y" } }, orderBy: TITLE_DESC, first: 1, after: $after) {
        totalCount nodes { title } pageInfo { hasNextPage endCursor } } } } }`;
    const first = await answer(graph, text);
    expect(first.errors).toBeUndefined();
    expect(graph.sent).toHaveLength(1);
    expect(first.data.oddities.nodes).toHaveLength(50);
    for (const { kept } of first.data.oddities.nodes)
      expect(kept).toMatchObject({
        totalCount: 2,
        nodes: [{ title: 'z' }],
        pageInfo: { hasNextPage: true },
      });
    const [{ kept }] = first.data.oddities.nodes;
    const second = await answer(graph, text, { after: kept.pageInfo.endCursor });
    expect(second.data.oddities.nodes[0].kept).toMatchObject({
      nodes: [{ title: 'x' }],
      pageInfo: { hasNextPage: false },
    });
    expect(graph.sent).toHaveLength(2);
  });

  test('back to one document give the newest', async () => {
    const data = await ask(
      [oddity('a'), oddity('old', { in: to('a') }), oddity('new', { in: to('a') })],
      '{ oddity(slug: "a") { newestBack { slug } } }',
    );
    expect(data.oddity.newestBack).toEqual({ slug: 'new' });
  });
});

describe('attributes named like words of the query language', () => {
  const documents = [
    oddity('a', {
      match: 'm',
      asc: 3,
      true: true,
      false: ['f'],
      in: to('b'),
      desc: [to('b')],
      order: [to('b')],
    }),
    oddity('b', {
      match: 'n',
      asc: 1,
      boxes: [{ _type: 'box', _key: 'k', label: 'l', in: to('a'), desc: [to('a')], contents: [to('a')] }],
      null: [
        { _type: 'block', _key: 'b', markDefs: [], children: [{ _type: 'span', _key: 's', text: 'words' }] },
      ],
    }),
  ];

  test('are read, followed, and paged through', async () => {
    const data = await ask(
      documents,
      `{ oddity(slug: "a") { match asc true false in { match null { plainText } } desc { asc }
        order(orderBy: MATCH_DESC) { nodes { match } } back { slug } boxed { nodes { slug } } } }`,
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
    ['{ in: { in: ["b"] } }', 'a'],
    ['{ desc: { in: ["b"] } }', 'a'],
    ['{ null: { matches: "words" } }', 'b'],
    ['{ boxes: { in: { in: ["a"] }, desc: { in: ["a"] } } }', 'b'],
    ['{ true: { eq: true } }', 'a'],
  ])('are filtered by: %s', async (filter, slug) => {
    const { oddities } = await ask(
      documents,
      `{ oddities(filter: ${filter}, orderBy: ASC_DESC) { nodes { slug } } }`,
    );
    expect(oddities.nodes).toEqual([{ slug }]);
  });
});

describe('expressions', () => {
  test('may yield a reference, a list of them, a document, null, and may end in a comment', async () => {
    const documents = [
      oddity('a', { asc: 3, in: to('b'), desc: [to('b'), to('gone')], weight: 1.5 }),
      oddity('b', { asc: 0, in: to('a') }),
      keeper('k'),
    ];
    const text =
      '{ oddities(orderBy: ASC_DESC) { nodes { chosen { slug } chosenMany { slug } best { title } nothing { id } doubled } } }';
    expect((await ask(documents, text)).oddities.nodes).toEqual([
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

  test('that yield documents are filtered by as references are', async () => {
    const filter = `{ best: { in: ["${toGlobalId('Keeper', 'k')}"] } }`;
    const data = await ask([oddity('a'), keeper('k')], `{ oddities(filter: ${filter}) { totalCount } }`);
    expect(data.oddities.totalCount).toBe(1);
  });
});

describe('drafts and versions', () => {
  test('are reached by no id, no reference and no link', async () => {
    const hidden = ['drafts.b', 'versions.r1.b'];
    const documents = [
      oddity('a', {
        desc: hidden.map((id) => to(id)),
        order: hidden.map((id) => to(id)),
        null: hidden.map((id, i) => ({ _type: 'quotation', _key: `q${i}`, reference: to(id) })),
      }),
      ...hidden.map((id) => oddity(id, { title: 'hidden', in: to('a') })),
    ];
    const ids = hidden.map((id) => toGlobalId('Oddity', id));
    const data = await ask(
      documents,
      `query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } node(id: $id) { id } oddity(id: $id) { title }
        all: oddities(filter: { id: { in: ["${ids.join('", "')}"] } }) { totalCount }
        a: oddity(slug: "a") { desc { title } order { totalCount nodes { title } } newestBack { title } null { links { documents { id } } } } }`,
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

describe('nodes', () => {
  test('of several types, with repetitions and gaps, come in the order asked', async () => {
    const graph = open([oddity('a', { title: 'A' }), keeper('k', { title: 'K' })]);
    const ids = [
      toGlobalId('Keeper', 'k'),
      toGlobalId('Oddity', 'gone'),
      toGlobalId('Oddity', 'a'),
      toGlobalId('Keeper', 'k'),
      toGlobalId('Keeper', 'a'),
      'none',
    ];
    const { data, errors } = await answer(
      graph,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Named { title } ... on Oddity { title } } }',
      { ids },
    );
    const k = { __typename: 'Keeper', id: ids[0], title: 'K' };
    expect(data.nodes).toEqual([k, null, { __typename: 'Oddity', id: ids[2], title: 'A' }, k, null, null]);
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['nodes.5']);
    expect(graph.sent).toHaveLength(1);
  });
});
