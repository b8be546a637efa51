import type { ErrorLike, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { use, useState, useSyncExternalStore } from 'react';
import { NOT_LOADED, type ObservedQuery, type QueryState, useQueryClient } from './queryClient.ts';

/** The option of variables: required if one of them is. */
type VariablesOption<V> =
  Record<never, never> extends V ? { readonly variables?: V } : { readonly variables: V };
/** The arguments of a hook: the options may be absent if no variable is required. */
type Arguments<O, V> = Record<never, never> extends V ? [options?: O] : [options: O];

type QueryOptions<V> = VariablesOption<V> & {
  /** True requests nothing. */
  readonly skip?: boolean;
};

interface QueryHookResult<D> {
  readonly data: D | undefined;
  /** The last data, which stays while the query with other variables is loading. */
  readonly previousData: D | undefined;
  readonly error: ErrorLike | undefined;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<unknown>;
}

const SKIPPED: QueryState = { data: undefined };
const readSkipped = () => SKIPPED;
const subscribeToNothing = () => () => undefined;

/**
 * Creates the hook that requests one query and returns what is known of it. On the server it requests nothing: a query that is
 * not loaded, or has failed there, is requested by the browser.
 */
export const createQueryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (...[options]: Arguments<QueryOptions<V>, V>): QueryHookResult<D> => {
    const skip = options?.skip;
    const query = useQueryClient().queryOf(document, options?.variables);
    const readState = skip ? readSkipped : query.state;
    const readServerState = () => {
      if (skip) return SKIPPED;
      const serverState = query.serverState();
      return serverState.data === undefined ? NOT_LOADED : serverState;
    };
    const subscribe = skip ? subscribeToNothing : query.subscribe;
    const state = useSyncExternalStore(subscribe, readState, readServerState);
    const data = state.data as D | undefined;
    const [previousData, setPreviousData] = useState(data);
    if (data !== undefined && data !== previousData) setPreviousData(data);
    const { error, loading: isLoading = false } = state;
    return { data, previousData, error, isLoading, refetch: query.refetch };
  };

/** A fulfilled promise, for which `use` does not suspend. */
const LOADED = Object.assign(Promise.resolve(), { status: 'fulfilled' as const, value: undefined });

/**
 * Returns what a component gives to React's `use`. Each render needs it: if React repeats a render that has suspended, and `use`
 * is skipped, the next new hook throws (React error 467). In development, React expects the same promise as before.
 */
const promiseForUse = (query: ObservedQuery, isMissing: boolean): Promise<unknown> => {
  if (isMissing) query.suspensePromise = query.load();
  const load = query.suspensePromise;
  return load && (isMissing || load.status === 'fulfilled') ? load : LOADED;
};

/**
 * Creates the hook that reads one query. The component suspends until the query is loaded, and renders again when its data
 * changes. The data is undefined if the first request failed; if a later one fails, the data stays.
 */
export const createSuspenseQueryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (...[options]: Arguments<VariablesOption<V>, V>): { readonly data: D | undefined } => {
    const query = useQueryClient().queryOf(document, options?.variables);
    const { data, loading } = useSyncExternalStore(query.subscribe, query.state, query.serverState);
    use(promiseForUse(query, data === undefined && loading === true));
    return { data: data as D | undefined };
  };
