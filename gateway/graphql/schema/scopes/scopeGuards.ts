import {
  defaultFieldResolver,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import { copySources } from '../../../core/valueSources.ts';
import { requireScopes } from '../../../services/auth/authErrors.ts';
import {
  type Requirements,
  type ScopeRequirements,
  scopeRequirements,
} from '../../../services/auth/scopeRequirements.ts';

/** The requirement of root fields without `@requiresScopes`. */
const READ_PUBLISHED: Requirements = [[['read:published']]];

/**
 * Adds a scope check to every field with requirements: the field declares them, or the same field in its type's interfaces, or its
 * type. Unions and interfaces check the type of each value. Connections and edges require what their nodes require.
 * @throws Error for an unknown scope, or a mutation without requirements
 */
export function guardScopes(schema: GraphQLSchema): GraphQLSchema {
  const required = scopeRequirements(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isObjectType(type))
      for (const field of Object.values(type.getFields())) guardField(type, field, required);
    if (isAbstractType(type)) guardAbstractType(schema, type, required);
  }
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {}))
    if (required.ofField(schema.getMutationType() as GraphQLObjectType, field).length === 0)
      throw new Error(`Mutation.${name}: expected @requiresScopes on every mutation, got none`);
  const readers = [schema.getQueryType(), schema.getSubscriptionType()];
  for (const type of readers)
    for (const field of Object.values(type?.getFields() ?? {}))
      if (required.ofField(type as GraphQLObjectType, field).length === 0)
        addCheck(`${type}.${field.name}`, field, READ_PUBLISHED);
  return schema;
}

function guardField(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, Context>,
  required: ScopeRequirements,
): void {
  const all = required.ofField(type, field);
  if (all.length > 0) addCheck(`${type.name}.${field.name}`, field, all);
}

function addCheck(name: string, field: GraphQLField<unknown, Context>, all: Requirements): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  const check = ({ audience }: Context) => {
    for (const groups of all) requireScopes(groups, audience.scopes, name);
  };
  const guarded: typeof resolve = (parent, args, context, info) => {
    check(context);
    return resolve(parent, args, context, info);
  };
  field.resolve = copySources(guarded, resolve);
  if (subscribe)
    field.subscribe = (parent, args, context, info) => {
      check(context);
      return subscribe(parent, args, context, info);
    };
}

/** Checks the requirements of the actual type of each value. */
function guardAbstractType(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  required: ScopeRequirements,
): void {
  const guarded = new Map(
    schema.getPossibleTypes(type).flatMap((member): [string, Requirements][] => {
      const all = required.ofType(member);
      return all.length > 0 ? [[member.name, all]] : [];
    }),
  );
  const { resolveType } = type;
  if (guarded.size === 0 || !resolveType) return;
  type.resolveType = async (value, context: Context, info, abstract) => {
    const name = await resolveType(value, context, info, abstract);
    for (const groups of guarded.get(name ?? '') ?? [])
      requireScopes(groups, context.audience.scopes, `${name}`);
    return name;
  };
}
