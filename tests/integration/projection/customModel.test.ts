import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type House, openHouse, ROOT } from '../../support/stack.ts';

/** A library of recipes: a model Trivium has never seen, with a dataset of its own and not a line of code for it. */
let house: House;
beforeAll(async () => {
  house = await openHouse({
    schemaDir: `${ROOT}tests/support/fixtures/recipes/schema`,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
  });
});
afterAll(() => house.close());

const ask = async (query: string, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await house.ask(query, variables);
  expect(errors).toEqual([]);
  return data;
};

describe('documents of a model nobody has written code for', () => {
  test('answer attributes, expressions, inline objects, references and what refers back, in one request', async () => {
    await house.forget();
    const { recipe } = await ask(`{ recipe(slug: "ragu") {
      name time match difficulty tags
      cuisine { name recipes(orderBy: NAME_ASC) { totalCount nodes { name } } }
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
    expect((await house.requests()).content).toHaveLength(1);
  });

  test('mix inline objects with references in one array, and drop what leads nowhere', async () => {
    const { recipe } = await ask(`{ recipe(slug: "ragu") {
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

  test('follow an expression that yields a document, of a type with another name in the service', async () => {
    const { drinksList } = await ask(
      '{ drinksList(orderBy: NAME_DESC) { nodes { id name boss { name } } } }',
    );
    expect(drinksList.nodes).toEqual([
      { id: expect.any(String), name: 'Sencha', boss: { name: 'Barolo' } },
      { id: expect.any(String), name: 'Barolo', boss: { name: 'Barolo' } },
    ]);
    const { drink } = await ask('query ($id: ID!) { drink(id: $id) { name } }', {
      id: drinksList.nodes[0].id,
    });
    expect(drink.name).toBe('Sencha');
  });

  test('keep apart what is asked twice under aliases, with other arguments and other selections', async () => {
    const { a, b, recipe } = await ask(
      `query ($n: Int!) {
      a: recipes(first: $n, orderBy: TIME_ASC) { nodes { name } edges { node { name: time } } }
      b: recipes(last: 1, orderBy: TIME_ASC, filter: { time: { defined: true } }) { nodes { name: slug } }
      recipe(slug: "ragu") { one: menus(first: 1) { totalCount } none: menus(first: 0) { nodes { title } } x: name name: slug }
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

  test('honour @include and @skip by variable, in the same document with every value', async () => {
    const query = `query ($deep: Boolean!) { recipe(slug: "ragu") {
      name @skip(if: $deep)
      cuisine @include(if: $deep) { name }
      ...Tags @include(if: $deep)
    } } fragment Tags on Recipe { tags }`;
    for (const deep of [true, false, true])
      expect((await ask(query, { deep })).recipe).toEqual(
        deep ? { cuisine: { name: 'Italian' }, tags: ['slow', 'meat'] } : { name: 'Ragù alla bolognese' },
      );
  });

  test('go round in circles as far as they are asked to', async () => {
    const { recipe } = await ask(
      `{ recipe(slug: "sugo") { usedIn { ingredients { madeFrom { name usedIn { slug } } } } } }`,
    );
    expect(recipe.usedIn[0].ingredients[1].madeFrom).toEqual({
      name: 'Sugo di pomodoro',
      usedIn: [{ slug: 'ragu' }],
    });
  });

  test('that lack what their type promises err alone; their neighbours stand', async () => {
    const { data, errors } = await house.ask('{ recipes(orderBy: CREATED_AT_ASC) { nodes { name } } }');
    expect(data.recipes.nodes).toHaveLength(5);
    expect(data.recipes.nodes.filter(Boolean)).toHaveLength(4);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      path: ['recipes', 'nodes', 4, 'name'],
      extensions: { code: 'INCOMPLETE_DOCUMENT' },
    });
  });

  test('are never drafts', async () => {
    const { recipes } = await ask(
      '{ recipes(filter: { slug: { eq: "ragu" } }) { totalCount nodes { name } } }',
    );
    expect(recipes).toEqual({ totalCount: 1, nodes: [{ name: 'Ragù alla bolognese' }] });
  });

  test('carry rich text with what it links to, its words and the minutes it takes', async () => {
    const { recipe } = await ask(`{ recipe(slug: "ragu") { method { plainText readingMinutes
      links { documents { __typename ... on Recipe { name } } references { ref document { id } } } } } }`);
    expect(recipe.method.plainText).toBe('Simmer until it stops being a soup, with the sugo.');
    expect(recipe.method.readingMinutes).toBe(1);
    expect(recipe.method.links.documents).toEqual([{ __typename: 'Recipe', name: 'Sugo di pomodoro' }]);
    expect(recipe.method.links.references[0].ref).toBe('recipe-sugo');
  });
});

describe('filters of a foreign model', () => {
  const names = async (filter: string) => {
    const { recipes } = await ask(
      `{ recipes(filter: ${filter}, orderBy: TIME_ASC) { totalCount nodes { slug } } }`,
    );
    expect(recipes.totalCount).toBe(recipes.nodes.length);
    return recipes.nodes.map(({ slug }: { slug: string }) => slug);
  };

  test.each([
    ['{ cuisine: { in: ["italian"] } }', ['sugo', 'ragu', 'focaccia']],
    ['{ cuisine: { notIn: ["italian"] } }', ['dashi', 'nameless']],
    ['{ cuisine: { defined: false } }', ['nameless']],
    ['{ ingredients: { madeFrom: { in: ["sugo"] }, name: { matches: "tomato*" } } }', ['ragu']],
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
    ['{ pairsWith: { defined: true } }', ['ragu']],
    ['{ match: { eq: "tagliatelle" } }', ['ragu']],
  ])('%s finds %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test('take values as values, whatever they contain', async () => {
    for (const value of ['" || true || "', '$p0', '*', '] | order(_id)', '\u0000', "'; drop"])
      expect(
        await ask('query ($v: String!) { recipes(filter: { slug: { eq: $v } }) { totalCount } }', {
          v: value,
        }),
      ).toEqual({
        recipes: { totalCount: 0 },
      });
  });
});

describe('search of a foreign model', () => {
  test('finds documents of every searchable type, with facets and highlights', async () => {
    const { search } = await ask(`{ search(query: "sugo", facets: [TYPE, CUISINE, TAGS, TIME]) {
      totalCount
      edges { position highlights { field segments { text matched } } node { __typename ... on Recipe { name } } }
      facets { key label values { value label count selected } stats { min max } }
    } }`);
    expect(search.edges[0].node).toEqual({ __typename: 'Recipe', name: 'Sugo di pomodoro' });
    expect(search.edges[0].highlights[0].segments).toContainEqual({ text: 'Sugo', matched: true });
    const cuisine = search.facets.find(({ key }: { key: string }) => key === 'CUISINE');
    expect(cuisine.values[0]).toMatchObject({ value: 'italian', label: 'Italian' });
  });

  test('leads to the second of a film at which words are said', async () => {
    const { moments } = await ask(
      '{ moments(query: "wine") { nodes { start end recipe { name } node { __typename } } } }',
    );
    expect(moments.nodes).toEqual([
      { start: 5, end: 9, recipe: { name: 'Ragù alla bolognese' }, node: { __typename: 'Recipe' } },
    ]);
  });

  test('finds what is nearest by the attributes the model names', async () => {
    const { recipe } = await ask('{ recipe(slug: "sugo") { similar { slug } } }');
    expect(recipe.similar[0]).toEqual({ slug: 'ragu' });
    expect(recipe.similar).not.toContainEqual({ slug: 'sugo' });
  });
});
