import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  parse,
  validateSchema,
} from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const contract = readFileSync(`${ROOT}schema/contract.graphql`, 'utf8');
const schema = buildSchema(contract);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasCache: false });
});
afterAll(() => stack.close());

const isMarked = (field: GraphQLField<unknown, unknown> | undefined) =>
  field?.astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;

/** Returns the fields with `@semanticNonNull`, as `Type.field`. */
const markedFields = (of: GraphQLSchema): string[] =>
  Object.values(of.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => (isMarked(field) ? `${type}.${field.name}` : []))
      : [],
  );

test('@semanticNonNull: the contract and /schema.graphql mark fields that are null only with an error', async () => {
  const marked = markedFields(schema);
  expect(validateSchema(schema)).toEqual([]);
  expect(marked).toEqual(expect.arrayContaining(['Query.films', 'Film.related', 'FilmConnection.nodes']));
  // Null means that there is none, or that it is not ready.
  expect(marked).not.toContain('Query.film');
  expect(marked).not.toContain('Film.video');
  expect(marked).not.toContain('Video.playback');
  const served = buildSchema(await (await fetch(`${stack.url}/schema.graphql`)).text());
  // Without a key, the served schema has no fields that require scopes.
  const isServed = (coordinate: string) => {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = served.getType(typeName);
    return isObjectType(type) && fieldName in type.getFields();
  };
  expect(markedFields(served).sort()).toEqual(marked.filter(isServed).sort());
});

test('@semanticNonNull: every marked root field that is null has an error', async () => {
  const selections: Readonly<Record<string, string>> = {
    search: 'search(query: "a") { totalCount }',
    moments: 'moments(query: "a") { totalCount }',
    suggest: 'suggest(query: "a") { queries { text } }',
    facetValues: 'facetValues(key: TYPE) { value }',
    nodes: 'nodes(ids: ["RmlsbTpmaWxtLWxvcmVueg"]) { id }',
    apiKeys: 'apiKeys { keyId }',
    locales: 'locales',
    indexStatus: 'indexStatus { waiting }',
    schemaUsage: 'schemaUsage { client }',
    viewer: 'viewer { apiKey { name } }',
  };
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(isMarked);
  const source = `{ ${fields.map(({ name }) => selections[name] ?? `${name} { nodes { id } }`).join(' ')} }`;
  await stack.setFaults('content', [{ kind: 'status', status: 503 }]);
  await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
  try {
    const { data, errors } = await stack.query(source);
    const failed = new Set(errors.map(({ path }) => path?.[0]));
    const missing = fields.map(({ name }) => name).filter((name) => data[name] === null);
    expect(missing).toEqual(expect.arrayContaining(['films', 'articles', 'moments', 'apiKeys']));
    expect(missing.filter((name) => !failed.has(name))).toEqual([]);
  } finally {
    await stack.setFaults('content');
    await stack.setFaults('search');
  }
});

test('@semanticNonNull: a missing value of a field that the model marks is an error, and the other fields remain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'songs-'));
  try {
    const sdl = 'type Song @document { name: String! title: String @semanticNonNull key: String }';
    writeFileSync(join(folder, 'model.graphql'), sdl);
    const song = { _id: 's', _type: 'song', name: 'a' } as unknown as Doc;
    const graph = createContentGraph(await readTypeDefs(folder), createEvaluatorClient([song]));
    const { data, errors } = await graph.execute(parse('{ songs { nodes { name title key } } }'), {});
    expect(JSON.parse(JSON.stringify(data)).songs.nodes).toEqual([{ name: 'a', title: null, key: null }]);
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
      ['songs.nodes.0.title', 'INCOMPLETE_DOCUMENT'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
