import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { REFERENCE_PATH } from '../markdown/page.ts';

/** `Type`, `Type.member` or `Type.field(argument:)`. */
const COORDINATE = /^(\w+)(?:\.(\w+)(?:\((\w+):\))?)?/;

/** Returns the id of an argument in the page of a type. Fields and values have their name. */
export const argumentId = (field: string, argument: string): string => `${field}.${argument}`;

/** Returns the address of a schema coordinate in the reference; undefined if the schema does not have its type or member. */
export function coordinateAddress(coordinate: string, schema: GraphQLSchema): string | undefined {
  const [, typeName = '', member, argument] = COORDINATE.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (!type || isSpecifiedScalarType(type) || typeName.startsWith('_')) return undefined;
  const page = `${REFERENCE_PATH}/${typeName}`;
  if (member === undefined) return page;
  if (isEnumType(type)) return type.getValue(member) ? `${page}#${member}` : undefined;
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return undefined;
  const field = type.getFields()[member];
  if (!field) return undefined;
  const shown = 'args' in field && field.args.some(({ name }) => name === argument) ? argument : undefined;
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (roots.some((root) => root === type)) return `${page}.${member}${shown ? `#${shown}` : ''}`;
  return `${page}#${shown ? argumentId(member, shown) : member}`;
}
