import type { GraphQLSchema } from 'graphql';
import { inputError } from '../../../core/errors.ts';
import { isGeoPoint, isOrderable, type OrderBy } from '../../../core/model/derivedOrders.ts';
import { constantCase, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { typesOfExpression } from './expressionTypes.ts';
import { distanceGroq } from './geoConditions.ts';
import type { AddParam, GroqScope } from './groq.ts';
import { fieldGroq } from './groq.ts';
import { DATE_TIME, type ValueKind, valueKind } from './valueKinds.ts';

/** An order of documents; their ids break ties. */
export interface Order {
  readonly keys: readonly OrderKey[];
}

export interface OrderKey {
  /** GROQ for the value to order by; null for a value of another kind. */
  readonly path: string;
  /** The JSON type of the value. */
  readonly type: ValueKind['orderedType'];
  readonly isDescending: boolean;
  readonly areNullsFirst: boolean;
  /** False for attributes that every document has. */
  readonly isNullable: boolean;
}

/** Attributes of every document, by their order. */
const SYSTEM_PATHS: Readonly<Record<string, string>> = { CREATED_AT: '_createdAt', UPDATED_AT: '_updatedAt' };

const NEWEST_CREATED: readonly OrderBy[] = [{ field: 'CREATED_AT', direction: 'DESC', nulls: 'LAST' }];

/** Maximum number of orders of a list. The condition of a cursor has a part for each. */
export const MAX_ORDERS = 5;

/** Decimals of a distance in metres. A rounded number equals itself after JSON, also if the provider prints fewer digits. */
const DISTANCE_DECIMALS = 3;

/** Returns the order of a list on `Query` without `orderBy`, which is the default of every list of the type. */
export function defaultOrderOf(schema: GraphQLSchema, { document }: ModelType): readonly OrderBy[] {
  const list = schema.getQueryType()?.getFields()[document?.plural ?? ''];
  const argument = list?.args.find(({ name }) => name === 'orderBy');
  return (argument?.defaultValue as readonly OrderBy[] | undefined) ?? NEWEST_CREATED;
}

/** Returns the name of an order in its cursors. */
export const orderName = (orders: readonly OrderBy[]): string =>
  orders
    .map(({ field, direction, nulls, near }) => {
      const name = `${field} ${direction} ${nulls}`;
      return near ? `${name} ${near.lat} ${near.lng}` : name;
    })
    .join();

/** Returns whether the values of an order differ by language. */
export const isLocalizedOrder = (type: ModelType, orders: readonly OrderBy[]): boolean =>
  orders.some(({ field }) => orderableFields(type).get(field)?.localized);

/**
 * Converts orders of the schema, and adds the documents that their expressions read to the cache tags.
 * @throws GraphQLError BAD_USER_INPUT for a missing or needless `near`, or coordinates out of range
 */
export function readOrder(
  model: Model,
  type: ModelType,
  orders: readonly OrderBy[],
  scope: Pick<GroqScope, 'addDocumentTypes' | 'addParam'>,
): Order {
  const keys = orders.map((order): OrderKey => {
    const field = orderableFields(type).get(order.field);
    if (field?.source.kind === 'groq') scope.addDocumentTypes(typesOfExpression(model, type, field.source));
    return {
      ...orderedValue(model, order, field, scope.addParam),
      isDescending: order.direction === 'DESC',
      areNullsFirst: order.nulls === 'FIRST',
      isNullable: field !== undefined,
    };
  });
  return { keys };
}

/** Returns the value to order by. @param field undefined for an attribute of every document */
function orderedValue(
  model: Model,
  { field: constant, near }: OrderBy,
  field: ModelField | undefined,
  addParam: AddParam,
): Pick<OrderKey, 'path' | 'type'> {
  if (!field || !isGeoPoint(field)) {
    if (near) throw nearError(`expected no near with ${constant}, which is no place; remove it`);
    const kind = field ? (valueKind(model, field) as ValueKind) : DATE_TIME;
    const source = field ? fieldGroq(field) : (SYSTEM_PATHS[constant] as string);
    return { path: kind.ordered(source), type: kind.orderedType };
  }
  if (!near)
    throw nearError(
      `expected near with ${constant}, got none; add the place from which distances are measured`,
    );
  const distance = distanceGroq(fieldGroq(field), near, addParam);
  return { path: `round(${distance}, ${DISTANCE_DECIMALS})`, type: 'number' };
}

const nearError = (message: string) => inputError(message, 'BAD_USER_INPUT', { argument: 'orderBy' });

const fieldsByConstant = new WeakMap<ModelType, ReadonlyMap<string, ModelField>>();

/** Returns the fields of a type that order its lists, by their values in the enum. */
function orderableFields(type: ModelType): ReadonlyMap<string, ModelField> {
  const known = fieldsByConstant.get(type);
  if (known) return known;
  const fields = [...type.fields.values()].filter((field) => isOrderable(type, field));
  const byConstant = new Map(fields.map((field) => [constantCase(field.name), field]));
  fieldsByConstant.set(type, byConstant);
  return byConstant;
}

/** Returns the `order()` of a list; reversed for a page that is read backwards. */
export function orderClause({ keys }: Order, isBackward: boolean): string {
  const clauses = keys.flatMap(({ path, isDescending, areNullsFirst, isNullable }) => {
    const isReversed = isDescending !== isBackward;
    const nullsFirst = areNullsFirst !== isBackward;
    // GROQ sorts null after every value (https://spec.groq.dev/draft/#sec-Ordering).
    const placesNulls = isNullable && nullsFirst !== isReversed;
    return [
      ...(placesNulls ? [`${hasValue(path)} ${nullsFirst ? 'asc' : 'desc'}`] : []),
      `${path} ${isReversed ? 'desc' : 'asc'}`,
    ];
  });
  return `order(${[...clauses, `_id ${isBackward ? 'desc' : 'asc'}`].join(', ')})`;
}

export const hasValue = (path: string) => `defined(${path})`;
