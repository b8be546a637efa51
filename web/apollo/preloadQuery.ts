import type { ApolloClient, OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client';
import type { LoaderClient } from './clientContext.ts';
import { type DataError, dataErrorsOf } from './dataErrors.ts';
import { queryKey } from './operations.ts';

/** Longer delays of an overloaded gateway are shown as an error instead of waited for. */
const MAX_RETRY_DELAY_SECONDS = 4;

/** The states of the queries in the cache of a client. */
interface QueryStates {
  /** Keys of queries whose responses had errors: the cache holds their nulls as if they were data. */
  readonly withErrors: Set<string>;
  /** The number of `invalidatePreloadedQueries` calls. */
  changeCount: number;
  /** The change count of each query when it was last requested. */
  readonly requestedAt: Map<string, number>;
}

const states = new WeakMap<LoaderClient, QueryStates>();

const statesOf = (client: LoaderClient): QueryStates => {
  const known = states.get(client) ?? { withErrors: new Set(), changeCount: 0, requestedAt: new Map() };
  states.set(client, known);
  return known;
};

/** Marks all queries in the cache as stale: `preloadQuery` requests each of them again. */
export const invalidatePreloadedQueries = (client: LoaderClient): void => {
  statesOf(client).changeCount += 1;
};

/** Returns the keys of the queries whose last responses had errors. */
export const queriesWithErrors = (client: LoaderClient): string[] => [...statesOf(client).withErrors];

/** Restores in the browser the result of `queriesWithErrors` on the server. */
export const restoreQueriesWithErrors = (client: LoaderClient, keys: readonly string[]): void => {
  for (const key of keys) statesOf(client).withErrors.add(key);
};

interface PreloadedQuery<D> {
  data: Unmasked<D> | undefined;
  errors: DataError[];
}

/**
 * Loads a query into the cache, so that the page renders without suspending. A cached query is requested again if its
 * response had errors or it is stale; if that fails, the stale data is used. If the gateway is overloaded, the browser
 * retries once after the delay that the gateway asks for.
 */
export const preloadQuery = async <D, V extends OperationVariables>(
  client: LoaderClient,
  query: TypedDocumentNode<D, V>,
  variables: V,
): Promise<PreloadedQuery<D>> => {
  const { withErrors, requestedAt, changeCount } = statesOf(client);
  const key = queryKey(query, variables);
  const isStale = (requestedAt.get(key) ?? 0) < changeCount;
  const request = (fetchPolicy: 'network-only' | 'cache-first') =>
    client.query({
      query,
      variables,
      fetchPolicy,
      context: { fresh: fetchPolicy === 'network-only' },
    } as unknown as ApolloClient.QueryOptions);
  let result = await request(isStale || withErrors.has(key) ? 'network-only' : 'cache-first');
  if (isStale && result.data === undefined) result = await request('cache-first');
  else requestedAt.set(key, changeCount);
  let errors = dataErrorsOf(result.error);
  const delaySeconds =
    result.data === undefined ? (errors[0]?.retryAfterSeconds ?? Number.POSITIVE_INFINITY) : 0;
  // The server does not wait: its response carries the delay, and no request stays open.
  if (typeof document !== 'undefined' && delaySeconds > 0 && delaySeconds <= MAX_RETRY_DELAY_SECONDS) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * delaySeconds));
    result = await request('network-only');
    errors = dataErrorsOf(result.error);
  }
  if (errors.length > 0) withErrors.add(key);
  else withErrors.delete(key);
  return { data: result.data as Unmasked<D> | undefined, errors };
};
