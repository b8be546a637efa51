/** Rejects keys that `Allowed` lacks: a bare type parameter would let them through. */
type NoExtra<T, Allowed> = { [K in Exclude<keyof T, keyof Allowed>]: never };
/** Options of a hook, without unknown options or variables. */
export type Strict<O, Allowed, V> = O &
  NoExtra<O, Allowed> &
  (O extends { variables: infer Given } ? { variables: NoExtra<Given, V> } : unknown);
export type NoOptions = Record<string, never>;
/** No argument is needed when the query has no required variables. */
export type Bare<V> = Record<never, never> extends V ? [] : [never];

/** Binds a hook to a document. The return type of each binder restates the overloads of its hook, which no cast could follow. */
export const bind =
  (hook: unknown, document: unknown) =>
  (options?: unknown): never =>
    (hook as (document: unknown, options: unknown) => never)(document, options);
