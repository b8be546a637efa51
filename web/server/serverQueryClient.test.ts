import { gql, type TypedDocumentNode } from '@apollo/client';
import { expect, test } from '@jest/globals';
import type { GraphResponse } from '../../schema/pages.ts';
import { createServerQueryClient } from './serverQueryClient.ts';

const TEXT = gql`query Films($first: Int = 2) { films(first: $first) { nodes { id title } } }`;
const QUERY = { ...TEXT, id: 'a1' } as TypedDocumentNode<object, { first?: number; unused?: number }>;
const variables = { first: 1 };
const film = (n: number) => ({ __typename: 'Film', id: `f${n}`, title: `Film ${n}` });
const films = (...nodes: unknown[]) => ({ films: { __typename: 'FilmConnection', nodes } });

/** Creates queries whose requests get this response, and records their URLs. */
function setUp(response: Partial<GraphResponse> = {}) {
  const requests: URL[] = [];
  const queryClient = createServerQueryClient(async ({ url }) => {
    requests.push(new URL(url, 'http://graph.test'));
    const text = JSON.stringify({ data: films(film(1)) });
    return { status: 200, contentType: 'application/graphql-response+json', text, ...response };
  });
  return { queryClient, requests };
}

test.each([
  ['persisted', QUERY],
  ['other', TEXT as typeof QUERY],
])(
  'server queries: load %s queries once, change them, and give the browser their results',
  async (_name, query) => {
    const { queryClient, requests } = setUp();
    expect(queryClient.queryOf(query, variables).state()).toEqual({ data: undefined, loading: true });
    const [{ data }] = await Promise.all([
      queryClient.load(query, variables),
      queryClient.queryOf(query, { first: 1 }).load(),
      queryClient.load(query, variables),
    ]);
    expect(data).toEqual(films(film(1)));
    expect(requests).toHaveLength(1);
    await queryClient.update(query, variables, () => films(film(1), film(2)));
    expect(queryClient.queryOf(query, variables).state().data).toEqual(films(film(1), film(2)));
    expect(queryClient.results()).toEqual({ 'Films {"first":1}': { data: films(film(1), film(2)) } });
  },
);

test('server queries: send the id and the declared variables of a persisted query', async () => {
  const { queryClient, requests } = setUp();
  await queryClient.load(QUERY, { ...variables, unused: 3 });
  await queryClient.load(QUERY, {});
  const [{ searchParams }, withDefaults] = requests as [URL, URL];
  expect(searchParams.get('variables')).toBe('{"first":1}');
  expect(searchParams.get('extensions')).toContain('"sha256Hash":"a1"');
  expect(searchParams.has('query')).toBe(false);
  expect(withDefaults.searchParams.get('variables')).toBe('{"first":2}');
});

test('server queries: keep nothing of a query that is only sent', async () => {
  const { queryClient, requests } = setUp();
  expect((await queryClient.send(QUERY, variables)).data).toEqual(films(film(1)));
  expect(queryClient.results()).toEqual({});
  await queryClient.load(QUERY, variables);
  expect(requests).toHaveLength(2);
});

test.each([
  ['errors beside data', 200, 'application/graphql-response+json', films(film(1))],
  ['errors only', 200, 'application/graphql-response+json', null],
  ['an error status with a GraphQL response', 429, 'application/graphql-response+json', null],
  ['an error status with JSON', 503, 'application/json', undefined],
])('server queries: return %s', async (_name, status, contentType, data) => {
  const errors = [{ message: 'later', extensions: { code: 'OVERLOADED', retryAfter: 2 } }];
  const { queryClient } = setUp({ status, contentType, text: JSON.stringify({ data, errors }) });
  const result = await queryClient.load(QUERY, variables);
  expect(result.data).toEqual(data ?? undefined);
  expect(result.errors).toEqual([{ code: 'OVERLOADED', service: null, retryAfterSeconds: 2 }]);
  expect(Object.values(queryClient.results())).toEqual(data ? [{ data, hasErrors: true }] : []);
});

test('server queries: return an error for an invalid response, and for none', async () => {
  const { queryClient } = setUp({ text: '<html>' });
  expect((await queryClient.load(QUERY, variables)).errors).toMatchObject([{ code: 'UNREACHABLE' }]);
  const unreachable = createServerQueryClient(() => Promise.reject(new Error('connect ECONNREFUSED')));
  expect((await unreachable.load(QUERY, variables)).errors).toMatchObject([{ code: 'UNREACHABLE' }]);
});
