import type { OperationVariables } from '@apollo/client';

/** Rejects keys that `Allowed` lacks; a bare type parameter accepts them. */
type NoExtra<T, Allowed> = { [K in Exclude<keyof T, keyof Allowed>]: never };
/** Options of a hook, without unknown options or variables. */
export type StrictOptions<O, Allowed, V> = O &
  NoExtra<O, Allowed> &
  (O extends { variables: infer Given } ? { variables: NoExtra<Given, V> } : unknown);
/** The option of variables: required if one of them is. */
export type VariablesOption<V extends OperationVariables> =
  Record<never, never> extends V ? { readonly variables?: V } : { readonly variables: V };
/** The arguments of a call without options: allowed if the query has no required variables. */
export type NoArguments<V> = Record<never, never> extends V ? [] : [never];
