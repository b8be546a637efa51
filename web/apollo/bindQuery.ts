import type { ErrorLike, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useRef, useSyncExternalStore } from 'react';
import type { NoArguments, StrictOptions, VariablesOption } from './bind.ts';
import { type PageQueryState, usePageQueries } from './pageQueries.ts';

type QueryOptions<V extends OperationVariables> = VariablesOption<V> & {
  /** True requests nothing. */
  readonly skip?: boolean;
};

type QueryResult<D> = {
  readonly error: ErrorLike | undefined;
  readonly loading: boolean;
  /** The last data, which stays while the query with other variables is loading. */
  readonly previousData: MaybeMasked<D> | undefined;
  readonly refetch: () => Promise<unknown>;
} & (
  | { readonly dataState: 'complete'; readonly data: MaybeMasked<D> }
  | { readonly dataState: 'empty'; readonly data: undefined }
);

interface BoundQuery<D, V extends OperationVariables> {
  (...none: NoArguments<V>): QueryResult<D>;
  <O extends QueryOptions<V>>(options: StrictOptions<O, QueryOptions<V>, V>): QueryResult<D>;
}

const LOADING: PageQueryState = { data: undefined, loading: true };
const SKIPPED: PageQueryState = { data: undefined };
const readSkipped = () => SKIPPED;
const subscribeToNothing = () => () => undefined;

/**
 * Creates the hook that requests one query and returns what is known of it. On the server it requests nothing: a query that is
 * not loaded, or has failed there, is requested by the browser.
 */
export const bindQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundQuery<D, V> => {
  const useBoundQuery = ({ variables, skip }: { variables?: V; skip?: boolean } = {}) => {
    const query = usePageQueries().queryOf(document, variables);
    const readState = skip ? readSkipped : query.state;
    const readServerState = () => (skip || query.state().data !== undefined ? readState() : LOADING);
    const subscribe = skip ? subscribeToNothing : query.subscribe;
    const { data, error, loading = false } = useSyncExternalStore(subscribe, readState, readServerState);
    const previousData = useRef(data);
    if (data !== undefined) previousData.current = data;
    return {
      data,
      dataState: data === undefined ? 'empty' : 'complete',
      error,
      loading,
      previousData: previousData.current,
      refetch: query.refetch,
    };
  };
  return useBoundQuery as unknown as BoundQuery<D, V>;
};
