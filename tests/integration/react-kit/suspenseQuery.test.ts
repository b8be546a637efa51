import { gql } from '@apollo/client';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createElement, startTransition, useState } from 'react';
import {
  NOT_LOADED,
  type ObservedQuery,
  type QueryClient,
  QueryClientContext,
  type QueryState,
} from '../../../web/data/queryClient.ts';
import { createSuspenseQueryHook } from '../../../web/data/queryHooks.ts';
import { openEmptyPage } from '../../support/emptyPage.ts';
import { within } from '../../support/within.ts';

const useTitle = createSuspenseQueryHook<{ title: string }, Record<never, never>>(
  gql`
    query Title {
      title
    }
  `,
);

/** Creates a query that the test loads. */
const createQuery = () => {
  let state: QueryState = NOT_LOADED;
  const listeners = new Set<() => void>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const setState = (next: QueryState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const query: ObservedQuery = {
    state: () => state,
    serverState: () => state,
    load: () => promise,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refetch: () => Promise.resolve(),
  };
  return { query, setState, resolve, reject };
};

/** Renders a component that has a hook after its query, and returns the titles that it has rendered and the errors of React. */
const renderTitles = (query: ObservedQuery) => {
  const titles: (string | undefined)[] = [];
  const errors: unknown[] = [];
  const Title = () => {
    const { data } = useTitle();
    const [prefix] = useState('Film: ');
    titles.push(data && prefix + data.title);
    return null;
  };
  const queryClient = { queryOf: () => query } as unknown as QueryClient;
  page = openEmptyPage((error) => errors.push(error));
  const render = (content: unknown) =>
    startTransition(() =>
      page?.root.render(createElement(QueryClientContext, { value: queryClient }, content as never)),
    );
  render(createElement(Title));
  return { titles, errors };
};

let page: ReturnType<typeof openEmptyPage> | undefined;
const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  page?.close();
  expect(logged.mock.calls).toEqual([]);
});

test('suspending query: a component keeps the hooks after it when its render is repeated', async () => {
  const { query, setState, resolve } = createQuery();
  const { titles, errors } = renderTitles(query);
  await within(1_000, () => expect(query.suspensePromise?.status).toBe('pending'));
  setState({ data: { title: 'Boids' } });
  resolve();
  await within(1_000, () => expect(titles).toContain('Film: Boids'));
  expect(errors).toEqual([]);
});

test('suspending query: a component whose query is loaded does not suspend', async () => {
  const { query, setState } = createQuery();
  setState({ data: { title: 'Boids' } });
  const { titles, errors } = renderTitles(query);
  await within(1_000, () => expect(titles).toEqual(['Film: Boids']));
  expect(errors).toEqual([]);
});

test('suspending query: a load that fails is an error of the render', async () => {
  const { query, reject } = createQuery();
  const { titles, errors } = renderTitles(query);
  await within(1_000, () => expect(query.suspensePromise?.status).toBe('pending'));
  reject(new Error('expected Apollo Client to load'));
  await within(1_000, () => expect(errors).toEqual([new Error('expected Apollo Client to load')]));
  expect(titles).toEqual([]);
});
