import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
} from 'graphql';
import { findContractChanges } from '../../../gateway/cli/contract/changes.ts';
import { SCOPES, type Scope } from '../../../gateway/core/scopes.ts';
import { ROOT } from '../../support/stack.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let server: StackWithKeys;
beforeAll(async () => {
  server = await startStackWithKeys({ FEDERATION: 'on' });
});
afterAll(() => server.close());

const keyWith = async (scopes: readonly Scope[]) =>
  scopes.length === 0
    ? {}
    : bearer((await server.apiKeys.create({ name: 'router', scopes: [...scopes] })).secret);

/** Returns the types of the subgraph's SDL by name, and the SDL. */
async function readService(...scopes: Scope[]) {
  const { data, errors } = await server.query(await keyWith(scopes), '{ _service { sdl } }');
  expect(errors).toBeUndefined();
  const sdl: string = data._service.sdl;
  const types = new Map(
    parse(sdl).definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const fieldsOf = (name: string) => types.get(name)?.fields?.map((field) => field.name.value);
  const fieldOf = (name: string, field: string) =>
    types.get(name)?.fields?.find((node) => node.name.value === field);
  return { sdl, types, fieldsOf, fieldOf };
}

const directivesOf = (node: Pick<ObjectTypeDefinitionNode, 'directives'> | undefined) =>
  node?.directives?.map(print);

describe('_service', () => {
  test('has the key `id` on every type with global ids, and on no other', async () => {
    const { types } = await readService();
    const keyed = [...types.values()].filter((type) => directivesOf(type)?.includes('@key(fields: "id")'));
    const nodes = [...types.values()].filter(({ interfaces }) =>
      interfaces?.some(({ name }) => name.value === 'Node'),
    );
    expect(keyed.map(({ name }) => name.value)).toEqual(nodes.map(({ name }) => name.value));
    expect(keyed.map(({ name }) => name.value).toSorted()).toEqual([
      'Article',
      'Collection',
      'Contributor',
      'Film',
      'Person',
      'Topic',
      'Video',
    ]);
  });

  test('has the costs in the form of Apollo Federation', async () => {
    const { sdl, types, fieldOf } = await readService();
    expect(sdl).toMatch(
      /^extend schema @link\(url: "https:\/\/specs\.apollo\.dev\/federation\/v2\.9", import: \[/,
    );
    expect(directivesOf(fieldOf('RichText', 'plainText'))).toEqual(['@cost(weight: 10)']);
    expect(directivesOf(fieldOf('Query', 'suggest'))).toEqual([
      '@listSize(requireOneSlicingArgument: false, slicingArguments: ["first"], sizedFields: ["queries", "items", "documents"])',
    ]);
    // Its slicing argument is a list, which composition rejects.
    expect(directivesOf(fieldOf('Query', 'nodes'))).toEqual([]);
    expect(directivesOf(types.get('PageInfo'))).toEqual(['@shareable']);
  });

  test('omits what is not a part of a supergraph', async () => {
    const { sdl, types, fieldsOf } = await readService(...SCOPES);
    expect(fieldsOf('Query')).toEqual(expect.arrayContaining(['node', 'films', 'search', 'apiKeys']));
    for (const field of ['_service', '_entities', 'viewer', 'rateLimit'])
      expect(fieldsOf('Query')).not.toContain(field);
    for (const type of ['_Service', '_Entity', 'Viewer', 'RateLimit']) expect(types.has(type)).toBe(false);
    expect(sdl).not.toMatch(/^directive @(?!oneOf )|@cacheControl|@semanticNonNull|_Any/m);
  });

  test('contains what the scopes open, with the scopes', async () => {
    const anonymous = await readService();
    expect(anonymous.sdl).not.toMatch(/@requiresScopes\(|ApiKey/);
    const administrator = await readService('keys:write', 'read:published');
    expect(directivesOf(administrator.fieldOf('Query', 'apiKeys'))).toEqual([
      '@requiresScopes(scopes: [["keys:write"]])',
    ]);
    expect(administrator.fieldsOf('Query')).not.toContain('indexStatus');
  });
});

test('FEDERATION=on: does not trace operations for clients', async () => {
  const { text } = await server.query({ 'apollo-federation-include-trace': 'ftv1' });
  expect(Object.keys(JSON.parse(text))).toEqual(['data']);
});

test('FEDERATION=on: only adds to the contract', async () => {
  const { data } = await server.query(
    await keyWith(SCOPES),
    getIntrospectionQuery({
      inputValueDeprecation: true,
      oneOf: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
    }),
  );
  const contract = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
  const changes = await findContractChanges(contract, buildClientSchema(data));
  expect(changes.map(({ level, coordinate }) => [level, coordinate])).toEqual([
    ['safe', 'Query._entities'],
    ['safe', 'Query._service'],
    ['safe', '_Any'],
    ['safe', '_Entity'],
    ['safe', '_Service'],
  ]);
});

test('FEDERATION=off: has no fields for routers', async () => {
  const off = await startStackWithKeys();
  try {
    const { status, code } = await off.query({}, '{ _service { sdl } }');
    expect([status, code]).toEqual([422, 'GRAPHQL_VALIDATION_FAILED']);
  } finally {
    await off.close();
  }
});
