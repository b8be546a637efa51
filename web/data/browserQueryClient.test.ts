import type { ApolloClient } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/films/RelatedFilms.generated.ts';
import { createBrowserQueryClient } from './browserQueryClient.ts';
import { createApolloClient } from './client.ts';
import { dataErrorsOf } from './dataErrors.ts';
import { queryKey, type SerializedResult, type SerializedResults } from './queryClient.ts';

const variables = { slug: 'lorenz' };
const filmWith = (related: null | []) => ({ film: { __typename: 'Film' as const, id: 'f', related } });
/** Returns the results of a server-rendered page. */
const rendered = (result: Partial<SerializedResult> = {}): SerializedResults => ({
  [queryKey(RelatedFilmsDocument, variables)]: { data: filmWith([]), ...result },
});
const overloaded = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED' } }] };

/** Creates queries whose requests receive these responses in order. */
function setUp(results: SerializedResults, ...responses: object[]) {
  const counts = { clients: 0, requests: 0, changes: 0 };
  let client: ApolloClient | undefined;
  const queryClient = createBrowserQueryClient({
    results,
    async importClient() {
      counts.clients += 1;
      client = createApolloClient('http://graph.test/graphql', async () =>
        Response.json(responses[counts.requests++] ?? overloaded),
      );
      return client;
    },
  });
  const query = queryClient.queryOf(RelatedFilmsDocument, variables);
  return {
    counts,
    queryClient,
    query,
    /** Subscribes, and returns the function that resolves with the next change. */
    subscribe() {
      let next = Promise.withResolvers<void>();
      query.subscribe(() => {
        counts.changes += 1;
        next.resolve();
        next = Promise.withResolvers();
      });
      return () => next.promise;
    },
  };
}

test('browser queries: show the data of the server without Apollo Client', () => {
  const { counts, query, subscribe } = setUp(rendered());
  expect(query.state().data).toEqual(filmWith([]));
  subscribe();
  expect(counts).toEqual({ clients: 0, requests: 0, changes: 0 });
});

test('browser queries: keep the state when Apollo Client is loaded, and follow its cache', async () => {
  const { counts, queryClient, query, subscribe } = setUp(rendered());
  const before = query.state();
  const nextChange = subscribe();
  const [client] = await Promise.all([queryClient.loadClient(), queryClient.loadClient()]);
  expect(query.state()).toBe(before);
  expect(client.getObservableQueries('active').size).toBe(1);
  const change = nextChange();
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  await change;
  expect(query.state()).toMatchObject({ data: filmWith(null), loading: false });
  expect(query.state()).toBe(query.state());
  expect(counts).toEqual({ clients: 1, requests: 0, changes: 1 });
});

test('browser queries: parts that hydrate late have the data of the server, even after it has changed', async () => {
  const { queryClient, query, subscribe } = setUp(rendered());
  const nextChange = subscribe();
  const client = await queryClient.loadClient();
  const change = nextChange();
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  await change;
  expect(query.state().data).toEqual(filmWith(null));
  expect(query.serverState().data).toEqual(filmWith([]));
  expect(query.serverState()).toBe(query.serverState());
});

test('browser queries: keep data of the server out of the cache until something may change it', async () => {
  const { queryClient, query, subscribe } = setUp(rendered(), { data: filmWith([]) });
  const change = subscribe()();
  await queryClient.send(RelatedFilmsDocument, { slug: 'other' });
  expect(query.state().data).toEqual(filmWith([]));
  await queryClient.update(RelatedFilmsDocument, variables, () => filmWith(null));
  await change;
  expect(query.state().data).toEqual(filmWith(null));
});

test('browser queries: know data of the server after its last component, without a request', async () => {
  const { counts, queryClient, query } = setUp(rendered(), { data: filmWith(null) });
  const unsubscribe = query.subscribe(() => undefined);
  await queryClient.send(RelatedFilmsDocument, { slug: 'other' });
  unsubscribe();
  expect((await queryClient.load(RelatedFilmsDocument, variables)).data).toEqual(filmWith([]));
  expect(counts.requests).toBe(1);
});

test('browser queries: request what is not loaded when a component subscribes', async () => {
  const { counts, query, subscribe } = setUp({}, { data: filmWith([]) });
  expect(query.state()).toEqual({ data: undefined, loading: true });
  const nextChange = subscribe();
  while (query.state().loading) await nextChange();
  expect(query.state().data).toEqual(filmWith([]));
  expect(counts.requests).toBe(1);
});

test('browser queries: request again what has changed while it was requested', async () => {
  const { counts, queryClient } = setUp({}, { data: filmWith([]) }, { data: filmWith(null) });
  const first = queryClient.load(RelatedFilmsDocument, variables);
  // The request is sent when Apollo Client is imported.
  while (counts.requests === 0) await Promise.resolve();
  queryClient.invalidate();
  await first;
  expect((await queryClient.load(RelatedFilmsDocument, variables)).data).toEqual(filmWith(null));
  await queryClient.load(RelatedFilmsDocument, variables);
  expect(counts.requests).toBe(2);
});

test('browser queries: load a query once for all components', async () => {
  const { counts, queryClient, query, subscribe } = setUp({}, { data: filmWith([]) });
  await Promise.all([query.load(), queryClient.queryOf(RelatedFilmsDocument, { ...variables }).load()]);
  expect(query.state().data).toEqual(filmWith([]));
  subscribe();
  expect(counts).toMatchObject({ clients: 1, requests: 1 });
});

test('browser queries: do not repeat a failed request, and show the data of a later one', async () => {
  const { counts, queryClient, query, subscribe } = setUp({}, overloaded, { data: filmWith([]) });
  await query.load();
  expect(query.state().data).toBeUndefined();
  expect(dataErrorsOf(query.state().error)).toMatchObject([{ code: 'OVERLOADED' }]);
  const nextChange = subscribe();
  expect(counts.requests).toBe(1);
  const change = nextChange();
  const client = await queryClient.loadClient();
  await client.query({ query: RelatedFilmsDocument, variables, fetchPolicy: 'network-only' });
  await change;
  expect(query.state().data).toEqual(filmWith([]));
  expect(counts.requests).toBe(2);
});

test('browser queries: request a query again, and report that it is loading', async () => {
  const { queryClient, query, subscribe } = setUp(rendered(), { data: filmWith(null) });
  const nextChange = subscribe();
  await queryClient.loadClient();
  const change = nextChange();
  const refetched = query.refetch();
  await change;
  expect(query.state()).toMatchObject({ data: filmWith([]), loading: true });
  await refetched;
  expect(query.state()).toMatchObject({ data: filmWith(null), loading: false });
});

test('browser queries: report that Apollo Client cannot be loaded, and try again', async () => {
  const offline = new TypeError('Failed to fetch dynamically imported module');
  let attempts = 0;
  const queryClient = createBrowserQueryClient({
    results: {},
    importClient: () => {
      attempts += 1;
      return Promise.reject(offline);
    },
  });
  const query = queryClient.queryOf(RelatedFilmsDocument, variables);
  await new Promise<void>((resolve) => query.subscribe(resolve));
  expect(query.state()).toEqual({ data: undefined, error: offline });
  await expect(queryClient.loadClient()).rejects.toBe(offline);
  expect(attempts).toBe(2);
});

test('browser queries: read the cache again after the last component', async () => {
  const { queryClient, query } = setUp(rendered());
  const unsubscribe = query.subscribe(() => undefined);
  const client = await queryClient.loadClient();
  unsubscribe();
  expect(client.getObservableQueries('active').size).toBe(0);
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  const later = queryClient.queryOf(RelatedFilmsDocument, variables);
  expect(later).not.toBe(query);
  expect(later.state().data).toEqual(filmWith(null));
});

test('browser queries: keep the data when a later request fails', async () => {
  const { queryClient, query, subscribe } = setUp(rendered());
  subscribe();
  await queryClient.loadClient();
  await query.refetch().catch(() => undefined);
  expect(query.state().data).toEqual(filmWith([]));
  expect(dataErrorsOf(query.state().error)).toMatchObject([{ code: 'OVERLOADED' }]);
});

const complete = { data: filmWith([]) };
const partial = {
  data: filmWith(null),
  errors: [
    {
      message: 'down',
      path: ['film', 'related'],
      extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'search' },
    },
  ],
};
const load = ({ queryClient }: ReturnType<typeof setUp>) => queryClient.load(RelatedFilmsDocument, variables);

test('browser queries: load a complete result once, and the result of the server not at all', async () => {
  const tab = setUp({}, complete);
  await load(tab);
  expect(await load(tab)).toEqual({ data: filmWith([]), errors: [] });
  expect(tab.counts.requests).toBe(1);
  const page = setUp(rendered());
  expect((await load(page)).data).toEqual(filmWith([]));
  expect(page.counts.requests).toBe(0);
});

test('browser queries: load a result with errors again, also one of the server', async () => {
  for (const tab of [setUp({}, partial, complete), setUp(rendered({ hasErrors: true }), partial, complete)]) {
    const first = await load(tab);
    expect(first.data?.film).toMatchObject({ id: 'f', related: null });
    expect(first.errors).toMatchObject([{ service: 'search' }]);
    expect(await load(tab)).toEqual({ data: filmWith([]), errors: [] });
    await load(tab);
    expect(tab.counts.requests).toBe(2);
  }
});

test('browser queries: load a result again after a change, and keep it if that fails', async () => {
  const tab = setUp(rendered());
  tab.queryClient.invalidate();
  expect(await load(tab)).toEqual({ data: filmWith([]), errors: [] });
  expect(tab.counts.requests).toBe(1);
});

test('browser queries: wait once for an overloaded gateway, for as long as it asks for', async () => {
  const busy = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 0.05 } }] };
  const tab = setUp({}, busy, complete);
  expect(await load(tab)).toEqual({ data: filmWith([]), errors: [] });
  const later = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED', retryAfter: 60 } }] };
  expect((await load(setUp({}, later, complete))).errors).toMatchObject([{ code: 'OVERLOADED' }]);
});

test('browser queries: send a query without keeping its result, and change the data of another', async () => {
  const { queryClient, query, counts } = setUp(rendered(), { data: filmWith(null) });
  expect((await queryClient.send(RelatedFilmsDocument, { slug: 'other' })).data).toEqual(filmWith(null));
  expect(counts.requests).toBe(1);
  const change = new Promise<void>((resolve) => query.subscribe(resolve));
  await queryClient.update(RelatedFilmsDocument, variables, () => filmWith(null));
  await change;
  expect(query.state().data).toEqual(filmWith(null));
});

test('browser queries: an aborted load rejects, and the next load requests the query as for the first time', async () => {
  const { counts, queryClient } = setUp({}, {}, { data: filmWith([]) });
  const abort = new AbortController();
  const aborted = queryClient.load(RelatedFilmsDocument, variables, abort.signal);
  abort.abort();
  await expect(aborted).rejects.toThrow(/abort/i);
  counts.requests = 1;
  expect(await queryClient.load(RelatedFilmsDocument, variables)).toEqual({ data: filmWith([]), errors: [] });
  expect(await queryClient.load(RelatedFilmsDocument, variables)).toEqual({ data: filmWith([]), errors: [] });
  expect(counts.requests).toBe(2);
});
