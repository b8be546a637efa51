import assert from 'node:assert/strict';
import {
  Client,
  cacheExchange,
  fetchExchange,
  gql,
  type OperationResult,
  subscriptionExchange,
} from '@urql/core';
import { createClient } from 'graphql-ws';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { recordFetch } from '../recordedFetch.ts';

interface FilmData {
  readonly film: { readonly id: string; readonly title: string };
}

interface ChangeData {
  readonly contentChanged: { readonly kind: string; readonly node: { readonly title: string } | null };
}

const FILM = gql<FilmData>`query Film($slug: String!) { film(by: { slug: $slug }) { id title } }`;
const CHANGES = gql<ChangeData>`
  subscription Changes { contentChanged(types: [FILM]) { kind node { ... on Film { title } } } }
`;
const variables = { slug: 'penrose' };

export const program: ClientProgram = {
  client: 'urql',
  package: '@urql/core',
  asserts: 'queries by GET, the cache, a subscription over WebSocket',
  async run({ url, webSocketUrl, waitForSubscription, setTitle }) {
    const { fetch, requests } = recordFetch();
    const socket = createClient({ url: webSocketUrl });
    const client = new Client({
      url,
      fetch,
      exchanges: [
        cacheExchange,
        fetchExchange,
        subscriptionExchange({
          forwardSubscription: ({ query = '', variables: values }) => ({
            subscribe: (sink) => ({
              unsubscribe: socket.subscribe({ query, variables: values as Record<string, unknown> }, sink),
            }),
          }),
        }),
      ],
    });

    const first = await client.query(FILM, variables).toPromise();
    assert.equal(first.error, undefined);
    assert.equal(first.data?.film.title, 'Never the same floor');
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['GET'],
    );
    const repeated = await client.query(FILM, variables).toPromise();
    assert.equal(repeated.data?.film.id, first.data?.film.id);
    assert.equal(requests.length, 1, 'the second result comes from the cache');

    const results: OperationResult<ChangeData>[] = [];
    const { unsubscribe } = client.subscription(CHANGES, {}).subscribe((result) => results.push(result));
    await waitForSubscription();
    await setTitle('penrose', 'A floor without end');
    await within(10_000, () =>
      assert.equal(results.at(-1)?.data?.contentChanged.node?.title, 'A floor without end'),
    );
    unsubscribe();
    const fresh = await client.query(FILM, variables, { requestPolicy: 'network-only' }).toPromise();
    assert.equal(fresh.data?.film.title, 'A floor without end');
    await socket.dispose();
  },
};
