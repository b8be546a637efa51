import type { DocumentNode } from '@apollo/client';
import { useContext } from 'react';
import { pageQueries, type ReadQuery } from './pageQueries.ts';

/** Rejects keys that `Allowed` lacks; a bare type parameter accepts them. */
type NoExtra<T, Allowed> = { [K in Exclude<keyof T, keyof Allowed>]: never };
/** Options of a hook, without unknown options or variables. */
export type StrictOptions<O, Allowed, V> = O &
  NoExtra<O, Allowed> &
  (O extends { variables: infer Given } ? { variables: NoExtra<Given, V> } : unknown);
export type NoOptions = Record<string, never>;
/** The arguments of a call without options: allowed if the query has no required variables. */
export type NoArguments<V> = Record<never, never> extends V ? [] : [never];

/**
 * Binds a hook to a document. Each binder restates the overloads of its hook as its return type, because a cast loses them.
 * @param read replaces the hook on the server
 */
export const bindHook = (hook: unknown, read: ReadQuery, document: DocumentNode) => (options?: unknown) => {
  const queries = useContext(pageQueries);
  const result = queries
    ? read(queries, document, options as Parameters<ReadQuery>[2])
    : (hook as (document: unknown, options: unknown) => unknown)(document, options);
  return result as never;
};
