import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { bindHook, type NoArguments, type NoOptions, type StrictOptions } from './bind.ts';
import { readLoadedQuery } from './pageQueries.ts';

interface BoundQuery<D, V extends OperationVariables> {
  (...none: NoArguments<V>): useQuery.ResultForOptions<D, V, NoOptions>;
  <O extends useQuery.Options<D, V>>(
    options: StrictOptions<O, useQuery.Options<D, V>, V>,
  ): useQuery.ResultForOptions<D, V, O>;
}

/** `useQuery` for one document: checks variables and options; `dataState` discriminates the type of the result. */
export const bindQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundQuery<D, V> => bindHook(useQuery, readLoadedQuery, document);
