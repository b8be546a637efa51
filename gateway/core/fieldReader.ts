import type { GraphQLObjectType } from 'graphql';

/** A field of an operation, as far as its reader depends on it. */
export interface ReadField {
  readonly responseKey: string;
  readonly parentType: GraphQLObjectType;
}

/**
 * Reads a field from its parent value alone. Returns what the resolver of the field returns, or undefined if the resolver has
 * to be called: for a value that is invalid, or missing where it is required, so that there is one source of errors. The
 * resolver also has to be called if the value turns out to be invalid for the type of the field.
 */
export type FieldReader<Parent = unknown> = (parent: Parent) => unknown;

type CreateReader<Parent> = (field: ReadField) => FieldReader<Parent> | undefined;

const readers = new WeakMap<object, CreateReader<never>>();

/**
 * Adds a reader to a resolver that needs neither arguments nor context. Another resolver that calls this one, such as a scope
 * check, has no reader, so it is not bypassed.
 * @returns the resolver
 */
export function withReader<Parent, Resolver extends (parent: Parent, ...rest: never) => unknown>(
  resolve: Resolver & ((parent: Parent, ...rest: never) => unknown),
  createReader: CreateReader<Parent>,
): Resolver {
  readers.set(resolve, createReader as CreateReader<never>);
  return resolve;
}

/** Creates the reader of a field with this resolver; undefined if the resolver has to be called. */
export const readerOf = (resolve: object, field: ReadField): FieldReader | undefined =>
  readers.get(resolve)?.(field) as FieldReader | undefined;
