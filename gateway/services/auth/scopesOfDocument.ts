import {
  type DocumentNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describeScopeGroups } from '../../core/scopes.ts';
import { scopeRequirements } from './scopeRequirements.ts';

/** Returns the scopes that the fields of a document require with `@requiresScopes`, e.g. `Query.indexStatus: index:write`. */
export function scopesOfDocument(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const required = scopeRequirements(schema);
  const typeInfo = new TypeInfo(schema);
  const scopes = new Set<string>();
  const addScopes = () => {
    const [type, field] = [typeInfo.getParentType(), typeInfo.getFieldDef()];
    if (!field || !(isObjectType(type) || isInterfaceType(type))) return;
    for (const groups of required.ofField(type, field))
      scopes.add(`${type.name}.${field.name}: ${describeScopeGroups(groups)}`);
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: addScopes }));
  return [...scopes];
}
