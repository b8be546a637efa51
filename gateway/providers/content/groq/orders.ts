import { isOrderable, orderFieldName } from '../../../core/model/derivedTypes.ts';
import { constantCase, type ModelType } from '../../../core/model/model.ts';
import { fieldGroq } from './fieldGroq.ts';
import type { AddParam } from './operators.ts';

/** An order of documents; their ids break ties. */
export interface Order {
  /** The enum value; cursors of this order contain it. */
  readonly name: string;
  /** GROQ for the value to order by. */
  readonly path: string;
  readonly isDescending: boolean;
}

export const DEFAULT_ORDER = 'CREATED_AT_DESC';

/** Returns the order of a value of a type's order enum. */
export function readOrder(type: ModelType, name: string): Order {
  const { constant, isDescending } = orderFieldName(name);
  const field = [...type.fields.values()].find((f) => isOrderable(f) && constantCase(f.name) === constant);
  const path = field ? fieldGroq(field) : constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt';
  return { name, path, isDescending };
}

/** Returns the `order()` of a list; reversed for a page that is read backwards. */
export function orderClause({ path, isDescending }: Order, backwards: boolean): string {
  return `order(${path} ${isDescending === backwards ? 'asc' : 'desc'}, _id ${backwards ? 'desc' : 'asc'})`;
}

type Value = string | number | boolean | null;

/** The side of a position. */
export interface KeysetOptions {
  readonly backwards: boolean;
  /** True if the row at the position counts. Default: false. */
  readonly isInclusive?: boolean;
}

/**
 * Returns the condition for the rows after a position (order value and id), or before it when read backwards.
 * Comparisons with null are null in GROQ, and null sorts after every value (https://spec.groq.dev/draft/#sec-Ordering), so
 * rows without a value have their own condition. Objects and arrays in faulty documents count as no value: `string()`
 * converts every other value.
 */
export function keysetCondition(
  { path, isDescending }: Order,
  [value, id]: readonly Value[],
  { backwards, isInclusive = false }: KeysetOptions,
  addParam: AddParam,
): string {
  const idAfter = `_id ${backwards ? '<' : '>'}${isInclusive ? '=' : ''} ${addParam(id)}`;
  const nullsFollow = isDescending === backwards;
  const hasValue = `defined(string(${path}))`;
  if (value === null)
    return nullsFollow ? `(!${hasValue} && ${idAfter})` : `((!${hasValue} && ${idAfter}) || ${hasValue})`;
  const valueParam = addParam(value);
  const after = `${path} ${nullsFollow ? '>' : '<'} ${valueParam}`;
  const tie = `(${path} == ${valueParam} && ${idAfter})`;
  return `(${after} || ${tie}${nullsFollow ? ` || !${hasValue}` : ''})`;
}
