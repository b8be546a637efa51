import type { GraphQLObjectType } from 'graphql';

/** A field of an operation, as far as its getter depends on it. */
export interface GetterField {
  readonly responseKey: string;
  readonly parentType: GraphQLObjectType;
}

/**
 * Reads a field from its parent value alone. The resolver of the field has to be called where the getter cannot read it, so that
 * there is one source of errors; also if the value turns out to be invalid for the type of the field.
 */
export interface FieldGetter<Parent = unknown> {
  /**
   * Returns what the resolver of the field returns, or undefined if the resolver has to be called: for a value that is invalid, or
   * missing where it is required.
   */
  read(parent: Parent): unknown;
  /** True if its texts need no escapes in JSON. */
  readonly isPlain?: boolean;
  /** Returns whether an object is a valid value of the field, or of its list, of which a null is none. Absent if all values are. */
  accepts?(value: Readonly<Record<string, unknown>>): boolean;
}

type CreateGetter<Parent> = (field: GetterField) => FieldGetter<Parent> | undefined;

const getters = new WeakMap<object, CreateGetter<never>>();

/**
 * Adds a getter to a resolver that needs neither arguments nor context. A resolver that calls this resolver, such as a scope
 * check, has no getter itself, so it is not bypassed.
 * @returns the resolver
 */
export function withGetter<Parent, Resolver extends (parent: Parent, ...rest: never) => unknown>(
  resolve: Resolver & ((parent: Parent, ...rest: never) => unknown),
  createGetter: CreateGetter<Parent>,
): Resolver {
  getters.set(resolve, createGetter as CreateGetter<never>);
  return resolve;
}

/** Creates a resolver that reads its parent alone, and returns neither a promise nor an object. */
export const readsParent = <Parent, Value>(read: (parent: Parent) => Value): ((parent: Parent) => Value) =>
  withGetter<Parent, (parent: Parent) => Value>(read, () => ({ read }));

/** Creates the getter of a field with this resolver; undefined if the resolver has to be called. */
export const getterOf = (resolve: object, field: GetterField): FieldGetter | undefined =>
  getters.get(resolve)?.(field) as FieldGetter | undefined;

/** Returns whether a resolver only reads a value. */
export const hasGetter = (resolve: object): boolean => getters.has(resolve);
