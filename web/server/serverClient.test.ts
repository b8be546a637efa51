import { gql, type TypedDocumentNode } from '@apollo/client';
import { expect, test } from '@jest/globals';
import type { GraphResponse } from '../../schema/pages.ts';
import { dataErrorsOf } from '../apollo/dataErrors.ts';
import { createServerClient } from './serverClient.ts';

const TEXT = gql`query Films($first: Int = 2) { films(first: $first) { nodes { id title } } }`;
const QUERY = { ...TEXT, id: 'a1' } as TypedDocumentNode<object, { first?: number; unused?: number }>;
const variables = { first: 1 };
const film = (n: number) => ({ __typename: 'Film', id: `f${n}`, title: `Film ${n}` });
const films = (...nodes: unknown[]) => ({ films: { __typename: 'FilmConnection', nodes } });

/** Creates a client whose requests get this response, and records their URLs. */
function setUp(response: Partial<GraphResponse> = {}) {
  const requests: URL[] = [];
  const client = createServerClient(async ({ url }) => {
    requests.push(new URL(url, 'http://graph.test'));
    const text = JSON.stringify({ data: films(film(1)) });
    return { status: 200, contentType: 'application/graphql-response+json', text, ...response };
  });
  return { client, requests };
}

test.each([
  ['persisted', QUERY],
  ['other', TEXT as typeof QUERY],
])('server client: loads the data of %s queries once, updates and extracts it', async (_name, query) => {
  const { client, requests } = setUp();
  expect(client.find(query, variables)).toBeUndefined();
  const [{ data }] = await Promise.all([
    client.query({ query, variables }),
    client.load(query, { first: 1 }),
    client.query({ query, variables }),
  ]);
  expect(data).toEqual(films(film(1)));
  expect(client.find(query, variables)?.data).toEqual(films(film(1)));
  expect(requests).toHaveLength(1);
  client.cache.updateQuery({ query, variables }, () => films(film(1), film(2)));
  expect(client.readQuery({ query, variables })).toEqual(films(film(1), film(2)));
  expect(client.extract()).toMatchObject({
    'Film:f1': film(1),
    'Film:f2': film(2),
    ROOT_QUERY: { 'films({"first":1})': { nodes: [{ __ref: 'Film:f1' }, { __ref: 'Film:f2' }] } },
  });
});

test('server client: sends the id and the declared variables of a persisted query', async () => {
  const { client, requests } = setUp();
  await client.query({ query: QUERY, variables: { ...variables, unused: 3 } });
  await client.query({ query: QUERY });
  const [{ searchParams }, withDefaults] = requests as [URL, URL];
  expect(searchParams.get('variables')).toBe('{"first":1}');
  expect(searchParams.get('extensions')).toContain('"sha256Hash":"a1"');
  expect(searchParams.has('query')).toBe(false);
  expect(withDefaults.searchParams.get('variables')).toBe('{"first":2}');
});

test('server client: keeps no data of queries without cache, and requests those with errors again', async () => {
  const { client, requests } = setUp();
  await client.query({ query: QUERY, variables, fetchPolicy: 'no-cache' });
  expect(client.find(QUERY, variables)).toBeUndefined();
  await client.load(QUERY, variables);
  await client.query({ query: QUERY, variables, fetchPolicy: 'network-only' });
  expect(requests).toHaveLength(3);
});

test.each([
  ['errors beside data', 200, 'application/graphql-response+json', films(film(1))],
  ['errors only', 200, 'application/graphql-response+json', null],
  ['an error status with a GraphQL response', 429, 'application/graphql-response+json', null],
  ['an error status with JSON', 503, 'application/json', undefined],
])('server client: returns %s', async (_name, status, contentType, data) => {
  const errors = [{ message: 'later', extensions: { code: 'OVERLOADED', retryAfter: 2 } }];
  const { client } = setUp({ status, contentType, text: JSON.stringify({ data, errors }) });
  const result = await client.load(QUERY, variables);
  expect(result.data).toEqual(data ?? undefined);
  expect(dataErrorsOf(result.error)).toEqual([
    { path: '', code: 'OVERLOADED', service: null, retryAfterSeconds: 2 },
  ]);
  expect(Object.keys(client.extract())).toHaveLength(data ? 2 : 0);
});

test('server client: returns an error for an invalid response, and for none', async () => {
  const { client } = setUp({ text: '<html>' });
  expect(dataErrorsOf((await client.load(QUERY, variables)).error)).toMatchObject([{ code: 'UNREACHABLE' }]);
  const unreachable = createServerClient(() => Promise.reject(new Error('connect ECONNREFUSED')));
  const { error } = await unreachable.load(QUERY, variables);
  expect(dataErrorsOf(error)).toMatchObject([{ code: 'UNREACHABLE' }]);
});
