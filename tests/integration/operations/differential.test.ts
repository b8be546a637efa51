import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloServer } from '@apollo/server';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { writeSeed } from '../../reference/generator/generate.ts';
import { publicationCase } from '../../reference/modelCases.ts';
import { operationArbitrary } from '../../reference/operationArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { createReferenceImplementation } from '../../reference/referenceImplementation.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import type { Json } from '../../support/documentShape.ts';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  type RawResponse,
  rawRequest,
} from '../../support/rawRequest.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';

/** The first request of a document is executed by Apollo Server, later ones by the prepared operation. */
const RUNS = 3;
const SEED = randomSeed(11);
const GENERATED_OPERATIONS = caseCount(20);
const GENERATED_DOCUMENTS = 120;
/** Every request has its points, and their numbers in the headers are compared. */
const ENV = {
  CONSUME_CHANGES: 'off',
  RATE_LIMIT_ANONYMOUS: '100000000/1',
  MAX_RESPONSE_MB: '1',
  FEDERATION: 'on',
};

const seedDir = mkdtempSync(join(tmpdir(), 'differential-'));
let stack: Stack;
/** A gateway over the same emulators whose operations are all executed by Apollo Server. */
let reference: Gateway;
let key: string;
let operations: fc.Arbitrary<{ readonly text: string; readonly variables: readonly unknown[] }>;
const apolloOperations = jest.spyOn(ApolloServer.prototype, 'executeOperation');

beforeAll(async () => {
  const { defs, documents, expressions } = await publicationCase(GENERATED_DOCUMENTS);
  writeSeed(seedDir, documents as unknown as Json[]);
  // The clock stands still, so that lifetimes and rate limits do not differ between two requests.
  const now = Date.now();
  stack = await startStack({ seedDir, hasIndex: false, now: () => now, env: ENV });
  reference = await createGateway(readConfig(stack.env), { now: () => now, preparesOperations: false });
  await reference.mediaLibraryLoaded;
  key = await createApiKey(stack, 'reader', ['read:published', 'read:drafts']);
  const { dataset } = createReferenceImplementation({ ...defs, documents, expressions });
  const { schema } = createContentGraph(defs, createEvaluatorClient([]));
  operations = operationArbitrary({ schema, model: defs.model, dataset });
});
afterAll(async () => {
  apolloOperations.mockRestore();
  await reference.close();
  await stack.close();
  rmSync(seedDir, { recursive: true });
});
beforeEach(() => void apolloOperations.mockClear());

const CHANGING_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'server-timing',
  'x-request-id',
  'x-ratelimit-reset',
]);

const comparable = ({ status, headers, body }: RawResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.has(name))),
  body: body.toString(),
});

/** Sends a request to both gateways again and again, with empty caches. */
async function expectSameResponses(request: RawRequest): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    await Promise.all([stack.cache.invalidateAll(), reference.cache.invalidateAll()]);
    const expected = await rawRequest(reference.url, request);
    expect(comparable(await rawRequest(stack.url, request))).toEqual(comparable(expected));
  }
}

const FILMS =
  'query Films($n: Int = 3, $more: Boolean = false) { films(first: $n) { totalCount nodes { id title topics { title } video { duration } ... @include(if: $more) { year publishedAt } } } }';
const SEVERAL =
  'query A { films(first: 1) { totalCount } } query B { people(first: 2) { nodes { name } } } mutation C { revokeApiKey(input: { keyId: "x" }) { __typename } }';

describe('prepared operations: same status, headers and body as Apollo Server', () => {
  test.each<[string, () => RawRequest]>([
    ['a list', () => post({ query: FILMS })],
    ['with variables', () => post({ query: FILMS, variables: { n: 2, more: true } })],
    ['with a null condition', () => post({ query: FILMS, variables: { more: null } })],
    ['with invalid variables', () => post({ query: FILMS, variables: { n: 'many' } })],
    ['with too deep variables', () => post({ query: FILMS, variables: { n: nested(40) } })],
    ['with a page size out of range', () => post({ query: FILMS, variables: { n: 5000 } })],
    ['by GET', () => get({ query: FILMS })],
    ['by GET with a key', () => get({ query: FILMS }, { 'x-api-key': key })],
    ['of drafts', () => post({ query: FILMS }, { 'x-api-key': key, 'x-perspective': 'drafts' })],
    ['with its cost', () => post({ query: FILMS }, { 'x-trivium-cost': '1' })],
    ['under application/json', () => post({ query: FILMS }, { accept: 'application/json' })],
    ['of several operations', () => post({ query: SEVERAL, operationName: 'B' })],
    ['of several operations without a name', () => post({ query: SEVERAL })],
    ['of another name', () => post({ query: SEVERAL, operationName: 'D' })],
    ['a mutation by GET', () => get({ query: SEVERAL, operationName: 'C' })],
    ['a mutation', () => post({ query: SEVERAL, operationName: 'C' })],
    ['a subscription', () => post({ query: 'subscription { contentChanged { documentId } }' })],
    ['a dry run', () => post({ query: `{ rateLimit(dryRun: true) { cost } films { totalCount } }` })],
    ['its rate limit', () => post({ query: '{ rateLimit { cost remaining } films { totalCount } }' })],
    [
      'an error at a field',
      () => post({ query: '{ film(by: { id: "?" }) { title } node(id: "?") { id } topics { totalCount } }' }),
    ],
    [
      'a field without the scope',
      () => post({ query: '{ films { totalCount } indexStatus { __typename } }' }),
    ],
    [
      'keys that are names of methods',
      () =>
        post({
          query: '{ __proto__: __typename then: __typename toJSON: __typename constructor: __typename }',
        }),
    ],
    [
      'a response above the maximum size',
      () =>
        post({
          query: `{ ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((alias) => `${alias}: __schema { types { name description fields { name description args { name description defaultValue } type { name kind ofType { name kind } } } } }`).join(' ')} }`,
        }),
    ],
    [
      'introspection',
      () => post({ query: '{ __schema { queryType { name } } __type(name: "Film") { fields { name } } }' }),
    ],
  ])('%s', async (_, create) => {
    await expectSameResponses(create());
  });

  test('of entities', async () => {
    const query = `query ($representations: [_Any!]!) {
      _service { sdl }
      _entities(representations: $representations) { __typename ... on Film { id title } ... on Person { name } }
    }`;
    const ids = '{ films(first: 3) { nodes { id } } people(first: 3) { nodes { id } } }';
    const [{ data }] = await Promise.all([stack.query(ids), queryGateway(reference.url, ids)]);
    const representations = [
      ...data.films.nodes.map((film: object) => ({ __typename: 'Film', ...film })),
      ...data.people.nodes.map((person: object) => ({ __typename: 'Person', ...person })),
      { __typename: 'Film', id: data.people.nodes[0].id },
      { __typename: 'Song' },
    ];
    apolloOperations.mockClear();
    await expectSameResponses(post({ query, variables: { representations } }));
    // Those of the reference, and the first of the other gateway.
    expect(apolloOperations).toHaveBeenCalledTimes(RUNS + 1);
  });

  test('of a provider that fails', async () => {
    const request = post({ query: '{ films(first: 2) { totalCount } search(query: "a") { totalCount } }' });
    await stack.setFaults('content', [
      { kind: 'status', status: 400, body: { error: { type: 'queryError' } } },
    ]);
    try {
      await expectSameResponses(request);
    } finally {
      await stack.setFaults('content');
    }
  });

  test('of a caller without points', async () => {
    const env = { ...stack.env, RATE_LIMIT_ANONYMOUS: '500/1' };
    const gateways = await Promise.all(
      [true, false].map((preparesOperations) =>
        createGateway(readConfig(env), { now: () => 0, preparesOperations }),
      ),
    );
    try {
      const statuses = new Set<number>();
      for (let sent = 0; sent < 12; sent++) {
        const request = post(
          { query: FILMS, variables: { n: sent } },
          sent % 3 ? {} : { 'x-trivium-cost': '1' },
        );
        const [actual, expected] = await Promise.all(gateways.map(({ url }) => rawRequest(url, request)));
        expect(comparable(actual as RawResponse)).toEqual(comparable(expected as RawResponse));
        statuses.add(actual?.status as number);
      }
      expect([...statuses]).toEqual([200, 429]);
    } finally {
      await Promise.all(gateways.map((gateway) => gateway.close()));
    }
  });

  test('of random operations', async () => {
    const property = fc.asyncProperty(operations, async ({ text, variables }) => {
      for (const values of variables) await expectSameResponses(post({ query: text, variables: values }));
    });
    await fc.assert(property, { seed: SEED, numRuns: GENERATED_OPERATIONS });
  }, 60_000);
});

test('prepared operations: known documents need no Apollo Server', async () => {
  const send = (n: number) =>
    rawRequest(
      stack.url,
      post({ query: `query Known($n: Int) { films(first: $n) { totalCount } }`, variables: { n } }),
    );
  for (let n = 1; n < 5; n++) expect((await send(n)).status).toBe(200);
  expect(apolloOperations).toHaveBeenCalledTimes(1);
});

test('prepared operations: equal ones in progress wait for one execution', async () => {
  const request = post({ query: '{ films(first: 7) { nodes { title } } }' });
  await rawRequest(stack.url, request);
  await stack.cache.invalidateAll();
  await stack.clearRequests();
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      rawRequest(stack.url, { ...request, body: `${request.body}${' '.repeat(i)}` }),
    ),
  );
  expect(new Set(responses.map(({ body }) => body.toString())).size).toBe(1);
  expect((await stack.requests()).content).toHaveLength(1);
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
