import { type GraphQLAbstractType, GraphQLError, type GraphQLObjectType, isObjectType } from 'graphql';
import type { FieldExecution } from './fieldExecution.ts';

/**
 * Returns the object type of a value of a union or interface.
 * @param name the result of `resolveType`
 * @throws GraphQLError if it is not the name of a member
 */
export function objectTypeOf(
  field: FieldExecution,
  type: GraphQLAbstractType,
  name: unknown,
): GraphQLObjectType {
  const { schema } = field;
  const found = typeof name === 'string' ? schema.getType(name) : undefined;
  if (isObjectType(found) && schema.isSubType(type, found)) return found;
  const position = `${field.parentType.name}.${field.fieldName}`;
  throw new GraphQLError(
    name == null
      ? `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${position}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`
      : `expected the name of an object type of ${type.name} for ${position}, got ${String(name)}`,
    { nodes: field.fieldNodes },
  );
}
