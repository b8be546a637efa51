'use client';

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createRequestStore, type RequestState } from '../request/requestStore.ts';
import { type ContentChangesOptions, useContentChanges } from './useContentChanges.ts';

/** The state of a live query. */
export interface LiveQuery<Data> extends RequestState<Data> {
  /** Sends the request again. */
  refetch(): Promise<void>;
}

/**
 * Sends a request, and sends it again when documents change and after a lost connection. The data stays while newer data
 * loads.
 * @param request a stable function; another one is sent at once
 * @param options the types whose changes affect the data
 */
export const useLiveQuery = <Data>(
  request: (signal: AbortSignal) => Promise<Data>,
  options: ContentChangesOptions,
): LiveQuery<Data> => {
  const [store] = useState(() => createRequestStore<Data>());
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const refetch = useCallback(() => store.send(request), [store, request]);
  useEffect(() => {
    void refetch();
    return () => store.cancel();
  }, [store, refetch]);
  useContentChanges(refetch, options);
  // The first request begins after the first render.
  const isFirst = state.data === undefined && state.error === undefined;
  return { ...state, isLoading: state.isLoading || isFirst, refetch };
};
