import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { REFERENCE_PATH } from '../markdown/page.ts';

/** Returns the address of a schema coordinate in the reference; undefined if the schema does not have its type or field. */
export function coordinateAddress(coordinate: string, schema: GraphQLSchema): string | undefined {
  const [typeName = '', member] = coordinate.replace(/\(.*/, '').split('.');
  const type = schema.getType(typeName);
  if (!type || isSpecifiedScalarType(type) || typeName.startsWith('_')) return undefined;
  const page = `${REFERENCE_PATH}/${typeName}`;
  if (member === undefined) return page;
  if (isEnumType(type)) return type.getValue(member) ? `${page}#values` : undefined;
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return undefined;
  if (!type.getFields()[member]) return undefined;
  if (isInputObjectType(type)) return `${page}#fields`;
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.some((root) => root === type) ? `${page}.${member}` : `${page}#${member}`;
}
