import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';
import { bindHook, type NoArguments, type NoOptions, type StrictOptions } from './bind.ts';
import { readSuspendedQuery } from './pageQueries.ts';

interface BoundSuspenseQuery<D, V extends OperationVariables> {
  (...none: NoArguments<V>): useSuspenseQuery.ResultForOptions<D, V, NoOptions>;
  <O extends useSuspenseQuery.Options<V>>(
    options: StrictOptions<O, useSuspenseQuery.Options<V>, V>,
  ): useSuspenseQuery.ResultForOptions<D, V, O>;
}

/** `useSuspenseQuery` for one document; suspends until the response is in the cache. */
export const bindSuspenseQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundSuspenseQuery<D, V> => bindHook(useSuspenseQuery, readSuspendedQuery, document);
