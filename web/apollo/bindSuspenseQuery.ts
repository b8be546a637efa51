import type { MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { use, useRef, useSyncExternalStore } from 'react';
import type { NoArguments, StrictOptions, VariablesOption } from './bind.ts';
import { type PageQuery, usePageQueries } from './pageQueries.ts';

interface LoadedQuery<D> {
  /** Undefined if the request failed. */
  readonly data: MaybeMasked<D> | undefined;
}

interface BoundSuspenseQuery<D, V extends OperationVariables> {
  (...none: NoArguments<V>): LoadedQuery<D>;
  <O extends VariablesOption<V>>(options: StrictOptions<O, VariablesOption<V>, V>): LoadedQuery<D>;
}

/**
 * Creates the hook that reads one query. The component suspends until the query is loaded, and renders again when its data
 * changes. If a later request fails, the data stays.
 */
export const bindSuspenseQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundSuspenseQuery<D, V> => {
  const useBoundQuery = ({ variables }: { variables?: V } = {}): LoadedQuery<D> => {
    const query = usePageQueries().queryOf(document, variables);
    const { data, loading } = useSyncExternalStore(query.subscribe, query.state, query.state);
    const latest = useRef<{ readonly query: PageQuery; readonly data: unknown }>(null);
    if (data !== undefined) latest.current = { query, data };
    const kept = latest.current?.query === query ? latest.current.data : undefined;
    if (kept === undefined && loading) use(query.load());
    return { data: kept as MaybeMasked<D> | undefined };
  };
  return useBoundQuery as BoundSuspenseQuery<D, V>;
};
