import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient, type SanityClient } from '@sanity/client';
import { MAX_PAGE_SIZE, toGlobalId } from '../../../gateway/core/relay.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let editor: SanityClient;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    hasIndex: false,
  });
  const { projectId, dataset, apiVersion, apiHost, writeToken } = stack.config.content;
  editor = createClient({
    projectId,
    dataset,
    apiVersion,
    apiHost: apiHost as string,
    token: writeToken as string,
    useCdn: false,
    useProjectHostname: false,
  });
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.control('content', 'POST', 'reset');
  for (let i = 0; i < 12; i++)
    await editor.create({
      _id: `extra-${String(i).padStart(2, '0')}`,
      _type: 'cuisine',
      name: `N${i % 4}`,
      slug: { _type: 'slug', current: `s${i}` },
    });
});

const FORWARD = `query ($first: Int, $after: String, $order: [CuisineOrder!]) {
  list: cuisines(first: $first, after: $after, orderBy: $order) { edges { cursor node { slug } } pageInfo { hasNextPage hasPreviousPage endCursor } }
}`;
const BACKWARD = `query ($last: Int, $before: String, $order: [CuisineOrder!]) {
  list: cuisines(last: $last, before: $before, orderBy: $order) { edges { node { slug } } pageInfo { hasNextPage hasPreviousPage startCursor } }
}`;
const BY_NAME = { field: 'NAME' };
type Edge = { node: { slug: string } };
const slugs = (edges: readonly Edge[]) => edges.map(({ node }) => node.slug);

/** Reads a list to its end with two rows a page. `between` runs after each page. */
async function readForward(
  order: object,
  between: (page: number) => Promise<unknown> = async () => undefined,
) {
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 20; page++) {
    const { data, errors } = await stack.query(FORWARD, { first: 2, after, order });
    expect(errors).toEqual([]);
    seen.push(...slugs(data.list.edges));
    expect(data.list.pageInfo.hasPreviousPage).toBe(page > 0);
    if (!data.list.pageInfo.hasNextPage) return seen;
    after = data.list.pageInfo.endCursor;
    await between(page);
  }
  throw new Error('expected the list to end within 20 pages');
}

test.each([
  ['not-an-id', '"not-an-id"'],
  [toGlobalId('Recipe', 'x'), 'the id of a Recipe'],
])('filter by id: rejects %j', async (id, actual) => {
  for (const filter of [{ id: { in: [id] } }, { id: { eq: id } }]) {
    const query = 'query ($filter: CuisineFilter) { cuisines(filter: $filter) { totalCount } }';
    const { errors } = await stack.query(query, { filter });
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining(`expected global ids of Cuisine in the filter, got ${actual}`),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
});

describe('pagination', () => {
  test('between two cursors: reports the rows beyond them', async () => {
    const { data } = await stack.query(FORWARD, { first: 100, order: BY_NAME });
    const cursors: string[] = data.list.edges.map(({ cursor }: { cursor: string }) => cursor);
    const [after, before] = [cursors[2], cursors[5]];
    const pageInfoOf = async (page: object) => {
      const query = `query ($first: Int, $last: Int, $after: String, $before: String) {
        cuisines(first: $first, last: $last, after: $after, before: $before, orderBy: { field: NAME }) {
          nodes { slug } pageInfo { hasNextPage hasPreviousPage }
        }
      }`;
      const { data, errors } = await stack.query(query, { after, before, ...page });
      expect(errors).toEqual([]);
      return [data.cuisines.nodes.length, data.cuisines.pageInfo];
    };
    const both = { hasNextPage: true, hasPreviousPage: true };
    for (const size of [1, 2, 3]) {
      expect(await pageInfoOf({ first: size })).toEqual([Math.min(size, 2), both]);
      expect(await pageInfoOf({ last: size })).toEqual([Math.min(size, 2), both]);
    }
    const [first, last] = [cursors[0], cursors.at(-1)];
    expect(await pageInfoOf({ first: 100, after: undefined, before: first })).toEqual([
      0,
      { hasNextPage: true, hasPreviousPage: false },
    ]);
    expect(await pageInfoOf({ last: 100, after: last, before: undefined })).toEqual([
      0,
      { hasNextPage: false, hasPreviousPage: true },
    ]);
  });

  test.each([
    [BY_NAME],
    [{ field: 'NAME', direction: 'DESC' }],
    [{ field: 'CREATED_AT', direction: 'DESC' }],
    [[{ field: 'NAME', direction: 'DESC' }, { field: 'SLUG' }]],
  ])('returns each row once with %j, forwards and backwards', async (order) => {
    const { data } = await stack.query(FORWARD, { first: 100, order });
    const allSlugs = slugs(data.list.edges);
    expect(allSlugs).toHaveLength(14);
    expect(await readForward(order)).toEqual(allSlugs);

    const backwards: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 10; page++) {
      const response = await stack.query(BACKWARD, { last: 3, before, order });
      backwards.unshift(...slugs(response.data.list.edges));
      expect(response.data.list.pageInfo.hasNextPage).toBe(page > 0);
      before = response.data.list.pageInfo.startCursor;
      if (!response.data.list.pageInfo.hasPreviousPage) break;
    }
    expect(backwards).toEqual(allSlugs);
  });

  test('neither repeats nor skips rows when others are created or deleted between pages', async () => {
    const { data } = await stack.query(FORWARD, { first: 100, order: BY_NAME });
    const allSlugs = slugs(data.list.edges);
    const seen = await readForward(BY_NAME, async (page) => {
      if (page === 0)
        await editor.create({
          _id: 'aaa',
          _type: 'cuisine',
          name: 'A first',
          slug: { _type: 'slug', current: 'new' },
        });
      if (page === 1) await editor.delete('extra-00');
      if (page === 2)
        await editor.create({
          _id: 'bbb',
          _type: 'cuisine',
          name: 'M',
          slug: { _type: 'slug', current: 'new2' },
        });
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(allSlugs.filter((slug) => !seen.includes(slug))).toEqual([]);
  });

  test('includes rows without a value for the order', async () => {
    await editor.create({
      _id: 'no-name',
      _type: 'recipe',
      name: 'x',
      slug: { _type: 'slug', current: 'timeless' },
    });
    const query = `query ($after: String, $order: [RecipeOrder!]) { list: recipes(first: 2, after: $after, orderBy: $order) { edges { node { slug } } pageInfo { hasNextPage endCursor } } }`;
    for (const order of [
      { field: 'TIME' },
      { field: 'TIME', nulls: 'FIRST' },
      { field: 'TIME', direction: 'DESC' },
      { field: 'TIME', direction: 'DESC', nulls: 'FIRST' },
    ]) {
      const seen: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 6; page++) {
        const { data } = await stack.query(query, { after, order });
        seen.push(...slugs(data.list.edges));
        if (!data.list.pageInfo.hasNextPage) break;
        after = data.list.pageInfo.endCursor;
      }
      const valued = order.nulls ? seen.slice(2) : seen.slice(0, 4);
      expect(order.direction ? valued.toReversed() : valued).toEqual(['dashi', 'sugo', 'ragu', 'focaccia']);
      expect(seen.toSorted()).toEqual(['dashi', 'focaccia', 'nameless', 'ragu', 'sugo', 'timeless']);
    }
  });
});

describe('numbered pages', () => {
  const PAGE = `query ($offset: Int, $after: String) {
    list: cuisines(first: 5, offset: $offset, after: $after, orderBy: { field: NAME }) {
      totalCount edges { node { slug } } pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }`;
  const readPage = async (variables: object) => {
    const { data, errors } = await stack.query(PAGE, variables as Record<string, unknown>);
    expect(errors).toEqual([]);
    return data.list;
  };

  test('have the rows of the whole list in one request each, and a cursor goes on from them', async () => {
    const { data } = await stack.query(FORWARD, { first: 100, order: BY_NAME });
    const all = slugs(data.list.edges);
    await stack.clearRequests();
    const pages = [
      await readPage({ offset: 0 }),
      await readPage({ offset: 5 }),
      await readPage({ offset: 10 }),
    ];
    expect((await stack.requests()).content).toHaveLength(3);
    expect(pages.flatMap(({ edges }) => slugs(edges))).toEqual(all);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([14, 14, 14]);
    expect(
      pages.map(({ pageInfo: { hasNextPage, hasPreviousPage } }) => [hasPreviousPage, hasNextPage]),
    ).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    await editor.create({ _id: 'aaa', _type: 'cuisine', name: 'A first', slug: { current: 'new' } });
    expect(slugs((await readPage({ after: pages[1].pageInfo.endCursor })).edges)).toEqual(all.slice(10));
  });

  test('after the end are empty, with a page before them unless the list is empty', async () => {
    expect(await readPage({ offset: 14 })).toMatchObject({
      totalCount: 14,
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: null },
    });
    const { data } = await stack.query(
      '{ drinksList(offset: 3, filter: { name: { eq: "none" } }) { nodes { name } pageInfo { hasNextPage hasPreviousPage } } }',
    );
    expect(data.drinksList).toEqual({ nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } });
  });

  test('of inverse connections and of arrays of references are those of each document', async () => {
    const page = 'nodes { slug } pageInfo { hasNextPage hasPreviousPage startCursor }';
    await stack.clearRequests();
    const { data, errors } = await stack.query(`{
      cuisines(first: 100) { nodes { all: recipes { nodes { slug } } second: recipes(first: 1, offset: 1) { ${page} } } }
      menu(by: { slug: "sunday" }) {
        all: courses { edges { cursor } nodes { slug } }
        second: courses(first: 2, offset: 1) { ${page} }
        beyond: courses(offset: 2000) { ${page} }
        none: courses(offset: 2, filter: { slug: { eq: "none" } }) { ${page} }
      }
    }`);
    expect(errors).toEqual([]);
    expect((await stack.requests()).content).toHaveLength(1);
    for (const { all, second } of data.cuisines.nodes)
      expect(second).toMatchObject({
        nodes: all.nodes.slice(1, 2),
        pageInfo: { hasNextPage: all.nodes.length > 2, hasPreviousPage: all.nodes.length > 0 },
      });
    const { all, second, beyond, none } = data.menu;
    expect(second).toEqual({
      nodes: all.nodes.slice(1, 3),
      pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: all.edges[1].cursor },
    });
    const empty = { hasNextPage: false, startCursor: null };
    expect(beyond).toEqual({ nodes: [], pageInfo: { ...empty, hasPreviousPage: true } });
    expect(none).toEqual({ nodes: [], pageInfo: { ...empty, hasPreviousPage: false } });
  });

  test.each([
    ['offset: 10001', 'offset: expected 0 to 10000, got 10001'],
    ['offset: -1', 'offset: expected 0 to 10000, got -1'],
    ['offset: 2, after: "x"', 'expected offset with first alone, got after too'],
    ['offset: 0, before: "x"', 'expected offset with first alone, got before too'],
    ['offset: 2, last: 2', 'expected offset with first alone, got last too'],
  ])('reject (%s) at their field alone', async (args, message) => {
    const { data, errors } = await stack.query(`{
      cuisines(${args}) { totalCount }
      menu(by: { slug: "sunday" }) { title courses(${args}) { totalCount } }
    }`);
    expect(data).toEqual({ cuisines: null, menu: null });
    expect(errors).toMatchObject([
      { path: ['cuisines'], extensions: { code: 'BAD_USER_INPUT', argument: 'offset' } },
      { path: ['menu', 'courses'], extensions: { code: 'BAD_USER_INPUT', argument: 'offset' } },
    ]);
    expect(errors[0]?.message).toContain(message);
  });
});

describe('pagination of an array of references', () => {
  const MENU = `query ($first: Int, $after: String) { menu(by: { slug: "sunday" }) { courses(first: $first, after: $after) { totalCount edges { cursor node { slug } } pageInfo { hasNextPage endCursor } } } }`;

  test('keeps the order of the array and skips dangling references', async () => {
    const first = (await stack.query(MENU, { first: 2 })).data.menu.courses;
    expect(first.totalCount).toBe(4);
    expect(slugs(first.edges)).toEqual(['focaccia', 'ragu']);
    const second = (await stack.query(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu.courses;
    expect(slugs(second.edges)).toEqual(['sugo', 'dashi']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  test('continues after the same row when rows before it are inserted or removed', async () => {
    const first = (await stack.query(MENU, { first: 2 })).data.menu.courses;
    await editor
      .patch('menu-sunday')
      .insert('before', 'courses[0]', [{ _key: 'new', _type: 'reference', _ref: 'recipe-nameless' }])
      .commit();
    const inserted = (await stack.query(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu
      .courses;
    expect(slugs(inserted.edges)).toEqual(['sugo', 'dashi']);
    await editor.patch('menu-sunday').unset(['courses[_key=="new"]', 'courses[_key=="c1"]']).commit();
    const removed = (await stack.query(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu
      .courses;
    expect(slugs(removed.edges)).toEqual(['sugo', 'dashi']);
  });

  test('supports orderBy, filter and last', async () => {
    const { data, errors } = await stack.query(`{ menu(by: { slug: "sunday" }) {
      byTime: courses(orderBy: { field: TIME }, first: 2) { nodes { slug } }
      italian: courses(filter: { cuisine: { slug: { eq: "italian" } } }) { totalCount nodes { slug } }
      last: courses(last: 1) { nodes { slug } pageInfo { hasPreviousPage hasNextPage } }
    } }`);
    expect(errors).toEqual([]);
    expect(data.menu).toEqual({
      byTime: { nodes: [{ slug: 'dashi' }, { slug: 'sugo' }] },
      italian: { totalCount: 3, nodes: [{ slug: 'focaccia' }, { slug: 'ragu' }, { slug: 'sugo' }] },
      last: { nodes: [{ slug: 'dashi' }], pageInfo: { hasPreviousPage: true, hasNextPage: false } },
    });
  });
});

describe('pagination arguments', () => {
  test.each([
    [`recipes(first: ${MAX_PAGE_SIZE + 1}) { totalCount nodes { slug } }`, 'PAGE_SIZE'],
    ['recipes(first: -1) { nodes { slug } }', 'PAGE_SIZE'],
    ['recipes(first: 1, last: 1) { nodes { slug } }', 'BAD_USER_INPUT'],
    ['recipes(after: "nonsense") { nodes { slug } }', 'BAD_CURSOR'],
    ['recipes(after: "nonsense") { totalCount }', 'BAD_CURSOR'],
    [
      'recipes(after: "WyJOQU1FX0FTQyIsInkiLCJ6Il0", orderBy: { field: TIME }) { nodes { slug } }',
      'BAD_CURSOR',
    ],
    [`recipes(orderBy: [${'{ field: TIME }'.repeat(6)}]) { nodes { slug } }`, 'BAD_USER_INPUT'],
    ['recipe(by: { id: "x" }) { name }', 'BAD_USER_INPUT'],
    ['node(id: "x") { id }', 'BAD_USER_INPUT'],
  ])('rejects %s with %s and a hint', async (field, code) => {
    for (let time = 0; time < 2; time++) {
      const { errors } = await stack.query(`{ ${field} }`);
      expect(errors[0]?.extensions?.code).toBe(code);
      expect(errors[0]?.message).toMatch(/^(first: )?expected .+, got .+|^expected .+;/);
    }
  });

  test('rejects a page size in a variable', async () => {
    const { errors } = await stack.query(
      'query ($n: Int) { menus { nodes { courses(first: $n) { nodes { slug } } } } }',
      { n: 1000 },
    );
    expect(errors[0]?.extensions?.code).toBe('PAGE_SIZE');
  });
});
