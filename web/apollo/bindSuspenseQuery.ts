import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';
import { type Bare, bind, type NoOptions, type Strict } from './bind.ts';

interface BoundSuspenseQuery<D, V extends OperationVariables> {
  (...none: Bare<V>): useSuspenseQuery.ResultForOptions<D, V, NoOptions>;
  <O extends useSuspenseQuery.Options<V>>(
    options: Strict<O, useSuspenseQuery.Options<V>, V>,
  ): useSuspenseQuery.ResultForOptions<D, V, O>;
}

/** `useSuspenseQuery` for one document; suspends until the response is in the cache. */
export const bindSuspenseQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundSuspenseQuery<D, V> => bind(useSuspenseQuery, document);
