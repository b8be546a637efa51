import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { openStorage } from '../../../gateway/app/storage.ts';
import { buildSchema, readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber, type Told } from '../../support/subscriber.ts';

const RECIPES = `${ROOT}tests/support/fixtures/recipes/schema`;
const folders: string[] = [];
/** The recipes' model with words put into it. */
function altered(...pairs: readonly (readonly [string, string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-model-'));
  folders.push(folder);
  cpSync(RECIPES, folder, { recursive: true });
  const file = join(folder, 'recipes.graphql');
  let sdl = readFileSync(file, 'utf8');
  for (const [from, to] of pairs) {
    expect(sdl).toContain(from);
    sdl = sdl.replace(from, to);
  }
  writeFileSync(file, sdl);
  return folder;
}

const INDEX = '@requiresScopes(scopes: [["index:write"]])';
const EITHER = '@requiresScopes(scopes: [["index:write", "media:write"], ["read:drafts"]])';
const PUBLIC_DRINKS = ['name: String! @searchable\n  strong', 'name: String!\n  strong'] as const;

let house: House;
let durable: Storage;
const secrets: Record<string, string> = {};
beforeAll(async () => {
  const schemaDir = altered(
    ['difficulty: Difficulty', `difficulty: Difficulty ${INDEX}`],
    ['time: Int @searchable(facet: true)', `time: Int ${EITHER}`],
    PUBLIC_DRINKS,
    ['type Drink @document(', `type Drink ${INDEX} @document(`],
    ['type Menu @document', `type Menu @document ${INDEX}`],
  );
  house = await openHouse({
    schemaDir,
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    indexed: false,
  });
  await house.bringNews();
  durable = openStorage(house.config, () => undefined);
  const ring = createApiKeys(durable.keys);
  for (const scopes of [['read:published'], ['index:write'], ['index:write', 'media:write'], ['read:drafts']])
    secrets[scopes.join('+')] = (await ring.create({ name: 'test', scopes })).secret;
});
afterAll(async () => {
  await durable.close();
  await house.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function ask(scopes: string, query: string) {
  const secret = secrets[scopes];
  const answer = await fetch(`${house.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
    body: JSON.stringify({ query }),
  });
  const { data, errors = [] } = (await answer.json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
    data: any;
    errors?: { path: unknown[]; message: string; extensions: { code: string } }[];
  };
  return { data, errors, codes: errors.map(({ extensions }) => extensions.code) };
}

describe('a field that asks for a scope', () => {
  test('is null without it, whoever asked before, and its neighbours stand', async () => {
    const query = '{ recipe(slug: "ragu") { name difficulty } }';
    const refused = {
      data: { recipe: { name: 'Ragù alla bolognese', difficulty: null } },
      codes: ['FORBIDDEN'],
    };
    expect(await ask('', query)).toMatchObject(refused);
    expect((await ask('index:write', query)).data.recipe.difficulty).toBe('hard');
    expect(await ask('', query)).toMatchObject(refused);
    expect(await ask('read:published', query)).toMatchObject(refused);
    expect((await ask('', query)).errors[0]).toMatchObject({
      path: ['recipe', 'difficulty'],
      message: expect.stringContaining('expected the scope index:write'),
    });
  });

  test('takes any of its groups, and no group in part', async () => {
    const query = '{ recipe(slug: "ragu") { time } }';
    for (const [scopes, time] of [
      ['index:write', null],
      ['index:write+media:write', 180],
      ['read:drafts', 180],
    ] as const)
      expect((await ask(scopes, query)).data.recipe.time).toBe(time);
  });

  test('is not told by filters or orders, and says in introspection what it needs', async () => {
    for (const argument of [
      'filter: { difficulty: { eq: hard } }',
      'orderBy: TIME_ASC',
      'filter: { time: { gt: 1 } }',
    ])
      expect((await ask('index:write', `{ recipes(${argument}) { totalCount } }`)).codes).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ]);
    const { data } = await ask('', '{ __type(name: "Recipe") { fields { name description } } }');
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

describe('a type that asks for a scope', () => {
  test('is null wherever an edge leads to it, and its neighbours in the list stand', async () => {
    const query =
      '{ recipe(slug: "ragu") { pairsWith { __typename ... on Drink { name } ... on Recipe { name } } } }';
    const open = await ask('index:write', query);
    const kinds = open.data.recipe.pairsWith.map((row: { __typename: string }) => row.__typename);
    expect(kinds).toContain('Drink');
    const closed = await ask('', query);
    expect(closed.codes).toEqual(kinds.filter((kind: string) => kind === 'Drink').map(() => 'FORBIDDEN'));
    expect(JSON.stringify(closed.data)).not.toContain('Drink');
  });

  test('is not counted, listed, looked up or found by id either', async () => {
    const open = await ask('index:write', '{ drinksList { totalCount nodes { id name } } }');
    expect(open.errors).toEqual([]);
    const [{ id }] = open.data.drinksList.nodes;
    for (const query of [
      '{ drinksList { totalCount } }',
      '{ menus { edges { cursor } } }',
      `{ drink(id: "${id}") { name } }`,
      `{ node(id: "${id}") { id } }`,
      `{ nodes(ids: ["${id}"]) { id } }`,
      '{ menu(slug: "sunday") { title } }',
      '{ a: menus { nodes { title } } }',
    ]) {
      const { codes, data } = await ask('', query);
      expect([query, codes]).toEqual([query, ['FORBIDDEN']]);
      expect(JSON.stringify(data)).toMatch(/null/);
    }
    const inner = await ask('', '{ recipe(slug: "ragu") { menus { totalCount } } }');
    expect(inner).toMatchObject({ codes: ['FORBIDDEN'], data: { recipe: null } });
  });

  test('is told of no more by an id that there is than by one that there is not', async () => {
    const { data } = await ask('index:write', '{ menu(slug: "sunday") { id } }');
    const idOf = (text: string) => Buffer.from(text).toString('base64url');
    for (const field of ['node(id: "ID")', 'nodes(ids: ["ID"])']) {
      const answers = [data.menu.id, idOf('Menu:never-was')].map((id) =>
        ask('', `{ ${field.replace('ID', id)} { id } }`),
      );
      const [there, absent] = await Promise.all(answers);
      expect(there?.codes).toEqual(['FORBIDDEN']);
      expect(absent).toEqual(there);
    }
    expect((await ask('index:write', `{ node(id: "${idOf('Menu:never-was')}") { id } }`)).errors).toEqual([]);
  });

  test('is no news for those who may not read it', async () => {
    const ofAll = 'subscription { contentChanged { type } }';
    const Authorization = `Bearer ${secrets['index:write']}`;
    const clients = [subscriber(house.url), subscriber(house.url, { connectionParams: { Authorization } })];
    try {
      const [everybody, cook] = clients.map((client) => subscribe(client, ofAll)) as [Told, Told];
      await subscribed(house.url, 2);
      const typeOf = async (told: Told) => (await told.next()).data?.contentChanged.type;
      await house.editor.patch('menu-sunday').set({ title: 'What nobody knows yet' }).commit();
      expect(await typeOf(cook)).toBe('MENU');
      const [ragu] = await house.editor.fetch<string[]>('*[_type == "recipe"]._id');
      await house.editor
        .patch(ragu as string)
        .set({ time: 179 })
        .commit();
      expect(await typeOf(cook)).toBe('RECIPE');
      expect(await typeOf(everybody)).toBe('RECIPE');

      const asked = subscribe(
        clients[0] as Client,
        'subscription { contentChanged(types: [RECIPE, MENU]) { id } }',
      );
      expect((await asked.next()).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    } finally {
      for (const client of clients) await client.dispose();
    }
  });
});

describe('a model', () => {
  const faults = async (...pairs: readonly (readonly [string, string])[]) => {
    const defs = await readTypeDefs(altered(...pairs));
    try {
      buildSchema({ ...defs, binders: {} as never, resolvers: [] });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  test('is told when it asks for scopes there are none of, or puts what is asked for into the index', async () => {
    expect(
      await faults(['difficulty: Difficulty', 'difficulty: Difficulty @requiresScopes(scopes: [["root"]])']),
    ).toMatch(/difficulty: expected @requiresScopes to name scopes of .*, got root/);
    expect(await faults(['method: RichText @searchable', `method: RichText @searchable ${INDEX}`])).toMatch(
      /Recipe\.method: expected no field with required scopes in the search index/,
    );
    expect(await faults(['type Drink @document(', `type Drink ${INDEX} @document(`])).toMatch(
      /Drink\.name: expected no field/,
    );
    expect(await faults(['type Cuisine @document {', `type Cuisine @document ${INDEX} {`])).toMatch(
      /Recipe\.cuisine: expected no field/,
    );
    expect(await faults(['title: String!\n', `title: String! ${INDEX}\n`])).toMatch(
      /Menu\.title: expected the label field/,
    );
  });
});
