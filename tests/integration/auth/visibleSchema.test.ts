import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema, validateSchema } from 'graphql';
import type { Scope } from '../../../gateway/core/scopes.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let server: StackWithKeys;
beforeAll(async () => {
  server = await startStackWithKeys();
});
afterAll(() => server.close());

const keyWith = async (...scopes: Scope[]) =>
  bearer((await server.apiKeys.create({ name: 'tools', scopes })).secret);

async function sdlFor(headers: Record<string, string>): Promise<{ sdl: string; response: Response }> {
  const response = await fetch(`${server.stack.url}/schema.graphql`, { headers });
  return { sdl: await response.text(), response };
}

async function introspect(headers: Record<string, string>) {
  const { data, errors } = await server.query(
    headers,
    getIntrospectionQuery({ inputValueDeprecation: true }),
  );
  expect(errors).toBeUndefined();
  const schema = buildClientSchema(data);
  expect(validateSchema(schema)).toEqual([]);
  return schema;
}

const guardedFields = (schema: ReturnType<typeof buildSchema>) => ({
  mutations: Object.keys(schema.getMutationType()?.getFields() ?? {}),
  fields: ['apiKeys', 'indexStatus', 'schemaUsage'].filter(
    (name) => schema.getQueryType()?.getFields()[name],
  ),
});

describe('schema of an audience', () => {
  test.each<[string, Scope[], { mutations: string[]; fields: string[] }]>([
    ['without a key', [], { mutations: [], fields: [] }],
    [
      'with read:drafts',
      ['read:drafts'],
      { mutations: ['createPreviewLink', 'revokePreviewLink'], fields: [] },
    ],
    ['with index:write', ['index:write'], { mutations: [], fields: ['indexStatus'] }],
    [
      'with keys:write',
      ['keys:write'],
      { mutations: ['createApiKey', 'rotateApiKey', 'revokeApiKey'], fields: ['apiKeys'] },
    ],
  ])('%s: SDL and introspection contain what the scopes open', async (_name, scopes, expected) => {
    const headers: Record<string, string> = scopes.length > 0 ? await keyWith(...scopes) : {};
    const introspected = await introspect(headers);
    expect(guardedFields(introspected)).toEqual(expected);
    const schema = buildSchema((await sdlFor(headers)).sdl);
    expect(guardedFields(schema)).toEqual(expected);
    expect(Object.keys(introspected.getTypeMap()).toSorted()).toEqual(
      Object.keys(schema.getTypeMap()).toSorted(),
    );
    expect(printSchema(schema).includes('ApiKeyCreator')).toBe(scopes.includes('keys:write'));
  });

  test('is not shared with other audiences by a cache', async () => {
    const query = '{ __type(name: "ApiKeyCreator") { name } }';
    const administrator = await keyWith('keys:write');
    for (const headers of [{}, administrator, {}, administrator]) {
      const { data } = await server.query(headers, query);
      expect(data.__type).toEqual(headers === administrator ? { name: 'ApiKeyCreator' } : null);
    }
    const { response } = await sdlFor({});
    expect(response.headers.get('cache-control')).toMatch(/^public/);
    expect(response.headers.get('vary')).toMatch(/authorization, x-api-key/);
    expect((await sdlFor(administrator)).response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('is used beside other fields, under aliases and in fragments', async () => {
    const { data, errors } = await server.query(
      {},
      `query Q($name: String = "IndexStatus", $skip: Boolean = true) {
         films(first: 1) { nodes { title } }
         status: __type(name: $name) { name }
         ...S
         skipped: __schema @skip(if: $skip) { description }
         ... @skip(if: $skip) { alsoSkipped: __type(name: "Film") { name } }
       }
       fragment S on Query { __schema { queryType { fields { name } } mutationType { name } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ films: { nodes: [{}] }, status: null, __schema: { mutationType: null } });
    const names = data.__schema.queryType.fields.map(({ name }: { name: string }) => name);
    expect(names).toContain('films');
    expect(names).not.toContain('apiKeys');
    expect(Object.keys(data)).toEqual(['films', 'status', '__schema']);
  });

  test('does not change what happens to a hidden field that is selected', async () => {
    const { data, code } = await server.query({}, '{ apiKeys { keyId } films(first: 1) { totalCount } }');
    expect([data.apiKeys, code]).toEqual([null, 'FORBIDDEN']);
    expect(data.films.totalCount).toBeGreaterThan(0);
  });
});

/** Each names what requires scopes almost as it is. */
const MISSPELT: readonly (readonly [
  kind: string,
  hidden: string,
  query: string,
  variables: Record<string, unknown>,
])[] = [
  ['a field', 'apiKeys', '{ apiKey { name } }', {}],
  ['a field of a hidden field', 'keyId', '{ apiKeys { keyIdd } }', {}],
  ['a mutation', 'createApiKey', 'mutation { creatApiKey { secret } }', {}],
  ['an argument of a hidden field', 'input', 'mutation { createApiKey(inputs: {}) { secret } }', {}],
  ['a type', 'ApiKeyCreator', '{ node(id: "x") { ... on ApiKeyCreater { name } } }', {}],
  ['a type of variables', 'CreateApiKeyInput', 'query ($a: CreateApiKeyInputs) { films { totalCount } }', {}],
  [
    'a field of an input in variables',
    'scopes',
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: { name: 'a', scops: [] } },
  ],
];

describe('suggestions of errors', () => {
  test.each(MISSPELT)('%s that requires scopes is not suggested', async (_kind, hidden, query, variables) => {
    const { errors } = await server.stack.query(query, variables);
    expect(errors.length).toBeGreaterThan(0);
    const suggested = errors.map(({ message }) => message.split('Did you mean')[1] ?? '').join();
    expect(suggested).not.toContain(hidden);
  });

  test('a public name beside a hidden one is suggested', async () => {
    const { errors } = await server.stack.query('{ flims { totalCount } apiKey { name } }');
    expect(errors.map(({ message }) => message)).toEqual([
      'Cannot query field "flims" on type "Query". Did you mean "films" or "film"?',
      expect.not.stringContaining('apiKeys'),
    ]);
  });
});
