import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { createGraph, edgeCase, execute, parent, query, reference } from '../../reference/edgeCases.ts';

describe('references', () => {
  test('to one document by two paths have separate selections', async () => {
    const data = await query(
      [
        edgeCase('a', { in: reference('b'), desc: [reference('b'), reference('b')] }),
        edgeCase('b', { title: 'B', asc: 1 }),
      ],
      '{ edgeCase(by: { slug: "a" }) { in { title } desc { asc } again: in { ...on EdgeCase { asc } } } }',
    );
    expect(data.edgeCase).toEqual({ in: { title: 'B' }, desc: [{ asc: 1 }, { asc: 1 }], again: { asc: 1 } });
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
        edgeCase('a', {
          in: reference('k'),
          desc: members,
          order: members,
          anything: reference('gone'),
          best: null,
        }),
        edgeCase('b', { in: reference('gone') }),
        parent('k'),
      ]),
      `{ edgeCase(by: { slug: "a" }) { in { slug } desc { slug in { slug } } anything { id }
        order { totalCount nodes { slug } edges { node { slug } } pageInfo { hasNextPage } } } }`,
    );
    expect(data.edgeCase).toEqual({
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
      ['edgeCase.in', 'in'],
      ['edgeCase.desc', 'desc[3]'],
    ]);
  });

  test('resolve in circles of depth fifteen with one request', async () => {
    const graph = createGraph([edgeCase('a', { in: reference('b') }), edgeCase('b', { in: reference('a') })]);
    const deep = `${'in { '.repeat(15)}slug${' }'.repeat(15)}`;
    const { data } = await execute(graph, `{ edgeCase(by: { slug: "a" }) { ${deep} } }`);
    expect(JSON.stringify(data)).toContain('"slug":"b"');
    expect(graph.requests).toHaveLength(1);
  });

  test('back to fifty children, with filter, order and cursor, need one request', async () => {
    const children = Array.from({ length: 50 }, (_, i) => edgeCase(`c${i}`, { asc: i }));
    const parentDocuments = children.flatMap(({ _id }, i) =>
      ['x', 'y', 'z'].map((title) => parent(`${title}${i}`, { title, children: [reference(_id)] })),
    );
    const graph = createGraph([...children, ...parentDocuments]);
    const text = `query ($after: String) { edgeCases(first: 50, orderBy: { field: ASC }) { nodes { asc
      parents(filter: { title: { ne: "y" } }, orderBy: { field: TITLE, direction: DESC }, first: 1, after: $after) {
        totalCount nodes { title } pageInfo { hasNextPage endCursor } } } } }`;
    const first = await execute(graph, text);
    expect(first.errors).toBeUndefined();
    expect(graph.requests).toHaveLength(1);
    expect(first.data.edgeCases.nodes).toHaveLength(50);
    for (const { parents } of first.data.edgeCases.nodes)
      expect(parents).toMatchObject({
        totalCount: 2,
        nodes: [{ title: 'z' }],
        pageInfo: { hasNextPage: true },
      });
    const [{ parents }] = first.data.edgeCases.nodes;
    const second = await execute(graph, text, { after: parents.pageInfo.endCursor });
    expect(second.data.edgeCases.nodes[0].parents).toMatchObject({
      nodes: [{ title: 'x' }],
      pageInfo: { hasNextPage: false },
    });
    expect(graph.requests).toHaveLength(2);
  });

  test('back as a single field return the newest document', async () => {
    const data = await query(
      [edgeCase('a'), edgeCase('old', { in: reference('a') }), edgeCase('new', { in: reference('a') })],
      '{ edgeCase(by: { slug: "a" }) { newestBack { slug } } }',
    );
    expect(data.edgeCase.newestBack).toEqual({ slug: 'new' });
  });
});

describe('attributes with GROQ keywords as names', () => {
  const documents = [
    edgeCase('a', {
      match: 'm',
      asc: 3,
      true: true,
      false: ['f'],
      in: reference('b'),
      desc: [reference('b')],
      order: [reference('b')],
    }),
    edgeCase('b', {
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
      `{ edgeCase(by: { slug: "a" }) { match asc true false in { match null { plainText } } desc { asc }
        order(orderBy: { field: MATCH, direction: DESC }) { nodes { match } } back { slug } boxed { nodes { slug } } } }`,
    );
    expect(data.edgeCase).toEqual({
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
    const { edgeCases } = await query(
      documents,
      `{ edgeCases(filter: ${filter}, orderBy: { field: ASC, direction: DESC }) { nodes { slug } } }`,
    );
    expect(edgeCases.nodes).toEqual([{ slug }]);
  });
});

describe('@groq expressions', () => {
  test('may return a reference, a list, a document or null, and may end with a comment', async () => {
    const documents = [
      edgeCase('a', { asc: 3, in: reference('b'), desc: [reference('b'), reference('gone')], weight: 1.5 }),
      edgeCase('b', { asc: 0, in: reference('a') }),
      parent('k'),
    ];
    const text =
      '{ edgeCases(orderBy: { field: ASC, direction: DESC }) { nodes { chosen { slug } chosenMany { slug } best { title } nothing { id } doubled } } }';
    expect((await query(documents, text)).edgeCases.nodes).toEqual([
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
    const filter = `{ best: { in: ["${toGlobalId('Parent', 'k')}"] } }`;
    const data = await query([edgeCase('a'), parent('k')], `{ edgeCases(filter: ${filter}) { totalCount } }`);
    expect(data.edgeCases.totalCount).toBe(1);
  });
});

describe('drafts and versions', () => {
  test('cannot be read by id, reference or link', async () => {
    const hidden = ['drafts.b', 'versions.r1.b'];
    const documents = [
      edgeCase('a', {
        desc: hidden.map((id) => reference(id)),
        order: hidden.map((id) => reference(id)),
        null: hidden.map((id, i) => ({ _type: 'quotation', _key: `q${i}`, reference: reference(id) })),
      }),
      ...hidden.map((id) => edgeCase(id, { title: 'hidden', in: reference('a') })),
    ];
    const ids = hidden.map((id) => toGlobalId('EdgeCase', id));
    const data = await query(
      documents,
      `query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } node(id: $id) { id } edgeCase(by: { id: $id }) { title }
        all: edgeCases(filter: { id: { in: ["${ids.join('", "')}"] } }) { totalCount }
        a: edgeCase(by: { slug: "a" }) { desc { title } order { totalCount nodes { title } } newestBack { title } null { links { documents { id } } } } }`,
      { ids, id: ids[0] },
    );
    expect(data).toEqual({
      nodes: [null, null],
      node: null,
      edgeCase: null,
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
    const graph = createGraph([edgeCase('a', { title: 'A' }), parent('k', { title: 'K' })]);
    const ids = [
      toGlobalId('Parent', 'k'),
      toGlobalId('EdgeCase', 'gone'),
      toGlobalId('EdgeCase', 'a'),
      toGlobalId('Parent', 'k'),
      toGlobalId('Parent', 'a'),
      'none',
    ];
    const { data, errors } = await execute(
      graph,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Named { title } ... on EdgeCase { title } } }',
      { ids },
    );
    const k = { __typename: 'Parent', id: ids[0], title: 'K' };
    expect(data.nodes).toEqual([k, null, { __typename: 'EdgeCase', id: ids[2], title: 'A' }, k, null, null]);
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['nodes.5']);
    expect(graph.requests).toHaveLength(1);
  });
});
