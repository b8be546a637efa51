import { quoted } from '../../../core/describeValue.ts';
import { inputError } from '../../../core/errors.ts';
import type { OrderBy } from '../../../core/model/derivedOrders.ts';
import type { ModelType } from '../../../core/model/model.ts';
import { decodeCursor, encodeCursor } from '../../../core/relay.ts';
import type { Value } from '../groq/keyset.ts';
import { isLocalizedOrder, type Order, orderName } from '../groq/orders.ts';
import type { CursorPosition } from './connection.ts';

/** The order of a list with cursors. */
export interface CursorOrder {
  readonly type: ModelType;
  readonly orders: readonly OrderBy[];
  /** Returns the tag of the language of the list. */
  language(): string;
}

/** Encodes the position of a row. Cursors of an order by localized values contain their language. */
export const encodePosition = ({ type, orders, language }: CursorOrder, position: CursorPosition): string =>
  encodeCursor(orderName(orders), isLocalizedOrder(type, orders) ? [language(), ...position] : position);

/**
 * Decodes a cursor of an order into the values of its keys and the id.
 * @throws GraphQLError BAD_CURSOR for a cursor of another order or language
 */
export function decodePosition(
  { keys }: Pick<Order, 'keys'>,
  { type, orders, language }: CursorOrder,
  cursor: string,
): readonly Value[] {
  const isLocalized = isLocalizedOrder(type, orders);
  const parts = decodeCursor(orderName(orders), cursor, keys.length + (isLocalized ? 2 : 1));
  const [of, position] = isLocalized ? [parts[0], parts.slice(1)] : [undefined, parts];
  if (isLocalized && of !== language())
    throw inputError(
      `expected a cursor of the language ${language()}, got a cursor of ${quoted(String(of))}; start again without it, or read the list in that language`,
      'BAD_CURSOR',
    );
  const isPosition = position.every((value, i) => {
    const key = keys[i];
    return key ? value === null || typeof value === key.type : typeof value === 'string';
  });
  if (!isPosition)
    throw inputError(
      `expected a cursor of this list, got ${quoted(cursor)}; start again without it`,
      'BAD_CURSOR',
    );
  return position;
}
