import { gql } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { createServerClient } from './serverClient.ts';

const QUERY = gql`query Films($first: Int) { films(first: $first) { nodes { id title } } }`;
const variables = { first: 1 };
const film = (n: number) => ({ __typename: 'Film', id: `f${n}`, title: `Film ${n}` });
const films = (...nodes: unknown[]) => ({ films: { __typename: 'FilmConnection', nodes } });

/** Creates a client of the server, and records its requests. */
function setUp() {
  const requests: URL[] = [];
  const client = createServerClient(async (input) => {
    requests.push(new URL(String(input), 'http://graph.test'));
    return Response.json({ data: films(film(1)) });
  });
  return { client, requests };
}

test.each([
  ['persisted', { ...QUERY, id: 'a1' }],
  ['other', QUERY],
])('server client: keeps, updates and extracts the data of %s queries', async (_name, query) => {
  const { client, requests } = setUp();
  expect((await client.query({ query, variables })).data).toEqual(films(film(1)));
  expect((await client.query({ query, variables })).data).toEqual(films(film(1)));
  expect(requests).toHaveLength(1);
  client.cache.updateQuery({ query, variables }, () => films(film(1), film(2)));
  expect(client.readQuery({ query, variables })).toEqual(films(film(1), film(2)));
  expect(client.extract()).toMatchObject({
    'Film:f1': film(1),
    'Film:f2': film(2),
    ROOT_QUERY: { 'films({"first":1})': { nodes: [{ __ref: 'Film:f1' }, { __ref: 'Film:f2' }] } },
  });
});

test('server client: sends the id and the variables of a persisted query', async () => {
  const { client, requests } = setUp();
  await client.query({ query: { ...QUERY, id: 'a1' } as typeof QUERY, variables });
  const [{ searchParams }] = requests as [URL];
  expect(searchParams.get('variables')).toBe('{"first":1}');
  expect(searchParams.get('extensions')).toContain('"sha256Hash":"a1"');
  expect(searchParams.has('query')).toBe(false);
});
