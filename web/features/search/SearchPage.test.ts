import { afterEach, expect, test } from '@jest/globals';
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { type Queries, queriesContext } from '../../data/queries.ts';
import { loader } from './SearchPage.tsx';

const error = (code: string) => ({ path: '', code, service: null });

/** Loads a search whose request fails with this code. */
const load = (code: string) => {
  const queries = { load: async () => ({ data: undefined, errors: [error(code)] }) };
  const context = new RouterContextProvider();
  context.set(queriesContext, queries as unknown as Queries);
  const request = new Request('https://figures.test/search?q=wave');
  return loader({ request, context, params: {} } as unknown as LoaderFunctionArgs);
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

test('search: a request that is not allowed has the status of its error on the server', async () => {
  await expect(load('RATE_LIMITED')).rejects.toMatchObject({ init: { status: 429 } });
  await expect(load('FORBIDDEN')).rejects.toMatchObject({ init: { status: 403 } });
  expect(await load('UPSTREAM_UNAVAILABLE')).toEqual({ errors: [error('UPSTREAM_UNAVAILABLE')] });
});

test('search: a request that is not allowed keeps the page in the browser', async () => {
  Object.assign(globalThis, { document: {} });
  for (const code of ['RATE_LIMITED', 'FORBIDDEN', 'UPSTREAM_UNAVAILABLE'])
    expect(await load(code)).toEqual({ errors: [error(code)] });
});
