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
import { requireScopes } from '../../../services/auth/authErrors.ts';
import { type Requirements, type ScopeRequirements, scopeRequirements } from '../../../services/auth/scopeRequirements.ts';

/** Root fields that say nothing read what is published. */
const READING: Requirements = [[['read:published']]];

/**
 * Has every field that asks for scopes ask for them before it is resolved: its own, those of the same field of its
 * type's interfaces, and those of the type it leads to. Where it leads to one of several types, the one that comes is
 * asked. Connections and edges ask for what their nodes ask for.
 * @throws Error that names a scope there is not, or a mutation that asks for none
 */
export function guardScopes(schema: GraphQLSchema): GraphQLSchema {
  const required = scopeRequirements(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isObjectType(type))
      for (const field of Object.values(type.getFields())) guardField(type, field, required);
    if (isAbstractType(type)) guardChoice(schema, type, required);
  }
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {}))
    if (required.ofField(schema.getMutationType() as GraphQLObjectType, field).length === 0)
      throw new Error(
        `Mutation.${name}: expected @requiresScopes on every field that changes something, got none`,
      );
  const readers = [schema.getQueryType(), schema.getSubscriptionType()];
  for (const type of readers)
    for (const field of Object.values(type?.getFields() ?? {}))
      if (required.ofField(type as GraphQLObjectType, field).length === 0)
        ask(`${type}.${field.name}`, field, READING);
  return schema;
}

function guardField(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, Context>,
  required: ScopeRequirements,
): void {
  const all = required.ofField(type, field);
  if (all.length > 0) ask(`${type.name}.${field.name}`, field, all);
}

function ask(name: string, field: GraphQLField<unknown, Context>, all: Requirements): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  const check = ({ audience }: Context) => {
    for (const groups of all) requireScopes(groups, audience.scopes, name);
  };
  field.resolve = (parent, args, context, info) => {
    check(context);
    return resolve(parent, args, context, info);
  };
  if (subscribe)
    field.subscribe = (parent, args, context, info) => {
      check(context);
      return subscribe(parent, args, context, info);
    };
}

/** Has the type that comes asked, where one of several may come. */
function guardChoice(schema: GraphQLSchema, type: GraphQLAbstractType, required: ScopeRequirements): void {
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
