import type { FragmentType, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';

/** Rejects keys that `Allowed` lacks: a bare type parameter would let them through. */
type NoExtra<T, Allowed> = { [K in Exclude<keyof T, keyof Allowed>]: never };
export type Strict<O, Allowed, V> = O &
  NoExtra<O, Allowed> &
  (O extends { variables: infer Given } ? { variables: NoExtra<Given, V> } : unknown);
export type NoOptions = Record<string, never>;
/** No argument is needed when no variable is. */
export type Bare<V> = Record<never, never> extends V ? [] : [never];

interface BoundSuspenseQuery<D, V extends OperationVariables> {
  (...none: Bare<V>): useSuspenseQuery.ResultForOptions<D, V, NoOptions>;
  <O extends useSuspenseQuery.Options<V>>(
    options: Strict<O, useSuspenseQuery.Options<V>, V>,
  ): useSuspenseQuery.ResultForOptions<D, V, O>;
}

/** The return type of each binder restates the hook's own overloads, which no cast could follow. */
export const bind =
  (hook: unknown, document: unknown) =>
  (options?: unknown): never =>
    (hook as (document: unknown, options: unknown) => never)(document, options);

/** `useSuspenseQuery` for one document; suspends until the answer is in the cache. */
export const bindSuspenseQuery = <D, V extends OperationVariables>(
  document: TypedDocumentNode<D, V>,
): BoundSuspenseQuery<D, V> => bind(useSuspenseQuery, document);

/**
 * Reads a fragment of an answer the parent asked for; nothing else of that answer is visible to the component. The types
 * alone see to that: the answer carries the whole of it, and its query is what follows changes. To watch each fragment by
 * itself took a telephone longer than all the rest of taking a page over.
 */
export const bindFragment =
  <D>() =>
  (from: FragmentType<D>): MaybeMasked<D> =>
    from as unknown as MaybeMasked<D>;
