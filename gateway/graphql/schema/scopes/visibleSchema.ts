import { filterSchema, pruneSchema } from '@graphql-tools/utils';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import { constantCase } from '../../../core/model/model.ts';
import { hasRequiredScopes, type Scope } from '../../../core/scopes.ts';
import {
  type FieldOwner,
  type Requirements,
  scopeRequirements,
} from '../../../services/auth/scopeRequirements.ts';
import { once } from '../../../services/cache/once.ts';
import { explainEnumErrors } from '../enums/enumErrors.ts';

/** The enum whose values stand for types of the model. */
const TYPE_ENUM = 'DocumentType';

/** Returns the part of a schema that callers with these scopes see. Equal sets of scopes have the same schema. */
export type VisibleSchemas = (scopes: readonly Scope[]) => GraphQLSchema;

/**
 * Creates a function that returns what scopes open: the schema without the types and fields that require other scopes by
 * `@requiresScopes`, and without types that only such fields lead to. It describes the API and its errors, and does not execute
 * operations.
 */
export function createVisibleSchemas(schema: GraphQLSchema): VisibleSchemas {
  const known = new Map<string, GraphQLSchema>();
  const used = once(() => usedTypes(schema));
  return (scopes) => {
    const key = scopes.toSorted().join(' ');
    const visible = known.get(key) ?? visibleSchema(schema, scopes, (type) => used().has(type.name));
    known.set(key, visible);
    return visible;
  };
}

/** @param isUsed returns whether a field or a directive leads to a type; unused types stay, e.g. filters for other models */
function visibleSchema(
  schema: GraphQLSchema,
  scopes: readonly Scope[],
  isUsed: (type: GraphQLNamedType) => boolean,
): GraphQLSchema {
  const required = scopeRequirements(schema);
  const isOpen = (requirements: Requirements) =>
    requirements.every((groups) => hasRequiredScopes(groups, scopes));
  const types = Object.values(schema.getTypeMap());
  const isTypeVisible = (type: GraphQLNamedType) => isOpen(required.ofType(type));
  const hiddenConstants = new Set(
    types.filter((type) => !isTypeVisible(type)).map(({ name }) => constantCase(name)),
  );
  /** A type keeps the fields of its visible interfaces, which it has to implement. */
  const isFieldVisible = (type: FieldOwner, field: GraphQLField<unknown, Context>): boolean =>
    isOpen(required.ofField(type, field)) ||
    type.getInterfaces().some((implemented) => {
      const declared = implemented.getFields()[field.name];
      return isTypeVisible(implemented) && declared !== undefined && isFieldVisible(implemented, declared);
    });
  const fieldFilter = (typeName: string, fieldName: string): boolean => {
    const type = schema.getType(typeName);
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
    return field === undefined || isFieldVisible(type as FieldOwner, field);
  };
  const isHidden = (type: GraphQLNamedType): boolean =>
    !isTypeVisible(type) ||
    ((isObjectType(type) || isInterfaceType(type)) &&
      Object.keys(type.getFields()).some((name) => !fieldFilter(type.name, name)));
  if (!types.some(isHidden)) return schema;
  const filtered = filterSchema({
    schema,
    typeFilter: (name) => isTypeVisible(schema.getType(name) as GraphQLNamedType),
    rootFieldFilter: fieldFilter,
    objectFieldFilter: fieldFilter,
    interfaceFieldFilter: fieldFilter,
    enumValueFilter: (name, value) => name !== TYPE_ENUM || !hiddenConstants.has(String(value)),
  });
  const stillUsed = usedTypes(filtered);
  const isHiddenPart = (type: GraphQLNamedType) => isUsed(type) && !stillUsed.has(type.name);
  return explainEnumErrors(
    pruneSchema(filtered, { skipPruning: (type) => !isUsed(type) && !leadsTo(type, isHiddenPart) }),
  );
}

/** Returns the names of the types to which the fields of the root types, or arguments of directives, lead. */
function usedTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (type: GraphQLNamedType | null | undefined): void => {
    if (!type || used.has(type.name) || isEmpty(type)) return;
    used.add(type.name);
    for (const other of referencesOf(type)) {
      visit(other);
      if (isInterfaceType(other)) for (const object of schema.getPossibleTypes(other)) visit(object);
    }
    if (isObjectType(type) || isInterfaceType(type)) for (const other of type.getInterfaces()) visit(other);
  };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    visit(root);
  for (const { args } of schema.getDirectives()) for (const { type } of args) visit(getNamedType(type));
  return used;
}

/** Returns whether all fields of a type are hidden. */
const isEmpty = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) && Object.keys(type.getFields()).length === 0;

/** Returns whether a type, or one to which it refers, satisfies a condition. */
function leadsTo(
  type: GraphQLNamedType,
  condition: (type: GraphQLNamedType) => boolean,
  seen = new Set<GraphQLNamedType>(),
): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return condition(type) || referencesOf(type).some((other) => leadsTo(other, condition, seen));
}

function referencesOf(type: GraphQLNamedType): readonly GraphQLNamedType[] {
  if (isUnionType(type)) return type.getTypes();
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) =>
    [field, ...field.args].map((part) => getNamedType(part.type)),
  );
}
