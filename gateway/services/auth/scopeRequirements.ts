import {
  type GraphQLError,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Context, IsReadable } from '../../core/context.ts';
import {
  describeScopeGroups,
  hasRequiredScopes,
  isScope,
  SCOPES,
  type ScopeGroups,
} from '../../core/scopes.ts';
import { insufficientScope } from './authErrors.ts';

/** Scope requirements that all apply; each is a list of alternatives. */
export type Requirements = readonly ScopeGroups[];

/** A type with fields. */
export type FieldOwner = GraphQLObjectType | GraphQLInterfaceType;

/** The part of a field that its requirements depend on. */
type RequiringField = Pick<GraphQLField<unknown, Context>, 'name' | 'type' | 'astNode'>;

/** The scopes that a schema requires with `@requiresScopes`. */
export interface ScopeRequirements {
  /** Returns the requirements of a type, its interfaces, and for connections and edges their node type. */
  ofType(type: GraphQLNamedType): Requirements;
  /** Returns the requirements of a field, the same field of its type's interfaces, and the field's type. */
  ofField(type: FieldOwner, field: RequiringField): Requirements;
}

const cache = new WeakMap<GraphQLSchema, ScopeRequirements>();

/** Reads the scope requirements of a schema, cached per schema. */
export function scopeRequirements(schema: GraphQLSchema): ScopeRequirements {
  const requirements = cache.get(schema) ?? readRequirements(schema);
  cache.set(schema, requirements);
  return requirements;
}

/**
 * Returns a `FORBIDDEN` error if a type requires scopes that are not held, whether or not an object of it exists.
 * @param typeName a type of the schema; an unknown one has no requirements
 */
export function scopeErrorOfType(
  schema: GraphQLSchema,
  typeName: string,
  held: readonly string[],
): GraphQLError | undefined {
  const type = schema.getType(typeName);
  const required = type ? scopeRequirements(schema).ofType(type) : [];
  const lacking = required.find((groups) => !hasRequiredScopes(groups, held));
  return lacking && insufficientScope(lacking, held, typeName);
}

/** Returns the scopes that fields require, each once, e.g. `Query.indexStatus: index:write`. */
export function scopesOfFields(
  schema: GraphQLSchema,
  fields: readonly { readonly parent: GraphQLNamedType; readonly field: RequiringField }[],
): readonly string[] {
  const { ofField } = scopeRequirements(schema);
  const scopes = fields.flatMap(({ parent, field }) =>
    isObjectType(parent) || isInterfaceType(parent)
      ? ofField(parent, field).map((groups) => `${parent.name}.${field.name}: ${describeScopeGroups(groups)}`)
      : [],
  );
  return [...new Set(scopes)];
}

const readable = new WeakMap<GraphQLSchema, Map<string, IsReadable>>();

/**
 * Returns a function that returns whether a caller may read a field of an object type, given an object of that type. It is the same
 * function for a schema and equal scopes.
 */
export function isReadableWith(schema: GraphQLSchema, held: readonly string[]): IsReadable {
  const byScopes = readable.get(schema) ?? new Map<string, IsReadable>();
  readable.set(schema, byScopes);
  const key = held.toSorted().join(' ');
  const isReadable = byScopes.get(key) ?? createIsReadable(schema, held);
  byScopes.set(key, isReadable);
  return isReadable;
}

const createIsReadable =
  (schema: GraphQLSchema, held: readonly string[]): IsReadable =>
  (typeName, fieldName) => {
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!isObjectType(type) || !field) return false;
    const { ofType, ofField } = scopeRequirements(schema);
    return [...ofType(type), ...ofField(type, field)].every((groups) => hasRequiredScopes(groups, held));
  };

function readRequirements(schema: GraphQLSchema): ScopeRequirements {
  const ofNode = (
    name: string,
    node: Parameters<typeof getDirectiveValues>[1] | null | undefined,
  ): Requirements => {
    const directive = schema.getDirective('requiresScopes');
    const values = directive && node ? getDirectiveValues(directive, node) : undefined;
    return values ? [readGroups(name, values.scopes)] : [];
  };
  const ofTypeNodes = (type: GraphQLNamedType): Requirements =>
    [type.astNode, ...type.extensionASTNodes].flatMap((node) => ofNode(type.name, node));
  const ofType = (type: GraphQLNamedType): Requirements => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const nodeFields = /(Connection|Edge)$/.test(type.name) ? ['nodes', 'node'] : [];
    const ofNodes = nodeFields.flatMap((name) => {
      const field = type.getFields()[name];
      return field ? ofType(getNamedType(field.type)) : [];
    });
    return [...ofTypeNodes(type), ...type.getInterfaces().flatMap(ofTypeNodes), ...ofNodes];
  };
  const ofField = (type: FieldOwner, field: RequiringField): Requirements => [
    ...ofNode(`${type.name}.${field.name}`, field.astNode),
    ...type
      .getInterfaces()
      .flatMap((other) => ofNode(`${other.name}.${field.name}`, other.getFields()[field.name]?.astNode)),
    ...ofType(getNamedType(field.type)),
  ];
  return { ofType, ofField };
}

function readGroups(name: string, scopes: unknown): ScopeGroups {
  const groups = scopes as readonly (readonly unknown[])[];
  const unknown = groups.flat().find((scope) => !isScope(scope));
  if (unknown !== undefined || groups.length === 0)
    throw new Error(
      `${name}: expected @requiresScopes to name scopes of ${SCOPES.join(', ')}, got ${unknown ?? 'none'}`,
    );
  return groups as ScopeGroups;
}
