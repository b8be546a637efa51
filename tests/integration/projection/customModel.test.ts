import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

/** A stack with a model of recipes, for which there is no code. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
  });
});
afterAll(() => stack.close());

const query = async (text: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await stack.query(text, variables);
  expect(errors).toEqual([]);
  return data;
};

describe('custom model: documents', () => {
  test('resolve attributes, expressions, inline objects, references and back references in one request', async () => {
    await stack.clearRequests();
    const { recipe } = await query(`{ recipe(by: { slug: "ragu" }) {
      name time match difficulty tags
      cuisine { name recipes(orderBy: { field: NAME }) { totalCount nodes { name } } }
      ingredients { amount name madeFrom { name usedIn { name } } }
      menus { nodes { title served } }
    } }`);
    expect(recipe).toEqual({
      name: 'Ragù alla bolognese',
      time: 180,
      match: 'tagliatelle',
      difficulty: 'hard',
      tags: ['slow', 'meat'],
      cuisine: {
        name: 'Italian',
        recipes: {
          totalCount: 3,
          nodes: [{ name: 'Focaccia' }, { name: 'Ragù alla bolognese' }, { name: 'Sugo di pomodoro' }],
        },
      },
      ingredients: [
        { amount: '1', name: 'onion', madeFrom: null },
        {
          amount: '500 g',
          name: 'tomato sauce',
          madeFrom: { name: 'Sugo di pomodoro', usedIn: [{ name: 'Ragù alla bolognese' }] },
        },
      ],
      menus: { nodes: [{ title: 'A long Sunday', served: '2026-03-01' }] },
    });
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('resolve arrays of inline objects and references, without dangling ones', async () => {
    const { recipe } = await query(`{ recipe(by: { slug: "ragu" }) {
      steps { __typename ... on Instruction { text minutes } ... on Recipe { name } }
      pairsWith { __typename ... on Recipe { name } ... on Drink { name strong } }
    } }`);
    expect(recipe.steps).toEqual([
      { __typename: 'Instruction', text: 'Soften the onion.', minutes: 12.5 },
      { __typename: 'Recipe', name: 'Sugo di pomodoro' },
    ]);
    expect(recipe.pairsWith).toEqual([
      { __typename: 'Drink', name: 'Barolo', strong: true },
      { __typename: 'Recipe', name: 'Focaccia' },
    ]);
  });

  test('resolve an expression that returns a document, and a type with another name in Sanity', async () => {
    const { drinksList } = await query(
      '{ drinksList(orderBy: { field: NAME, direction: DESC }) { nodes { id name boss { name } } } }',
    );
    expect(drinksList.nodes).toEqual([
      { id: expect.any(String), name: 'Sencha', boss: { name: 'Barolo' } },
      { id: expect.any(String), name: 'Barolo', boss: { name: 'Barolo' } },
    ]);
    const { drink } = await query('query ($id: ID!) { drink(by: { id: $id }) { name } }', {
      id: drinksList.nodes[0].id,
    });
    expect(drink.name).toBe('Sencha');
  });

  test('separate aliases of one field with different arguments and selections', async () => {
    const { a, b, recipe } = await query(
      `query ($n: Int!) {
      a: recipes(first: $n, orderBy: { field: TIME }) { nodes { name } edges { node { name: time } } }
      b: recipes(last: 1, orderBy: { field: TIME }, filter: { time: { defined: true } }) { nodes { name: slug } }
      recipe(by: { slug: "ragu" }) { one: menus(first: 1) { totalCount } none: menus(first: 0) { nodes { title } } x: name name: slug }
    }`,
      { n: 2 },
    );
    expect(a).toEqual({
      nodes: [{ name: 'Dashi' }, { name: 'Sugo di pomodoro' }],
      edges: [{ node: { name: 25 } }, { node: { name: 40 } }],
    });
    expect(b.nodes).toEqual([{ name: 'focaccia' }]);
    expect(recipe).toEqual({
      one: { totalCount: 1 },
      none: { nodes: [] },
      x: 'Ragù alla bolognese',
      name: 'ragu',
    });
  });

  test('apply @include and @skip with different variables of one document', async () => {
    const text = `query ($deep: Boolean!) { recipe(by: { slug: "ragu" }) {
      name @skip(if: $deep)
      cuisine @include(if: $deep) { name }
      ...Tags @include(if: $deep)
    } } fragment Tags on Recipe { tags }`;
    for (const deep of [true, false, true])
      expect((await query(text, { deep })).recipe).toEqual(
        deep ? { cuisine: { name: 'Italian' }, tags: ['slow', 'meat'] } : { name: 'Ragù alla bolognese' },
      );
  });

  test('resolve circular references to the depth of the selection', async () => {
    const { recipe } = await query(
      `{ recipe(by: { slug: "sugo" }) { usedIn { ingredients { madeFrom { name usedIn { slug } } } } } }`,
    );
    expect(recipe.usedIn[0].ingredients[1].madeFrom).toEqual({
      name: 'Sugo di pomodoro',
      usedIn: [{ slug: 'ragu' }],
    });
  });

  test('report a missing required value, and resolve the other documents', async () => {
    const { data, errors } = await stack.query(
      '{ recipes(orderBy: { field: CREATED_AT }) { nodes { name } } }',
    );
    expect(data.recipes.nodes).toHaveLength(5);
    expect(data.recipes.nodes.filter(Boolean)).toHaveLength(4);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      path: ['recipes', 'nodes', 4, 'name'],
      extensions: { code: 'INCOMPLETE_DOCUMENT' },
    });
  });

  test('exclude drafts', async () => {
    const { recipes } = await query(
      '{ recipes(filter: { slug: { eq: "ragu" } }) { totalCount nodes { name } } }',
    );
    expect(recipes).toEqual({ totalCount: 1, nodes: [{ name: 'Ragù alla bolognese' }] });
  });

  test('resolve rich text with links, plain text and reading time', async () => {
    const { recipe } = await query(`{ recipe(by: { slug: "ragu" }) { method { plainText readingMinutes
      links { documents { __typename ... on Recipe { name } } references { ref document { id } } } } } }`);
    expect(recipe.method.plainText).toBe('Simmer until it stops being a soup, with the sugo.');
    expect(recipe.method.readingMinutes).toBe(1);
    expect(recipe.method.links.documents).toEqual([{ __typename: 'Recipe', name: 'Sugo di pomodoro' }]);
    expect(recipe.method.links.references[0].ref).toBe('recipe-sugo');
  });
});

describe('custom model: filters', () => {
  const names = async (filter: string) => {
    const { recipes } = await query(
      `{ recipes(filter: ${filter}, orderBy: { field: TIME }) { totalCount nodes { slug } } }`,
    );
    expect(recipes.totalCount).toBe(recipes.nodes.length);
    return recipes.nodes.map(({ slug }: { slug: string }) => slug);
  };

  test.each([
    ['{ cuisine: { slug: { eq: "italian" } } }', ['sugo', 'ragu', 'focaccia']],
    ['{ not: { cuisine: { slug: { eq: "italian" } } } }', ['dashi', 'nameless']],
    ['{ not: { cuisine: {} } }', ['nameless']],
    [
      '{ ingredients: { some: { madeFrom: { slug: { eq: "sugo" } }, name: { matches: "tomato*" } } } }',
      ['ragu'],
    ],
    ['{ ingredients: { some: { not: { madeFrom: {} } } } }', ['dashi', 'sugo', 'ragu']],
    ['{ ingredients: { none: {} } }', ['focaccia', 'nameless']],
    ['{ tags: { in: ["slow", "bread"] } }', ['sugo', 'ragu', 'focaccia']],
    ['{ difficulty: { in: [hard] } }', ['ragu']],
    ['{ time: { gt: 25, lte: 180 } }', ['sugo', 'ragu']],
    ['{ time: { defined: false } }', ['nameless']],
    ['{ time: { eq: null } }', ['nameless']],
    ['{ method: { matches: "soup" } }', ['ragu']],
    ['{ or: [{ slug: { eq: "dashi" } }, { time: { gte: 200 } }] }', ['dashi', 'focaccia']],
    ['{ or: [] }', []],
    ['{ not: { time: { gte: 40 } } }', ['dashi', 'nameless']],
    ['{ and: [{ time: { gte: 40 } }, { difficulty: { eq: easy } }] }', ['sugo']],
    ['{ name: { in: [] } }', []],
    ['{ pairsWith: { some: { drink: { strong: { eq: true } } } } }', ['ragu']],
    ['{ usedIn: { some: { cuisine: { slug: { eq: "italian" } } } } }', ['sugo']],
    ['{ menus: { some: { title: { defined: true } } } }', ['dashi', 'sugo', 'ragu', 'focaccia']],
    ['{ menus: { none: {} } }', ['nameless']],
    ['{ match: { eq: "tagliatelle" } }', ['ragu']],
  ])('%s returns %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test('never interpret values as GROQ', async () => {
    for (const value of ['" || true || "', '$p0', '*', '] | order(_id)', '\u0000', "'; drop"])
      expect(
        await query('query ($v: String!) { recipes(filter: { slug: { eq: $v } }) { totalCount } }', {
          v: value,
        }),
      ).toEqual({
        recipes: { totalCount: 0 },
      });
  });
});

describe('custom model: search', () => {
  test('finds documents of every searchable type, with facets and highlights', async () => {
    const { search } = await query(`{ search(query: "sugo", facets: [TYPE, CUISINE, TAGS, TIME]) {
      totalCount
      edges { position highlights { field segments { text matched } } node { __typename ... on Recipe { name } } }
      facets { key label values { value label count selected } stats { min max } }
    } }`);
    expect(search.edges[0].node).toEqual({ __typename: 'Recipe', name: 'Sugo di pomodoro' });
    expect(search.edges[0].highlights[0].field).toBe('NAME');
    expect(search.edges[0].highlights[0].segments).toContainEqual({ text: 'Sugo', matched: true });
    const cuisine = search.facets.find(({ key }: { key: string }) => key === 'CUISINE');
    expect(cuisine.values[0]).toMatchObject({ value: 'italian', label: 'Italian' });
  });

  test('names the fields of highlights by an enum of all searchable fields', async () => {
    const { __type } = await query('{ __type(name: "SearchableField") { enumValues { name } } }');
    const names = __type.enumValues.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['NAME', 'TIME', 'CUISINE', 'METHOD', 'TAGS']);
  });

  test('finds moments of videos', async () => {
    const { moments } = await query(
      '{ moments(query: "wine") { nodes { start end recipe { name } node { __typename } } } }',
    );
    expect(moments.nodes).toEqual([
      { start: 5, end: 9, recipe: { name: 'Ragù alla bolognese' }, node: { __typename: 'Recipe' } },
    ]);
  });

  test('finds related documents by the attributes of @related', async () => {
    const { recipe } = await query('{ recipe(by: { slug: "sugo" }) { similar { slug } } }');
    expect(recipe.similar[0]).toEqual({ slug: 'ragu' });
    expect(recipe.similar).not.toContainEqual({ slug: 'sugo' });
  });
});
