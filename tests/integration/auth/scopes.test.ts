import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client } from 'graphql-ws';
import type { Scope } from '../../../gateway/core/scopes.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { ROOT, type Stack } from '../../support/stack.ts';
import {
  createSubscriber,
  type Subscription,
  subscribe,
  waitForSubscriptions,
} from '../../support/subscriber.ts';
import { modifyRecipesModel, removeModifiedModels } from './testing/modifiedModel.ts';
import { type ScopedStack, startScopedStack } from './testing/scopedStack.ts';

const INDEX = '@requiresScopes(scopes: [["index:write"]])';
const EITHER = '@requiresScopes(scopes: [["index:write", "media:write"], ["read:drafts"]])';
const PUBLIC_DRINKS = ['name: String! @searchable\n  strong', 'name: String!\n  strong'] as const;

/** Operations for assistants; one selects what requires scopes. */
const ASSISTANT_OPERATIONS = `
  "The names of recipes."
  query RecipeNames { recipes { nodes { name } } }
  "The titles of menus."
  query MenuTitles { menus { nodes { title } } }
`;
/** Names of the model that callers without a key cannot see. */
const HIDDEN_NAMES =
  /difficult|drinksList|DrinkConnection|MenuConnection|MenuOrder|\bmenus\b|MenuTitles|menu_titles/i;

let scopedStack: ScopedStack;
let stack: Stack;
beforeAll(async () => {
  const schemaDir = modifyRecipesModel(
    ['difficulty: Difficulty', `difficulty: Difficulty ${INDEX}`],
    ['time: Int @searchable(facet: true)', `time: Int ${EITHER}`],
    PUBLIC_DRINKS,
    ['type Drink @document(', `type Drink ${INDEX} @document(`],
    ['type Menu @document', `type Menu @document ${INDEX}`],
  );
  mkdirSync(join(schemaDir, 'operations'));
  writeFileSync(join(schemaDir, 'operations/assistants.graphql'), ASSISTANT_OPERATIONS);
  scopedStack = await startScopedStack({
    schemaDir,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    hasIndex: false,
    env: { FEDERATION: 'on' },
  });
  stack = scopedStack.stack;
  await stack.connectWebhooks();
});
afterAll(async () => {
  await scopedStack.close();
  removeModifiedModels();
});

/** @param scopes separated by `+` */
async function execute(scopes: string, text: string) {
  const { data, errors } = await scopedStack.query(scopes.split('+').filter(Boolean) as Scope[], text);
  return { data, errors, codes: errors.map(({ extensions }) => extensions?.code) };
}

/** Calls the MCP server with these scopes. */
const withClient = async <T>(use: (client: McpClient) => Promise<T>, scopes: readonly Scope[] = []) => {
  const headers = await scopedStack.headersOf(scopes);
  const client = new McpClient({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', stack.url), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return use(client).finally(() => client.close());
};

describe('@requiresScopes on a field', () => {
  test('makes only the field null without the scope, even if its value is cached', async () => {
    const query = '{ recipe(by: { slug: "ragu" }) { name difficulty } }';
    const forbidden = {
      data: { recipe: { name: 'Ragù alla bolognese', difficulty: null } },
      codes: ['FORBIDDEN'],
    };
    expect(await execute('', query)).toMatchObject(forbidden);
    expect((await execute('index:write', query)).data.recipe.difficulty).toBe('hard');
    expect(await execute('', query)).toMatchObject(forbidden);
    expect(await execute('read:published', query)).toMatchObject(forbidden);
    expect((await execute('', query)).errors[0]).toMatchObject({
      path: ['recipe', 'difficulty'],
      message: expect.stringContaining('expected the scope index:write'),
    });
  });

  test('accepts any group of scopes that the caller has completely', async () => {
    const query = '{ recipe(by: { slug: "ragu" }) { time } }';
    for (const [scopes, time] of [
      ['index:write', null],
      ['index:write+media:write', 180],
      ['read:drafts', 180],
    ] as const)
      expect((await execute(scopes, query)).data.recipe.time).toBe(time);
  });

  test('removes filters and orders of the field, and adds the scopes to its description', async () => {
    for (const argument of [
      'filter: { difficulty: { eq: hard } }',
      'orderBy: { field: TIME }',
      'filter: { time: { gt: 1 } }',
      'filter: { usedIn: { some: { difficulty: { eq: hard } } } }',
      'filter: { ingredients: { some: { madeFrom: { time: { gt: 1 } } } } }',
      'filter: { pairsWith: { some: { drink: {} } } }',
      'filter: { menus: { some: {} } }',
    ])
      expect((await execute('index:write', `{ recipes(${argument}) { totalCount } }`)).codes).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ]);
    const { data } = await execute(
      'index:write+read:drafts',
      '{ __type(name: "Recipe") { fields { name description } } }',
    );
    const described = Object.fromEntries(
      data.__type.fields.map((field: { name: string; description: string }) => [
        field.name,
        field.description,
      ]),
    );
    expect(described.difficulty).toBe('Requires the scope index:write.');
    expect(described.time).toBe(
      'In minutes.\n\nRequires the scope index:write and media:write, or read:drafts.',
    );
  });
});

describe('@requiresScopes on a type', () => {
  test('makes references to the type null without the scope, and keeps the other items of lists', async () => {
    const query =
      '{ recipe(by: { slug: "ragu" }) { pairsWith { __typename ... on Drink { name } ... on Recipe { name } } } }';
    const open = await execute('index:write', query);
    const kinds = open.data.recipe.pairsWith.map((row: { __typename: string }) => row.__typename);
    expect(kinds).toContain('Drink');
    const closed = await execute('', query);
    expect(closed.codes).toEqual(kinds.filter((kind: string) => kind === 'Drink').map(() => 'FORBIDDEN'));
    expect(JSON.stringify(closed.data)).not.toContain('Drink');
  });

  test('forbids totalCount, lists and lookups of the type', async () => {
    const open = await execute('index:write', '{ drinksList { totalCount nodes { id name } } }');
    expect(open.errors).toEqual([]);
    const [{ id }] = open.data.drinksList.nodes;
    for (const query of [
      '{ drinksList { totalCount } }',
      '{ menus { edges { cursor } } }',
      `{ drink(by: { id: "${id}" }) { name } }`,
      `{ node(id: "${id}") { id } }`,
      `{ nodes(ids: ["${id}"]) { id } }`,
      `{ _entities(representations: [{ __typename: "Drink", id: "${id}" }]) { ... on Drink { name } } }`,
      '{ menu(by: { slug: "sunday" }) { title } }',
      '{ a: menus { nodes { title } } }',
    ]) {
      const { codes, data } = await execute('', query);
      expect([query, codes]).toEqual([query, ['FORBIDDEN']]);
      expect(JSON.stringify(data)).toMatch(/null/);
    }
    const inner = await execute('', '{ recipe(by: { slug: "ragu" }) { menus { totalCount } } }');
    expect(inner).toMatchObject({ codes: ['FORBIDDEN'], data: { recipe: null } });
  });

  test('filters and orders documents of the type for callers with the scope only', async () => {
    const strong = '{ drinksList(filter: { strong: { eq: true } }) { totalCount nodes { strong } } }';
    const { data } = await execute('index:write', strong);
    expect(data.drinksList.totalCount).toBeGreaterThan(0);
    expect(data.drinksList.nodes.every((drink: { strong: boolean }) => drink.strong)).toBe(true);
    const menus = '{ menus(filter: { title: { eq: "TITLE" } }, orderBy: { field: SERVED }) { totalCount } }';
    const [{ title }] = (await execute('index:write', '{ menus { nodes { title } } }')).data.menus.nodes;
    const withTitle = menus.replace('TITLE', title);
    expect((await execute('index:write', withTitle)).data.menus.totalCount).toBe(1);
    const closed = await execute('', withTitle);
    expect(closed.codes).toEqual(['FORBIDDEN']);
    expect(await execute('', menus)).toEqual(closed);
    expect((await execute('', strong)).codes).toEqual(['FORBIDDEN']);
  });

  test('has the same response for existing and missing ids', async () => {
    const { data } = await execute('index:write', '{ menu(by: { slug: "sunday" }) { id } }');
    const idOf = (text: string) => Buffer.from(text).toString('base64url');
    for (const field of [
      'node(id: "ID") { id }',
      'nodes(ids: ["ID"]) { id }',
      '_entities(representations: [{ __typename: "Menu", id: "ID" }]) { __typename }',
    ]) {
      const responses = [data.menu.id, idOf('Menu:never-was')].map((id) =>
        execute('', `{ ${field.replace('ID', id)} }`),
      );
      const [existing, missing] = await Promise.all(responses);
      expect(existing?.codes).toEqual(['FORBIDDEN']);
      expect(missing).toEqual(existing);
    }
    expect((await execute('index:write', `{ node(id: "${idOf('Menu:never-was')}") { id } }`)).errors).toEqual(
      [],
    );
  });

  test('hides changes of the type from subscriptions without the scope', async () => {
    const ofAll = 'subscription { contentChanged { type } }';
    const connectionParams = await scopedStack.headersOf(['index:write']);
    const clients = [createSubscriber(stack.url), createSubscriber(stack.url, { connectionParams })];
    try {
      const [withoutScope, withScope] = clients.map((client) => subscribe(client, ofAll)) as [
        Subscription,
        Subscription,
      ];
      await waitForSubscriptions(stack.url, 2);
      const typeOf = async (changes: Subscription) => (await changes.next()).data?.contentChanged.type;
      await stack.editor.patch('menu-sunday').set({ title: 'A hidden title' }).commit();
      expect(await typeOf(withScope)).toBe('MENU');
      const [ragu] = await stack.editor.fetch<string[]>('*[_type == "recipe"]._id');
      await stack.editor
        .patch(ragu as string)
        .set({ time: 179 })
        .commit();
      expect(await typeOf(withScope)).toBe('RECIPE');
      expect(await typeOf(withoutScope)).toBe('RECIPE');

      const explicit = subscribe(
        clients[0] as Client,
        'subscription { contentChanged(types: [RECIPE, MENU]) { documentId } }',
      );
      expect((await explicit.next()).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    } finally {
      for (const client of clients) await client.dispose();
    }
  });
});

describe('names that require scopes', () => {
  const validate = (query: string, scopes?: readonly Scope[]) =>
    withClient(async (client) => {
      const result = await client.callTool({ name: 'validate', arguments: { query } });
      return { isValid: result.isError !== true, text: JSON.stringify(result.content) };
    }, scopes);

  test.each([
    '/schema.graphql',
    '/docs/reference',
    '/docs/reference.md',
    '/docs/reference/Recipe',
    '/docs/reference/Query.md',
    '/docs/reference/Menu',
    '/docs/changelog',
    '/docs/search?q=menus',
    '/docs/search?q=difficulty',
    '/docs/llms.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/explorer/guide-operations.json',
    '/',
  ])('are not in %s', async (path) => {
    const text = await (await fetch(`${stack.url}${path}`)).text();
    // The page of a search repeats its words.
    const query = new URL(path, stack.url).searchParams.get('q');
    expect((query ? text.replaceAll(query, '') : text).match(HIDDEN_NAMES)).toBeNull();
  });

  test.each([
    '{ __schema { types { name fields { name } enumValues { name } inputFields { name } } } }',
    '{ __type(name: "MenuConnection") { fields { name } } }',
    '{ _service { sdl } }',
    '{ recipes(orderBy: { field: DIFFICULT }) { totalCount } }',
    '{ recipe(by: { slug: "ragu" }) { dificulty } }',
    '{ menuss { totalCount } }',
  ])('are not in the response to %s', async (query) => {
    const { data, errors } = await execute('', query);
    const named = query.match(/MenuConnection|DIFFICULT/)?.[0] ?? '-';
    expect(JSON.stringify({ data, errors }).replaceAll(named, '').match(HIDDEN_NAMES)).toBeNull();
  });

  test('are unknown to the tool validate, and known to callers with the scopes', async () => {
    for (const query of [
      '{ menus { totalCount } }',
      '{ recipe(by: { slug: "ragu" }) { difficulty } }',
      '{ node(id: "x") { ... on Menu { title } } }',
      'query ($by: MenuBy!) { menu(by: $by) { title } }',
    ]) {
      const { isValid, text } = await validate(query);
      expect([query, isValid]).toEqual([query, false]);
      expect(text).toMatch(/Cannot query field|Unknown type/);
      expect(text.split('Did you mean')[1] ?? '').not.toMatch(HIDDEN_NAMES);
      // Also after the document was valid for another caller.
      await execute('index:write', query);
      expect(await validate(query)).toEqual({ isValid, text });
    }
    expect(await validate('{ menus { totalCount } }', ['index:write'])).toMatchObject({ isValid: true });
    expect(await validate('{ recipes { totalCount } }')).toMatchObject({ isValid: true });
  });

  test('are in no tool of callers without the scopes', async () => {
    const toolsOf = (scopes: readonly Scope[]) =>
      withClient(async (client) => JSON.stringify((await client.listTools()).tools), scopes);
    const anonymous = await toolsOf([]);
    expect(anonymous).toContain('recipe_names');
    expect(anonymous.match(HIDDEN_NAMES)).toBeNull();
    expect(await toolsOf(['index:write'])).toContain('menu_titles');
    const found = await withClient((client) =>
      client.callTool({ name: 'search_schema', arguments: { query: 'menu difficulty' } }),
    );
    expect(JSON.stringify(found).match(HIDDEN_NAMES)).toBeNull();
  });
});

/** A request that names something that requires scopes, and is rejected. */
type Guess = readonly [
  hidden: string,
  /** A name of nothing, of equal length. */
  unknown: string,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
];
const FIELD: readonly [string, string] = ['difficulty', 'difficulte'];
const MENUS: readonly [string, string] = ['menus', 'menuz'];
const LOOKUP: readonly [string, string] = ['menu', 'menz'];
const TYPE: readonly [string, string] = ['Menu', 'Menz'];
const MUTATION: readonly [string, string] = ['createApiKey', 'createApiKez'];

/** Each is invalid in the whole schema too, or with its variables. `#` is the name. */
const GUESSES: readonly Guess[] = [
  [...FIELD, '{ recipes { nodes { # { name } } } }'],
  [...FIELD, '{ recipes { nodes { #(first: 1) } } }'],
  [...FIELD, '{ recipes { nodes { a: name a: # } } }'],
  [...FIELD, '{ recipes { nodes { ...F } } } fragment F on Recipe { # { name } }'],
  [...FIELD, '{ recipes { nodes { # @include(if: 1) } } }'],
  [...FIELD, 'query ($a: Int) { recipes { nodes { # } } }'],
  [...FIELD, '{ recipes { nodes { # } } flims }'],
  [...MENUS, '{ # }'],
  [...MENUS, '{ # { names } }'],
  [...MENUS, '{ # { nodes { titel } } }'],
  [...MENUS, '{ #(first: "x") { totalCount } }'],
  [...MENUS, '{ #(frist: 1) { totalCount } }'],
  [...MENUS, '{ #(orderBy: [{ field: TITEL }]) { totalCount } }'],
  [...MENUS, '{ #(filter: { titel: { eq: "x" } }) { totalCount } }'],
  [...MENUS, 'query ($a: Boolean!) { #(first: $a) { totalCount } }'],
  [...MENUS, 'query ($a: Int) { #(first: $a) { totalCount } }', { a: 'x' }],
  [...MENUS, '{ a: # { totalCount } a: recipes { totalCount } }'],
  [...MENUS, 'query A { # { totalCount } } query A { recipes { totalCount } }'],
  [...MENUS, '{ recipes { nodes { # { nodes { served(as: 1) } } } } }'],
  [...LOOKUP, '{ # { title } }'],
  [...LOOKUP, '{ #(by: {}) { title } }'],
  [...LOOKUP, '{ #(by: { slug: 1, name: 2 }) { title } }'],
  [...TYPE, '{ node(id: "x") { ... on # { titel } } }'],
  [...TYPE, '{ node(id: "x") { ... on # { title { x } } } }'],
  [...TYPE, '{ node(id: "x") { ... on #Order { titel } } }'],
  [...TYPE, '{ node(id: "x") { ...F } } fragment F on #By { slug }'],
  [...TYPE, '{ recipes { nodes { ... on # { title } } } }'],
  [...TYPE, 'query ($a: #Connection) { recipes { totalCount } }'],
  [...TYPE, 'query ($a: #By = { titel: 1 }) { recipes { totalCount } }'],
  [...TYPE, 'query ($a: #By!) { menu(by: $a) { title } }', { a: { titel: 1 } }],
  [...TYPE, 'query ($a: #Filter) { recipes(filter: $a) { totalCount } }', { a: { titel: 1 } }],
  ['Drink', 'Drimk', '{ recipes { nodes { pairsWith { ... on # { strong { x } } } } } }'],
  ['indexStatus', 'indexStatuz', '{ # { waitin } }'],
  ['apiKeys', 'apiKeyz', '{ #(first: 1) { keyIdd } }'],
  [...MUTATION, 'mutation { # }'],
  [...MUTATION, 'mutation { #(input: {}) { key { x } } }'],
  [...MUTATION, 'mutation { #(inputs: { name: 1 }) { secret } }'],
  [
    'CreateApiKeyInput',
    'CreateApiKeyInpuz',
    'mutation ($a: #!) { createApiKey(input: $a) { secret } }',
    { a: {} },
  ],
  ['CreateApiKeyPayload', 'CreateApiKeyPayloaz', '{ node(id: "x") { ...F } } fragment F on # { secrets }'],
];

const SUGGESTION = / Did you mean [^?]*\?/g;

describe('a name that requires scopes in a request that is rejected', () => {
  const queryOf = ([hidden, unknown, text]: Guess) =>
    [hidden, unknown].map((name) => [name, text.replaceAll('#', name)] as const);
  /** Asks with the hidden and with the unknown name. @returns both answers, with `#` instead of the name, which decides suggestions */
  const answersTo = async (guess: Guess, ask: (query: string) => Promise<unknown>) => {
    const answers: string[] = [];
    for (const [name, query] of queryOf(guess)) {
      const answer = JSON.stringify(await ask(query));
      for (const suggestion of answer.match(SUGGESTION) ?? []) expect(suggestion).not.toMatch(HIDDEN_NAMES);
      answers.push(answer.replace(SUGGESTION, '').replaceAll(name, '#'));
    }
    return answers;
  };
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const answerOf = async (response: Response) => [response.status, await response.text()];

  test.each(GUESSES)('%s is answered as the unknown name %s: %s', async (...guess) => {
    const [, , text, variables = {}] = guess;
    const asks: readonly ((query: string) => Promise<unknown>)[] = [
      async (query) =>
        answerOf(
          await fetch(`${stack.url}/graphql`, {
            method: 'POST',
            headers: json,
            body: JSON.stringify({ query, variables }),
          }),
        ),
      async (query) => {
        const client = createSubscriber(stack.url);
        const subscription = subscribe(client, query, variables);
        return subscription.ended.finally(() => client.dispose());
      },
    ];
    const byGet = async (query: string) => {
      const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
      return answerOf(await fetch(`${stack.url}/graphql?${parameters}`, { headers: json }));
    };
    // A valid mutation is 405 by GET, whatever its variables.
    for (const ask of text.startsWith('mutation') ? asks : [...asks, byGet]) {
      const [hidden, unknown] = await answersTo(guess, ask);
      expect(hidden).toMatch(/GRAPHQL_VALIDATION_FAILED/);
      expect(hidden).toBe(unknown);
    }
  });

  test('is answered to assistants as an unknown name', async () => {
    const scopes: readonly Scope[] = ['mcp:execute', 'read:published'];
    await withClient(async (client) => {
      for (const guess of GUESSES)
        for (const tool of ['validate', 'execute']) {
          const [, , , variables] = guess;
          const args = (query: string) => ({ query, ...(tool === 'execute' && variables && { variables }) });
          const [hidden, unknown] = await answersTo(guess, (query) =>
            client.callTool({ name: tool, arguments: args(query) }),
          );
          expect([guess, hidden]).toEqual([guess, unknown]);
          expect(hidden).toContain('"isError":true');
        }
    }, scopes);
  });

  test('is explained to callers with the scopes', async () => {
    const { errors } = await execute('index:write', '{ menus { nodes { titel } } }');
    expect(errors).toMatchObject([
      { message: expect.stringContaining('on type "Menu". Did you mean "title"') },
    ]);
  });
});

describe('@requiresScopes', () => {
  const modelErrors = async (...pairs: readonly (readonly [string, string])[]) => {
    try {
      await readTypeDefs(modifyRecipesModel(...pairs));
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  test('rejects unknown scopes, and fields of the search index that require scopes', async () => {
    expect(
      await modelErrors([
        'difficulty: Difficulty',
        'difficulty: Difficulty @requiresScopes(scopes: [["root"]])',
      ]),
    ).toMatch(/difficulty: expected @requiresScopes to name scopes of .*, got root/);
    expect(
      await modelErrors(['method: RichText @searchable', `method: RichText @searchable ${INDEX}`]),
    ).toMatch(/Recipe\.method: expected no field with required scopes in the search index/);
    expect(await modelErrors(['type Drink @document(', `type Drink ${INDEX} @document(`])).toMatch(
      /Drink\.name: expected no field/,
    );
    expect(await modelErrors(['type Cuisine @document {', `type Cuisine @document ${INDEX} {`])).toMatch(
      /Recipe\.cuisine: expected no field/,
    );
    expect(await modelErrors(['title: String!\n', `title: String! @label ${INDEX}\n`])).toMatch(
      /Menu\.title: expected the label field/,
    );
  });
});
