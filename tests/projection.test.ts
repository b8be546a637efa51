import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ExecutionResult, parse } from 'graphql';
import { toGlobalId } from '../gateway/relay.ts';
import { readTypeDefs, type TypeDefs } from '../gateway/schema.ts';
import { openHouse, ROOT } from './house.ts';
import { type ContentGraph, createContentGraph, evaluatorClient } from './reference/graph.ts';
import type { Doc } from './reference/library.ts';

/** A graph over the model of everything that is awkward, and a few documents by hand. */
let defs: TypeDefs;
beforeAll(async () => {
  defs = await readTypeDefs(`${ROOT}tests/reference/oddities`);
});

const open = (documents: readonly Doc[]) => createContentGraph(defs, evaluatorClient(documents));
// biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
type Answer = Omit<ExecutionResult, 'data'> & { data: any };
const answer = async (graph: ContentGraph, text: string, variables: Record<string, unknown> = {}) =>
  JSON.parse(JSON.stringify(await graph.answer(parse(text), variables))) as Answer;
const ask = async (documents: readonly Doc[], text: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await answer(open(documents), text, variables);
  expect(errors).toBeUndefined();
  return data;
};

let minutes = 10;
const oddity = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  _id: id,
  _type: 'oddity',
  _createdAt: `2026-02-01T08:${minutes++}:00Z`,
  _updatedAt: '2026-03-01T00:00:00Z',
  slug: { _type: 'slug', current: id },
  ...attributes,
});
const keeper = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  ...oddity(id, attributes),
  _type: 'some-keeper',
});
const to = (id: string, more: Record<string, unknown> = {}) => ({ _type: 'reference', _ref: id, ...more });

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

describe('a value that is not what its type says', () => {
  const secret = 'a secret';
  test.each([
    ['mood', { mood: secret }],
    ['asc', { asc: { secret } }],
    ['true', { true: secret }],
    ['publishedAt', { publishedAt: secret }],
    ['publishedAt', { publishedAt: 5 }],
    ['day', { day: secret }],
    ['title', { title: { secret } }],
  ])('errs as %s alone, without being told', async (field, attributes) => {
    const { data, errors } = await answer(
      open([oddity('a', { weight: 2, ...attributes })]),
      `{ oddity(slug: "a") { ${field} weight } }`,
    );
    expect(data).toEqual({ oddity: { [field]: null, weight: 2 } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['oddity', field],
      extensions: { code: 'INCOMPLETE_DOCUMENT' },
    });
    expect(errors?.[0]?.message).toMatch(/^expected \w+ as \w+ of Oddity/);
    expect(errors?.[0]?.message).not.toContain('secret');
  });

  test('is taken as text where a number can be', async () => {
    const data = await ask([oddity('a', { title: 12 })], '{ oddity(slug: "a") { title } }');
    expect(data.oddity.title).toBe('12');
  });

  test('in a list errs in its own place', async () => {
    const { data, errors } = await answer(
      open([oddity('a', { moods: ['calm', 'unheard-of', 'wild'] })]),
      '{ oddity(slug: "a") { moods title } }',
    );
    expect(data.oddity).toEqual({ moods: null, title: null });
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['oddity.moods.1']);
  });

  test('under an order is no cursor, and loses no row', async () => {
    const documents = [
      oddity('a', { asc: 1 }),
      oddity('b', { asc: { odd: true } }),
      oddity('c'),
      oddity('d', { asc: 2 }),
    ];
    for (const order of ['ASC_ASC', 'ASC_DESC']) {
      const seen: string[] = [];
      let after: string | null = null;
      for (let page = 0; page < 6; page++) {
        const { oddities } = await ask(
          documents,
          `query ($after: String) { oddities(first: 1, after: $after, orderBy: ${order}) { nodes { slug } pageInfo { endCursor hasNextPage } } }`,
          { after },
        );
        seen.push(...oddities.nodes.map(({ slug }: { slug: string }) => slug));
        after = oddities.pageInfo.endCursor;
        if (!oddities.pageInfo.hasNextPage) break;
      }
      expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    }
  });

  test('makes no union answer a type it does not have', async () => {
    const data = await ask(
      [
        oddity('a', {
          mixed: [
            { _type: 'box', label: 'x' },
            { _type: 'unknown' },
            to('picture'),
            { _type: 'note', text: 't' },
          ],
          everything: [to('picture'), to('a')],
          null: [{ _type: 'quotation', _key: 'q', reference: to('picture') }],
        }),
        { ...oddity('picture'), _type: 'sanity.imageAsset' },
      ],
      '{ oddity(slug: "a") { mixed { __typename } everything { __typename } null { links { documents { __typename } references { ref } } } } }',
    );
    expect(data.oddity).toEqual({
      mixed: [{ __typename: 'Note' }],
      everything: [{ __typename: 'Oddity' }],
      null: { links: { documents: [], references: [] } },
    });
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

describe('what is sent', () => {
  test('counts only where totalCount is asked for, and asks for rows only where there are any to show', async () => {
    const graph = open([oddity('a')]);
    await answer(graph, '{ oddities { nodes { slug } } }');
    await answer(graph, '{ oddities { totalCount } }');
    await answer(
      graph,
      'query ($c: Boolean = false) { oddities { totalCount @include(if: $c) nodes { order { pageInfo { hasNextPage } } } } }',
    );
    expect(graph.sent.map(({ groq }) => groq.includes('count('))).toEqual([false, true, false]);
    expect(graph.sent.map(({ groq }) => groq.includes('"rows"'))).toEqual([true, false, true]);
  });

  test('is one request for fifty aliases, and one expression for those that are the same', async () => {
    const graph = open([oddity('a', { title: 'A' }), oddity('b')]);
    const aliases = Array.from(
      { length: 50 },
      (_, i) => `x${i}: oddity(slug: "${i % 2 ? 'a' : 'b'}") { title }`,
    );
    const { data } = await answer(graph, `{ ${aliases.join(' ')} }`);
    expect(Object.keys(data)).toHaveLength(50);
    expect(data.x49).toEqual({ title: 'A' });
    expect(graph.sent).toHaveLength(1);
    expect(graph.sent[0]?.groq.match(/"q\d+":/g)).toHaveLength(2);
  });

  test('does not grow exponentially with fragments in fragments', async () => {
    const graph = open([oddity('a')]);
    const fragments = Array.from(
      { length: 26 },
      (_, i) =>
        `fragment F${i} on Oddity { ${i === 25 ? 'slug' : `...F${i + 1} ...F${i + 1} ... { ...F${i + 1} }`} }`,
    );
    const { data } = await answer(graph, `{ oddity(slug: "a") { ...F0 } } ${fragments.join('\n')}`);
    expect(data.oddity).toEqual({ slug: 'a' });
  });

  test('is refused when fragments hang on ever new combinations of variables', async () => {
    const levels = 16;
    const fragments = Array.from(
      { length: levels },
      (_, i) =>
        `fragment F${i} on Oddity { ${i === levels - 1 ? 'slug' : `...F${i + 1} @include(if: $a${i}) ...F${i + 1} @include(if: $b${i})`} }`,
    );
    const declared = fragments.map((_, i) => `$a${i}: Boolean = true, $b${i}: Boolean = true`);
    const { errors } = await answer(
      open([oddity('a')]),
      `query (${declared.join(', ')}) { oddity(slug: "a") { ...F0 } } ${fragments.join('\n')}`,
    );
    expect(errors?.[0]).toMatchObject({ path: ['oddity'], extensions: { code: 'BAD_USER_INPUT' } });
  });
});

describe('what is compiled', () => {
  test('is compiled once for a document, whatever the values of its variables', async () => {
    const graph = open([oddity('a'), oddity('b')]);
    const document = parse(
      'query ($slug: String, $n: Int) { oddity(slug: $slug) { slug order(first: $n) { totalCount } } oddities(first: $n) { totalCount } }',
    );
    for (const [n, slug] of ['a', 'b', 'c', 'a'].entries())
      expect((await graph.answer(document, { slug, n })).errors).toBeUndefined();
    expect(graph.compiled()).toBe(2);
    expect(graph.sent).toHaveLength(4);
  });

  test('is compiled again only where a directive changes what is asked in one place', async () => {
    const graph = open([oddity('a', { title: 'A', asc: 1 })]);
    const document = parse(
      'query ($on: Boolean!) { oddity(slug: "a") { title @include(if: $on) } oddity(slug: "a") @include(if: $on) { asc } }',
    );
    for (const on of [true, false, true, false])
      expect(JSON.parse(JSON.stringify(await graph.answer(document, { on })))).toEqual({
        data: { oddity: on ? { title: 'A', asc: 1 } : {} },
      });
    expect(graph.compiled()).toBe(2);
  });

  test('is not shared by documents or operations of the same text', async () => {
    const graph = open([oddity('a', { title: 'A', asc: 1 })]);
    expect((await answer(graph, '{ oddity(slug: "a") { title } }')).data.oddity).toEqual({ title: 'A' });
    expect((await answer(graph, '{ oddity(slug: "a") { asc } }')).data.oddity).toEqual({ asc: 1 });
    const bare = (text: string) => parse(text, { noLocation: true });
    const document = bare(
      'query ($on: Boolean!) { oddity(slug: "a") @include(if: $on) { title } oddity(slug: "a") @skip(if: $on) { asc } }',
    );
    expect((await graph.answer(document, { on: true })).data?.oddity).toEqual({ title: 'A' });
    expect((await graph.answer(document, { on: false })).data?.oddity).toEqual({ asc: 1 });
  });
});

describe('a query beyond what an address can hold', () => {
  test('goes in a body, and is answered the same', async () => {
    const house = await openHouse({
      schemaDir: `${ROOT}tests/fixtures/recipes/schema`,
      seedDir: `${ROOT}tests/fixtures/recipes/seed`,
      indexed: false,
    });
    try {
      const list = '{ recipes(first: 3, filter: { name: { defined: true } }) { nodes { name } } }';
      const some: string[] = (await house.ask(list)).data.recipes.nodes.map(
        ({ name }: { name: string }) => name,
      );
      expect(some).toHaveLength(3);
      await house.forget();
      const names = [...Array.from({ length: 1200 }, (_, i) => `no such recipe ${i}`), ...some];
      const { data, errors } = await house.ask(
        'query ($names: [String!]) { recipes(filter: { name: { in: $names } }) { nodes { name } } }',
        { names },
      );
      expect(errors).toEqual([]);
      expect(data.recipes.nodes.map(({ name }: { name: string }) => name)).toEqual(some);
      const { content } = await house.requests();
      expect(content.map(({ method }) => method)).toEqual(['POST']);
    } finally {
      await house.close();
    }
  }, 30_000);
});

describe('arguments of a connection inside a document that cannot be served', () => {
  test.each([
    ['first: 101', 'PAGE_SIZE'],
    ['last: -1', 'PAGE_SIZE'],
    ['first: 1, last: 1', 'BAD_USER_INPUT'],
    ['after: "nonsense"', 'BAD_CURSOR'],
    ['filter: { title: { matches: "* * * * * * * * * *" } }', 'BAD_USER_INPUT'],
  ])('%s: %s at that field, and the others are answered', async (args, code) => {
    for (const field of ['order', 'boxed']) {
      const { data, errors } = await answer(
        open([oddity('a', { title: 'A' })]),
        `{ oddity(slug: "a") { title bad: ${field}(${args}) { nodes { slug } } } other: oddity(slug: "a") { title } }`,
      );
      expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
        ['oddity.bad', code],
      ]);
      expect(data.other).toEqual({ title: 'A' });
    }
  });

  test('first: 0 is a page of nothing that knows whether there is more', async () => {
    const data = await ask(
      [oddity('a', { order: [to('a')] }), oddity('b')],
      '{ oddities(first: 0, orderBy: SLUG_ASC) { totalCount nodes { slug } pageInfo { hasNextPage endCursor } } oddity(slug: "a") { order(first: 0) { totalCount edges { cursor } pageInfo { hasNextPage } } } }',
    );
    expect(data).toEqual({
      oddities: { totalCount: 2, nodes: [], pageInfo: { hasNextPage: true, endCursor: null } },
      oddity: { order: { totalCount: 1, edges: [], pageInfo: { hasNextPage: true } } },
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

describe('moments that editors write in several ways', () => {
  test('are compared as moments', async () => {
    const documents = [
      oddity('a', { publishedAt: '2026-01-10T08:00:00.000Z' }),
      oddity('b', { publishedAt: '2026-01-10T10:00:00+02:00' }),
      oddity('c', { publishedAt: '2026-01-10T08:00:01Z' }),
    ];
    const data = await ask(
      documents,
      '{ same: oddities(filter: { publishedAt: { eq: "2026-01-10T08:00:00Z" } }) { totalCount } after: oddities(filter: { publishedAt: { gt: "2026-01-10T09:00:00+01:00" } }) { nodes { slug publishedAt } } }',
    );
    expect(data).toEqual({
      same: { totalCount: 2 },
      after: { nodes: [{ slug: 'c', publishedAt: '2026-01-10T08:00:01Z' }] },
    });
  });
});

describe('pictures', () => {
  test('carry what any alias asks of their asset', async () => {
    const documents = [
      oddity('a', { select: { _type: 'image', asset: to('image-x-4x3-png') } }),
      { ...oddity('image-x-4x3-png'), _type: 'sanity.imageAsset', metadata: { lqip: 'data:,' } },
    ];
    const text =
      'query ($on: Boolean!) { oddity(slug: "a") { select { one: placeholder @include(if: $on) two: placeholder } } }';
    expect((await ask(documents, text, { on: false })).oddity.select).toEqual({ two: 'data:,' });
  });
});
