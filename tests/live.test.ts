import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createClient as connect, type ExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.bringNews();
});
afterAll(() => house.close());

// biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own document
type Data = Record<string, any>;
type Told = ExecutionResult<Data>;

/** A client that is connected once it subscribes. */
const listenTo = (url: string, options: Partial<Parameters<typeof connect>[0]> = {}): Client =>
  connect({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...options,
  });

/** What one subscription is told, in order. */
function subscribeTo(client: Client, query: string, variables: Record<string, unknown> = {}) {
  const told = client.iterate<Data>({ query, variables });
  const next = async (): Promise<Told> => {
    const { value, done } = await told.next();
    if (done) throw new Error('expected to be told something, and the subscription has ended');
    return value as Told;
  };
  return { next, end: () => told.return?.(), all: told };
}

/** Runs something with a client of its own, which is closed whatever is found. */
async function withClient<T>(act: (client: Client) => Promise<T>, url = house.url): Promise<T> {
  const client = listenTo(url);
  try {
    return await act(client);
  } finally {
    await client.dispose();
  }
}

/** Long enough for a subscription to have reached the gateway. */
const settled = async (count = 1) => {
  for (let left = 200; left > 0; left--) {
    const metrics = await (await fetch(`${house.url}/metrics`)).text();
    if (Number(/trivium_live_subscriptions (\d+)/.exec(metrics)?.[1]) >= count) return;
    await new Promise((done) => setTimeout(done, 10));
  }
};

describe('a change to content', () => {
  test('is told with the document as it is now, by the graph’s own ids', () =>
    withClient(async (client) => {
      const films = subscribeTo(
        client,
        'subscription { contentChanged(types: [FILM]) { id type node { id ... on Film { title topics { title } } } } }',
      );
      const first = films.next();
      await settled();
      await house.editor.patch('person-lorenz').set({ name: 'Edward N. Lorenz' }).commit();
      await house.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
      const { data, errors } = await first;
      expect(errors).toBeUndefined();
      const { film } = (await house.ask('{ film(slug: "lorenz") { id topics { title } } }')).data;
      expect(data?.contentChanged).toEqual({
        id: film.id,
        type: 'FILM',
        node: { id: film.id, title: 'Two wings', topics: film.topics },
      });
    }));
});
