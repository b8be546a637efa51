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

const orderBy = (
  schema: GraphQLSchema,
  type: ReaderType,
  field: ReadableField | undefined,
  direction: OrderBy['direction'],
): readonly OrderBy[] =>
  field && isOrderable(schema, type, field) ? [{ field: constantCase(field.name), direction }] : [];

/** Returns the order of a list with the newest first, by the date that readers see; empty for the order of the graph. */
export const newestFirst = (schema: GraphQLSchema, type: ReaderType): readonly OrderBy[] =>
  orderBy(schema, type, type.date, 'DESC');

/** Returns the order that editors give by numbers, with the newest first among equal numbers; empty without such a field. */
export function editorsOrder(schema: GraphQLSchema, type: ReaderType): readonly OrderBy[] {
  const order = orderBy(schema, type, type.order, 'ASC');
  return order.length > 0 ? [...order, ...newestFirst(schema, type)] : [];
}

/** Returns the order of the lists of a type: that of its editors, else the newest first; empty for the order of the graph. */
export function listOrder(schema: GraphQLSchema, type: ReaderType): readonly OrderBy[] {
  const order = editorsOrder(schema, type);
  return order.length > 0 ? order : newestFirst(schema, type);
}

/** Returns the argument of a list for an order; empty for the order of the graph. */
export const orderArgument = (orders: readonly OrderBy[]): string =>
  orders.length > 0
    ? `orderBy: [${orders.map(({ field, direction }) => `{ field: ${field}, direction: ${direction} }`).join(', ')}]`
    : '';
