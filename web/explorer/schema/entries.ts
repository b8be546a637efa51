import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
} from 'graphql';
import type { Place } from '../selection/place.ts';

const REFERENCE_PATH = '/docs/reference';

/** Returns the page of a type in the reference, or of one of its fields or values. */
export function referencePath(schema: GraphQLSchema, coordinate: string): string {
  const [type = '', member] = coordinate.split('.');
  if (member === undefined) return `${REFERENCE_PATH}/${type}`;
  return `${REFERENCE_PATH}/${type}${operationOf(schema, type) ? '.' : '#'}${member}`;
}

/** Returns the operation with a root type; undefined for another type. */
const operationOf = (schema: GraphQLSchema, typeName: string): OperationTypeNode | undefined =>
  Object.values(OperationTypeNode).find((operation) => schema.getRootType(operation)?.name === typeName);

/** Returns the place of a root type or of one of its fields, which need no path; undefined for other parts of the schema. */
export function placeOfRoot(schema: GraphQLSchema, coordinate: string): Place | undefined {
  const [type = '', field] = coordinate.split('.');
  const operation = operationOf(schema, type);
  return operation && { root: { operation }, steps: field ? [{ field, key: field }] : [] };
}

/** Returns the coordinate without an argument: `Film.related` of `Film.related(first:)`. */
export const withoutArgument = (coordinate: string): string => coordinate.replace(/\(.*$/, '');

/** Returns the keyword that declares a type. */
export function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isInputObjectType(type)) return 'input';
  if (isUnionType(type)) return 'union';
  return isEnumType(type) ? 'enum' : 'scalar';
}
