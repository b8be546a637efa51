import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient, type SanityClient } from '@sanity/client';
import { type House, openHouse, ROOT } from '../../support/stack.ts';

let house: House;
let editor: SanityClient;
beforeAll(async () => {
  house = await openHouse({
    schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    indexed: false,
  });
  const { projectId, dataset, apiVersion, apiHost, writeToken } = house.config.content;
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
afterAll(() => house.close());
beforeEach(async () => {
  await fetch(`${house.emulators.content.url}/__emulator/reset`, { method: 'POST' });
  for (let i = 0; i < 12; i++)
    await editor.create({
      _id: `extra-${String(i).padStart(2, '0')}`,
      _type: 'cuisine',
      name: `N${i % 4}`,
      slug: { _type: 'slug', current: `s${i}` },
    });
});

const FORWARD = `query ($first: Int, $after: String, $order: CuisineOrder) {
  list: cuisines(first: $first, after: $after, orderBy: $order) { edges { cursor node { slug } } pageInfo { hasNextPage hasPreviousPage endCursor } }
}`;
const BACKWARD = `query ($last: Int, $before: String, $order: CuisineOrder) {
  list: cuisines(last: $last, before: $before, orderBy: $order) { edges { node { slug } } pageInfo { hasNextPage hasPreviousPage startCursor } }
}`;
type Edge = { node: { slug: string } };
const slugs = (edges: readonly Edge[]) => edges.map(({ node }) => node.slug);

/** Reads a list to its end, two rows a page; `between` happens after each page. */
async function readForward(
  order: string,
  between: (page: number) => Promise<unknown> = async () => undefined,
) {
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 20; page++) {
    const { data, errors } = await house.ask(FORWARD, { first: 2, after, order });
    expect(errors).toEqual([]);
    seen.push(...slugs(data.list.edges));
    expect(data.list.pageInfo.hasPreviousPage).toBe(page > 0);
    if (!data.list.pageInfo.hasNextPage) return seen;
    after = data.list.pageInfo.endCursor;
    await between(page);
  }
  throw new Error('the list has no end');
}

describe('a list read page by page', () => {
  test.each(['NAME_ASC', 'NAME_DESC', 'CREATED_AT_DESC', 'SLUG_ASC'])(
    'has each row once under %s, both ways',
    async (order) => {
      const { data } = await house.ask(FORWARD, { first: 100, order });
      const whole = slugs(data.list.edges);
      expect(whole).toHaveLength(14);
      expect(await readForward(order)).toEqual(whole);

      const backwards: string[] = [];
      let before: string | undefined;
      for (let page = 0; page < 10; page++) {
        const answer = await house.ask(BACKWARD, { last: 3, before, order });
        backwards.unshift(...slugs(answer.data.list.edges));
        expect(answer.data.list.pageInfo.hasNextPage).toBe(page > 0);
        before = answer.data.list.pageInfo.startCursor;
        if (!answer.data.list.pageInfo.hasPreviousPage) break;
      }
      expect(backwards).toEqual(whole);
    },
  );

  test('neither repeats nor loses a row when others come and go between pages', async () => {
    const { data } = await house.ask(FORWARD, { first: 100, order: 'NAME_ASC' });
    const whole = slugs(data.list.edges);
    const seen = await readForward('NAME_ASC', async (page) => {
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
    expect(whole.filter((slug) => !seen.includes(slug))).toEqual([]);
  });

  test('includes rows without a value, at the end the order gives them', async () => {
    await editor.create({
      _id: 'no-name',
      _type: 'recipe',
      name: 'x',
      slug: { _type: 'slug', current: 'timeless' },
    });
    const query = `query ($after: String, $order: RecipeOrder) { list: recipes(first: 2, after: $after, orderBy: $order) { edges { node { slug } } pageInfo { hasNextPage endCursor } } }`;
    for (const order of ['TIME_ASC', 'TIME_DESC']) {
      const seen: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 6; page++) {
        const { data } = await house.ask(query, { after, order });
        seen.push(...slugs(data.list.edges));
        if (!data.list.pageInfo.hasNextPage) break;
        after = data.list.pageInfo.endCursor;
      }
      const sorted = order === 'TIME_ASC' ? seen : seen.toReversed();
      expect(sorted.slice(0, 4)).toEqual(['dashi', 'sugo', 'ragu', 'focaccia']);
      expect(seen.toSorted()).toEqual(['dashi', 'focaccia', 'nameless', 'ragu', 'sugo', 'timeless']);
    }
  });
});

describe('a list in the order of its document', () => {
  const MENU = `query ($first: Int, $after: String) { menu(slug: "sunday") { courses(first: $first, after: $after) { totalCount edges { cursor node { slug } } pageInfo { hasNextPage endCursor } } } }`;

  test('keeps that order, leaves out what leads nowhere, and pages', async () => {
    const first = (await house.ask(MENU, { first: 2 })).data.menu.courses;
    expect(first.totalCount).toBe(4);
    expect(slugs(first.edges)).toEqual(['focaccia', 'ragu']);
    const second = (await house.ask(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu.courses;
    expect(slugs(second.edges)).toEqual(['sugo', 'dashi']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  test('goes on after the same row when rows before it come and go', async () => {
    const first = (await house.ask(MENU, { first: 2 })).data.menu.courses;
    await editor
      .patch('menu-sunday')
      .insert('before', 'courses[0]', [{ _key: 'new', _type: 'reference', _ref: 'recipe-nameless' }])
      .commit();
    const inserted = (await house.ask(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu.courses;
    expect(slugs(inserted.edges)).toEqual(['sugo', 'dashi']);
    await editor.patch('menu-sunday').unset(['courses[_key=="new"]', 'courses[_key=="c1"]']).commit();
    const removed = (await house.ask(MENU, { first: 2, after: first.pageInfo.endCursor })).data.menu.courses;
    expect(slugs(removed.edges)).toEqual(['sugo', 'dashi']);
  });

  test('can be ordered and filtered otherwise, and read from its end', async () => {
    const { data, errors } = await house.ask(`{ menu(slug: "sunday") {
      byTime: courses(orderBy: TIME_ASC, first: 2) { nodes { slug } }
      italian: courses(filter: { cuisine: { in: ["italian"] } }) { totalCount nodes { slug } }
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

describe('paging arguments that cannot be served', () => {
  test.each([
    ['recipes(first: 101) { totalCount nodes { slug } }', 'PAGE_SIZE'],
    ['recipes(first: -1) { nodes { slug } }', 'PAGE_SIZE'],
    ['recipes(first: 1, last: 1) { nodes { slug } }', 'BAD_USER_INPUT'],
    ['recipes(after: "nonsense") { nodes { slug } }', 'BAD_CURSOR'],
    ['recipes(after: "WyJOQU1FX0FTQyIsInkiLCJ6Il0", orderBy: TIME_ASC) { nodes { slug } }', 'BAD_CURSOR'],
    ['recipe { name }', 'BAD_USER_INPUT'],
    ['recipe(id: "x") { name }', 'BAD_USER_INPUT'],
    ['node(id: "x") { id }', 'BAD_USER_INPUT'],
  ])('%s is refused with %s, with a hint', async (field, code) => {
    for (let time = 0; time < 2; time++) {
      const { errors } = await house.ask(`{ ${field} }`);
      expect(errors[0]?.extensions?.code).toBe(code);
      expect(errors[0]?.message).toMatch(/^expected .+, got .+|^expected .+;/);
    }
  });

  test('given by a variable is refused as well', async () => {
    const { errors } = await house.ask(
      'query ($n: Int) { menus { nodes { courses(first: $n) { nodes { slug } } } } }',
      { n: 1000 },
    );
    expect(errors[0]?.extensions?.code).toBe('PAGE_SIZE');
  });
});
