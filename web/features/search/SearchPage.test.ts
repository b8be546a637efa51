import { afterEach, expect, test } from '@jest/globals';
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { type QueryClient, queryClientRouterContext } from '../../data/queryClient.ts';
import { MoreHitsDocument } from './hits/MoreHits.generated.ts';
import { loader } from './SearchPage.tsx';

const error = (code: string) => ({ code, service: null });

const loadWith = (
  queryClient: Partial<Record<keyof QueryClient, unknown>>,
  search: string,
  signal: AbortSignal = new AbortController().signal,
) => {
  const context = new RouterContextProvider();
  context.set(queryClientRouterContext, queryClient as QueryClient);
  const request = new Request(`https://figures.test/search${search}`, { signal });
  return loader({ request, context, params: {} } as unknown as LoaderFunctionArgs);
};

/** Loads a search whose request fails with this code. */
const load = (code: string) =>
  loadWith({ load: async () => ({ data: undefined, errors: [error(code)] }) }, '?q=wave');

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

test('search: a request that is not allowed has the status of its error on the server', async () => {
  await expect(load('RATE_LIMITED')).rejects.toMatchObject({ init: { status: 429 } });
  await expect(load('FORBIDDEN')).rejects.toMatchObject({ init: { status: 403 } });
  expect(await load('UPSTREAM_UNAVAILABLE')).toEqual({
    errors: [error('UPSTREAM_UNAVAILABLE')],
    furtherErrors: [],
    isFailed: true,
  });
});

test('search: a request that is not allowed keeps the page in the browser', async () => {
  Object.assign(globalThis, { document: {} });
  for (const code of ['RATE_LIMITED', 'FORBIDDEN', 'UPSTREAM_UNAVAILABLE'])
    expect(await load(code)).toEqual({ errors: [error(code)], furtherErrors: [], isFailed: true });
});

test('search: results without their videos keep the error, which says that the videos may exist', async () => {
  const errors = [{ code: 'UPSTREAM_UNAVAILABLE', service: 'media' }];
  const queryClient = { load: async () => ({ data: { search: { totalCount: 40 } }, errors }) };
  expect(await loadWith(queryClient, '?q=wave')).toEqual({ errors, furtherErrors: [], isFailed: false });
});

test('search: the second page of a result type has the arguments of the first, on which its cursor depends', async () => {
  const sent: { document: unknown; variables: unknown }[] = [];
  const search = { totalCount: 40, edges: [], pageInfo: { hasNextPage: true, endCursor: 'c' } };
  const queryClient = {
    load: async () => ({ data: { search, moments: { totalCount: 0 } }, errors: [] }),
    send: async (document: unknown, variables: unknown) => {
      sent.push({ document, variables });
      return { data: undefined };
    },
  };
  await loadWith(queryClient, '?q=wave&type=film&topic=chaos&page=2');
  const variables = { query: 'wave', types: ['FILM'], filter: { topics: { in: ['chaos'] } }, first: 24 };
  expect(sent).toEqual([{ document: MoreHitsDocument, variables: { ...variables, after: 'c' } }]);
});

test('search: the errors of further pages are errors of the page, those of its first page once', async () => {
  const search = { totalCount: 40, edges: [], pageInfo: { hasNextPage: true, endCursor: 'c' } };
  const down = { code: 'UNREACHABLE', service: null };
  const loadAfter = (errors: readonly object[]) =>
    loadWith(
      {
        load: async () => ({ data: { search, moments: { totalCount: 0 } }, errors }),
        send: async () => ({ data: undefined, error: new Error('down') }),
      },
      '?q=wave&type=film&page=2',
    );
  expect(await loadAfter([])).toEqual({ errors: [down], furtherErrors: [down], isFailed: false });
  expect(await loadAfter([down])).toEqual({ errors: [down], furtherErrors: [], isFailed: false });
});

test.each([
  ['further pages', '?q=wave&type=film&page=2', 40],
  ['alternatives', '?q=wave', 0],
])('search: an interrupted navigation ends the request for %s', async (_name, search, totalCount) => {
  const signals: unknown[] = [];
  const results = { totalCount, edges: [], pageInfo: { hasNextPage: true, endCursor: 'c' } };
  const queryClient = {
    async load(_document: unknown, _variables: unknown, signal: unknown) {
      signals.push(signal);
      return { data: { search: results, moments: { totalCount: 0 } }, errors: [] };
    },
    async send(_document: unknown, _variables: unknown, signal: unknown) {
      signals.push(signal);
      return { data: undefined };
    },
  };
  const navigation = new AbortController();
  await loadWith(queryClient, search, navigation.signal);
  navigation.abort();
  expect(signals).toHaveLength(2);
  for (const signal of signals) expect(signal).toMatchObject({ aborted: true });
});
