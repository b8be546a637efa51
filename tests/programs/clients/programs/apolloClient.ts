import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { ApolloLink } from '@apollo/client/link';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { within } from '../../../support/within.ts';
import type { ClientProgram, TestedGraph } from '../clientProgram.ts';
import { type RecordedRequest, recordFetch } from '../recordedFetch.ts';

interface Film {
  readonly __typename: 'Film';
  readonly id: string;
  readonly title: string;
}

const FILM: TypedDocumentNode<{ film: Film }, { slug: string }> = gql`
  query Film($slug: String!) { film(by: { slug: $slug }) { id title } }
`;
const FILMS: TypedDocumentNode<{ films: { nodes: Film[] } }> = gql`
  query Films { films(filter: { slug: { eq: "lorenz" } }) { nodes { id title } } }
`;
const CHANGES: TypedDocumentNode<{ contentChanged: { node: Film | null } }> = gql`
  subscription Changes { contentChanged(types: [FILM]) { documentId node { id ... on Film { title } } } }
`;
const TITLE = 'Lorenz’s butterfly';
const variables = { slug: 'lorenz' };

export const program: ClientProgram = {
  client: 'Apollo Client',
  package: '@apollo/client',
  asserts: 'one cache entry by global id, hashes by GET, a subscription that survives a restart',
  async run(graph) {
    await assertHashesByGet(graph);
    const { client, cache, socket } = createApolloClient(graph);
    const { data } = await client.query({ query: FILM, variables });
    await client.query({ query: FILMS });
    const film = data?.film;
    assert.equal(film?.title, TITLE);
    const entities = Object.keys(cache.extract()).filter((key) => key.startsWith('Film:'));
    assert.deepEqual(entities, [`Film:${film?.id}`]);

    const events: (Film | null | undefined)[] = [];
    const subscription = client
      .subscribe({ query: CHANGES })
      .subscribe((result) => events.push(result.data?.contentChanged.node));
    const cachedTitle = () => cache.readQuery({ query: FILMS })?.films.nodes[0]?.title;
    for (const [i, title] of ['Before the restart', 'After the restart'].entries()) {
      if (i > 0) await graph.restart();
      await graph.waitForSubscription();
      await graph.setTitle('lorenz', title);
      await within(10_000, () => assert.equal(events.at(-1)?.title, title));
      assert.equal(cachedTitle(), title, 'the event updates the film in the cached list');
    }
    subscription.unsubscribe();
    client.stop();
    await socket.dispose();
  },
};

/** The first client sends the document once; then the hash is enough, also for others. */
async function assertHashesByGet(graph: TestedGraph): Promise<void> {
  const known = createApolloClient(graph);
  const other = createApolloClient(graph);
  for (const { client } of [known, other]) {
    const { data } = await client.query({ query: FILM, variables });
    assert.equal(data?.film.title, TITLE);
    client.stop();
  }
  const describe = ({ method, url, body }: RecordedRequest) =>
    `${method} ${url.searchParams.has('query') || body?.includes('"query"') ? 'document' : 'hash'}`;
  assert.deepEqual(known.requests.map(describe), ['GET hash', 'POST document']);
  assert.deepEqual(other.requests.map(describe), ['GET hash']);
}

function createApolloClient({ url, webSocketUrl }: TestedGraph) {
  const { fetch, requests } = recordFetch();
  // A gateway that restarts refuses connections at first.
  const socket = createClient({ url: webSocketUrl, shouldRetry: () => true });
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(
      new HttpLink({ uri: url, fetch }),
    ),
  );
  const cache = new InMemoryCache();
  return { client: new ApolloClient({ link, cache }), cache, requests, socket };
}
