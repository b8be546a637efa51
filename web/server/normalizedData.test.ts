import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type DocumentNode, gql, InMemoryCache, type OperationVariables } from '@apollo/client';
import { addTypenameToDocument } from '@apollo/client/utilities';
import { beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { CACHE_CONFIG } from '../apollo/client.ts';
import { operationOf } from '../apollo/operations.ts';
import { readNormalized } from '../apollo/readNormalized.ts';
import { createNormalizedData } from './normalizedData.ts';
import { generateData, generateVariables } from './testing/generateData.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 150;

let schema: GraphQLSchema;
/** The queries of the app. */
const documents: DocumentNode[] = [];
beforeAll(async () => {
  schema = buildSchema(readFileSync(`${WEB}../schema/contract.graphql`, 'utf8'), { assumeValid: true });
  for (const name of globSync('{features,components,server}/**/*.generated.ts', { cwd: WEB }).sort()) {
    const exported = (await import(pathToFileURL(`${WEB}${name}`).href)) as Record<string, DocumentNode>;
    for (const value of Object.values(exported))
      if (value?.kind === 'Document' && operationOf(value)?.operation === 'query') documents.push(value);
  }
  // The cache reports data without an id that it replaces.
  for (const method of ['error', 'warn'] as const) jest.spyOn(console, method).mockReturnValue();
});

interface Written {
  readonly query: DocumentNode;
  readonly variables: OperationVariables;
  readonly data: object;
}

/** Compares the stored data, and the data that hydration reads from it, with those of the cache in the browser. */
function expectSameAsCache(queries: readonly Written[]): void {
  const cache = new InMemoryCache({ ...CACHE_CONFIG, resultCaching: false });
  const normalized = createNormalizedData();
  for (const { query, variables, data } of queries) {
    cache.writeQuery({ query: addTypenameToDocument(query), variables, data });
    normalized.write(query, variables, data);
  }
  const stored = normalized.extract();
  expect(stored).toEqual(cache.extract());
  for (const { query, variables } of queries)
    expect(readNormalized(stored, query, variables)).toEqual(
      cache.readQuery({ query: addTypenameToDocument(query), variables }) ?? undefined,
    );
}

test('normalized data: equals the cache of the browser for random data of the app’s queries', () => {
  expect(documents.length).toBeGreaterThan(20);
  const written = fc
    .record({ n: fc.nat(documents.length - 1), seed: fc.nat(5) })
    .map(({ n, seed }): Written => {
      const query = documents[n] as DocumentNode;
      const variables = generateVariables(schema, query, seed);
      return { query, variables, data: generateData(schema, addTypenameToDocument(query), variables, seed) };
    });
  fc.assert(fc.property(fc.array(written, { minLength: 1, maxLength: 4 }), expectSameAsCache), {
    numRuns: RUNS,
  });
});

const FILM = gql`query Film($slug: String!) { film(by: { slug: $slug }) { id video { id playback { stream } } } }`;
const STILL = gql`query Still($slug: String!) { film(by: { slug: $slug }) { id video { id playback { still } } } }`;
const film = (playback: object | null) => ({
  film: {
    __typename: 'Film',
    id: 'f',
    video: { __typename: 'Video', id: 'v', playback: playback && { __typename: 'Playback', ...playback } },
  },
});

test.each([
  ['merges the fields of values without an id', { still: 'b' }],
  ['replaces a value by null', null],
])('normalized data: %s', (_name, playback) => {
  const variables = { slug: 'a' };
  expectSameAsCache([
    { query: FILM, variables, data: film({ stream: 'a' }) },
    { query: STILL, variables, data: film(playback) },
  ]);
});

test('normalized data: keeps the results of a search when a later one fails', () => {
  const query = gql`{ search(query: "a") { totalCount } moments(query: "a") { totalCount } }`;
  const found = { __typename: 'SearchConnection', totalCount: 1 };
  expectSameAsCache([
    { query, variables: {}, data: { search: found, moments: null } },
    { query, variables: {}, data: { search: null, moments: null } },
  ]);
});
