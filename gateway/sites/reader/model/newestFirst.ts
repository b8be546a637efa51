import { type GraphQLSchema, isEnumType } from 'graphql';
import { constantCase } from '../../../core/model/model.ts';
import type { ReadableField } from './readableFields.ts';
import type { ReaderType } from './readerTypes.ts';

/** An order of the graph. */
export interface OrderBy {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Returns whether lists of a type can be ordered by a field. */
export const isOrderable = (schema: GraphQLSchema, type: ReaderType, { name }: ReadableField): boolean => {
  const values = schema.getType(`${type.name}OrderField`);
  return isEnumType(values) && values.getValue(constantCase(name)) != null;
};

/** Returns the order of a list with the newest first, by the date that readers see; undefined for the order of the graph. */
export const newestFirst = (schema: GraphQLSchema, type: ReaderType): OrderBy | undefined =>
  type.date && isOrderable(schema, type, type.date)
    ? { field: constantCase(type.date.name), direction: 'DESC' }
    : undefined;

/** Returns the argument of a list for `newestFirst`; empty for the order of the graph. */
export function newestArgument(schema: GraphQLSchema, type: ReaderType): string {
  const order = newestFirst(schema, type);
  return order ? `orderBy: [{ field: ${order.field}, direction: ${order.direction} }]` : '';
}
