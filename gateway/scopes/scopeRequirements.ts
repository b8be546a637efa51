import {
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { lackingScopes } from '../keys/refusals.ts';
import { areHeld, isScope, SCOPES, type ScopeGroups } from './scopes.ts';

/** What all must be held; each with alternatives. */
export type Requirements = readonly ScopeGroups[];

/** What a schema asks for by `@requiresScopes`. */
export interface ScopeRequirements {
  /** Of a type: its own, its interfaces', and for connections and edges their nodes'. */
  ofType(type: GraphQLNamedType): Requirements;
  /** Of a field: its own, those of the same field of its type's interfaces, and those of the type it leads to. */
  ofField(
    type: GraphQLObjectType,
    field: Pick<GraphQLField<unknown, Context>, 'name' | 'type' | 'astNode'>,
  ): Requirements;
}

const known = new WeakMap<GraphQLSchema, ScopeRequirements>();

/** Reads what a schema's types and fields ask for, each schema once. */
export function scopeRequirements(schema: GraphQLSchema): ScopeRequirements {
  const read = known.get(schema) ?? readRequirements(schema);
  known.set(schema, read);
  return read;
}

/**
 * Why a type's objects are not told to somebody, whichever they are and whether there are any.
 * @param typeName of a type of the schema; any other asks for nothing
 * @returns `FORBIDDEN`; undefined where its scopes are held
 */
export function refusalOfType(
  schema: GraphQLSchema,
  typeName: string,
  held: readonly string[],
): GraphQLError | undefined {
  const type = schema.getType(typeName);
  const all = type ? scopeRequirements(schema).ofType(type) : [];
  const lacking = all.find((groups) => !areHeld(groups, held));
  return lacking && lackingScopes(lacking, held, typeName);
}

function readRequirements(schema: GraphQLSchema): ScopeRequirements {
  const ofOwn = (
    name: string,
    node: Parameters<typeof getDirectiveValues>[1] | null | undefined,
  ): Requirements => {
    const directive = schema.getDirective('requiresScopes');
    const values = directive && node ? getDirectiveValues(directive, node) : undefined;
    return values ? [readGroups(name, values.scopes)] : [];
  };
  const written = (type: GraphQLNamedType): Requirements =>
    [type.astNode, ...type.extensionASTNodes].flatMap((node) => ofOwn(type.name, node));
  const ofType = (type: GraphQLNamedType): Requirements => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const within = /(Connection|Edge)$/.test(type.name) ? ['nodes', 'node'] : [];
    const paged = within.flatMap((name) => {
      const field = type.getFields()[name];
      return field ? ofType(getNamedType(field.type)) : [];
    });
    return [...written(type), ...type.getInterfaces().flatMap(written), ...paged];
  };
  const ofField = (
    type: GraphQLObjectType,
    field: Pick<GraphQLField<unknown, Context>, 'name' | 'type' | 'astNode'>,
  ): Requirements => [
    ...ofOwn(`${type.name}.${field.name}`, field.astNode),
    ...type
      .getInterfaces()
      .flatMap((other) => ofOwn(`${other.name}.${field.name}`, other.getFields()[field.name]?.astNode)),
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
