import type {
  ApolloClient,
  FragmentType,
  MaybeMasked,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client';
import { useApolloClient, useSuspenseFragment, useSuspenseQuery } from '@apollo/client/react';

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

/** On a server a page is rendered once: what a browser does to follow changes would only be cleared away again. */
const isServer = typeof document === 'undefined';

/**
 * Reads a fragment of a document the parent fetched; nothing else of that document is visible to the component.
 * @param name the fragment's name: a document that spreads further fragments holds more than one
 */
export const bindFragment =
  <D>(fragment: TypedDocumentNode<D>, name: string) =>
  (from: FragmentType<D>): MaybeMasked<D> => {
    const options = { fragment, fragmentName: name, from } as never;
    return isServer ? useReadFragment(options) : (useSuspenseFragment(options).data as MaybeMasked<D>);
  };

const useReadFragment = <D>(
  options: ApolloClient.ReadFragmentOptions<D, OperationVariables>,
): MaybeMasked<D> => {
  const data = useApolloClient().readFragment(options);
  if (data) return data as MaybeMasked<D>;
  throw new Error(
    `expected the whole of fragment ${options.fragmentName} in the cache, got part of it; spread it where its document is asked for`,
  );
};
