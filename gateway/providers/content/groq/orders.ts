import { isOrderable, orderFieldName } from '../../../core/model/derivedTypes.ts';
import { constantCase, type ModelType } from '../../../core/model/model.ts';
import { sourceOf } from './filters.ts';

/** An order of documents, made total by their ids. */
export interface Order {
  /** The enum value, which cursors of this order carry. */
  readonly name: string;
  /** The GROQ of the value ordered by. */
  readonly path: string;
  readonly descending: boolean;
}

export const DEFAULT_ORDER = 'CREATED_AT_DESC';

/** Reads a value of a type's order enum. */
export function readOrder(type: ModelType, name: string): Order {
  const { constant, descending } = orderFieldName(name);
  const field = [...type.fields.values()].find((f) => isOrderable(f) && constantCase(f.name) === constant);
  const path = field ? sourceOf(field) : constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt';
  return { name, path, descending };
}

/** The `order()` of a list; backwards, the same rows from the other end. */
export function orderClause({ path, descending }: Order, backwards: boolean): string {
  return `order(${path} ${descending === backwards ? 'asc' : 'desc'}, _id ${backwards ? 'desc' : 'asc'})`;
}

type Value = string | number | boolean | null;

/** Which rows are meant, as seen from a position. */
export interface KeysetCondition {
  readonly backwards: boolean;
  /** Whether a row at the position itself is meant too. */
  readonly inclusive?: boolean;
}

/**
 * The condition that holds for the rows beyond a position (the value ordered by, and the id) in an order.
 * GROQ compares nothing with null, and orders it after every value
 * (https://spec.groq.dev/draft/#sec-Ordering), so rows without a value are asked for by name. Objects and arrays, which
 * a faulty document may hold there, stand with them: `string()` has a text for every other value.
 */
export function keysetCondition(
  { path, descending }: Order,
  [value, id]: readonly Value[],
  { backwards, inclusive = false }: KeysetCondition,
  param: (value: unknown) => string,
): string {
  const idAfter = `_id ${backwards ? '<' : '>'}${inclusive ? '=' : ''} ${param(id)}`;
  const nullsFollow = descending === backwards;
  const isThere = `defined(string(${path}))`;
  if (value === null)
    return nullsFollow ? `(!${isThere} && ${idAfter})` : `((!${isThere} && ${idAfter}) || ${isThere})`;
  const at = param(value);
  const further = `${path} ${nullsFollow ? '>' : '<'} ${at}`;
  const same = `(${path} == ${at} && ${idAfter})`;
  return `(${further} || ${same}${nullsFollow ? ` || !${isThere}` : ''})`;
}
