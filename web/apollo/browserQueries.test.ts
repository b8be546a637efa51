import type { ApolloClient, NormalizedCacheObject } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { RelatedFilmsDocument } from '../features/films/RelatedFilms.generated.ts';
import { createNormalizedData } from '../server/normalizedData.ts';
import { createBrowserQueries } from './browserQueries.ts';
import { createApolloClient } from './client.ts';
import { dataErrorsOf } from './dataErrors.ts';
import { queryKey } from './operations.ts';

const variables = { slug: 'lorenz' };
const filmWith = (related: null | []) => ({ film: { __typename: 'Film' as const, id: 'f', related } });
/** Returns the data of a server-rendered page. */
const rendered = (): NormalizedCacheObject => {
  const normalized = createNormalizedData();
  normalized.write(RelatedFilmsDocument, variables, filmWith([]));
  return normalized.extract();
};
const overloaded = { errors: [{ message: 'busy', extensions: { code: 'OVERLOADED' } }] };

interface RenderedPage {
  readonly normalized?: NormalizedCacheObject;
  readonly queriesWithErrors?: readonly string[];
}

/** Creates queries whose requests receive these responses in order. */
function setUp({ normalized = {}, queriesWithErrors = [] }: RenderedPage, ...responses: object[]) {
  const counts = { clients: 0, requests: 0, changes: 0 };
  let client: ApolloClient | undefined;
  const queries = createBrowserQueries({
    normalized,
    queriesWithErrors,
    async importClient() {
      counts.clients += 1;
      client = createApolloClient('http://graph.test/graphql', async () =>
        Response.json(responses[counts.requests++] ?? overloaded),
      );
      client.restore(normalized);
      return client;
    },
  });
  const query = queries.queryOf(RelatedFilmsDocument, variables);
  return {
    counts,
    queries,
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
  const { counts, query, subscribe } = setUp({ normalized: rendered() });
  expect(query.state().data).toEqual(filmWith([]));
  subscribe();
  expect(counts).toEqual({ clients: 0, requests: 0, changes: 0 });
});

test('browser queries: keep the state when Apollo Client watches it, and follow its cache', async () => {
  const { counts, queries, query, subscribe } = setUp({ normalized: rendered() });
  const before = query.state();
  const nextChange = subscribe();
  const [client] = await Promise.all([queries.loadWatchingClient(), queries.loadWatchingClient()]);
  expect(query.state()).toBe(before);
  expect(client.getObservableQueries('active').size).toBe(1);
  const change = nextChange();
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  await change;
  expect(query.state()).toMatchObject({ data: filmWith(null), loading: false });
  expect(query.state()).toBe(query.state());
  expect(counts).toEqual({ clients: 1, requests: 0, changes: 1 });
});

test('browser queries: do not watch data of the server until something changes it, and then show the change', async () => {
  const { queries, subscribe } = setUp({ normalized: rendered() });
  const change = subscribe()();
  const client = await queries.loadClient();
  expect(client.getObservableQueries('active').size).toBe(0);
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  expect(queries.mountedData()).toEqual([filmWith([])]);
  await Promise.all([queries.loadWatchingClient(), change]);
  expect(queries.mountedData()).toEqual([filmWith(null)]);
});

test('browser queries: watch data with errors as soon as Apollo Client is loaded', async () => {
  const { queries, query, subscribe } = setUp({
    normalized: rendered(),
    queriesWithErrors: [queryKey(RelatedFilmsDocument, variables)],
  });
  const change = subscribe()();
  const client = await queries.loadClient();
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  await change;
  expect(query.state().data).toEqual(filmWith(null));
});

test('browser queries: request what is not loaded when a component subscribes', async () => {
  const { counts, query, subscribe } = setUp({}, { data: filmWith([]) });
  expect(query.state()).toEqual({ data: undefined, loading: true });
  const nextChange = subscribe();
  while (query.state().loading) await nextChange();
  expect(query.state().data).toEqual(filmWith([]));
  expect(counts.requests).toBe(1);
});

test('browser queries: load a query once for all components', async () => {
  const { counts, queries, query, subscribe } = setUp({}, { data: filmWith([]) });
  await Promise.all([query.load(), queries.queryOf(RelatedFilmsDocument, { ...variables }).load()]);
  expect(query.state().data).toEqual(filmWith([]));
  subscribe();
  expect(counts).toMatchObject({ clients: 1, requests: 1 });
});

test('browser queries: do not repeat a failed request, and show the data of a later one', async () => {
  const { counts, queries, query, subscribe } = setUp({}, overloaded, { data: filmWith([]) });
  await query.load();
  expect(query.state().data).toBeUndefined();
  expect(dataErrorsOf(query.state().error)).toMatchObject([{ code: 'OVERLOADED' }]);
  const nextChange = subscribe();
  expect(counts.requests).toBe(1);
  const change = nextChange();
  const client = await queries.loadClient();
  await client.query({ query: RelatedFilmsDocument, variables, fetchPolicy: 'network-only' });
  await change;
  expect(query.state().data).toEqual(filmWith([]));
  expect(counts.requests).toBe(2);
});

test('browser queries: request a query again, and report that it is loading', async () => {
  const { queries, query, subscribe } = setUp({ normalized: rendered() }, { data: filmWith(null) });
  const nextChange = subscribe();
  await queries.loadClient();
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
  const queries = createBrowserQueries({
    normalized: {},
    queriesWithErrors: [],
    importClient: () => {
      attempts += 1;
      return Promise.reject(offline);
    },
  });
  const query = queries.queryOf(RelatedFilmsDocument, variables);
  await new Promise<void>((resolve) => query.subscribe(resolve));
  expect(query.state()).toEqual({ data: undefined, error: offline });
  await expect(queries.loadClient()).rejects.toBe(offline);
  expect(attempts).toBe(2);
});

test('browser queries: read the cache again after the last component', async () => {
  const { queries, query } = setUp({ normalized: rendered() });
  const unsubscribe = query.subscribe(() => undefined);
  const client = await queries.loadWatchingClient();
  unsubscribe();
  expect(client.getObservableQueries('active').size).toBe(0);
  client.writeQuery({ query: RelatedFilmsDocument, variables, data: filmWith(null) });
  const later = queries.queryOf(RelatedFilmsDocument, variables);
  expect(later).not.toBe(query);
  expect(later.state().data).toEqual(filmWith(null));
});
