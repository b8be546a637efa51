import {
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import { fromGlobalId } from '../../gateway/core/relay.ts';
import { type Doc, type Library, listOf } from './library.ts';
import { type Expressions, plainText, rawValue } from './values.ts';

type Filter = Readonly<Record<string, unknown>>;

/** What a filter is held against. */
export interface Holding {
  readonly model: Model;
  readonly library: Library;
  readonly expressions: Expressions;
}

/** Whether a document, or an inline object of a type, satisfies a filter; a missing value satisfies only `ne` and `not`. */
export function satisfies(held: Holding, type: ModelType, doc: Doc, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (value === null || value === undefined) return true;
    const all = (inner: unknown) => satisfies(held, type, doc, inner as Filter);
    if (type.document && key === 'and') return (value as Filter[]).every(all);
    if (type.document && key === 'or') return (value as Filter[]).some(all);
    if (type.document && key === 'not') return !all(value);
    const field = type.fields.get(key);
    if (key === 'id' && field?.origin.kind !== 'groq') return hasId(type, doc, value as Filter);
    if (field) return fieldSatisfies(held, field, doc, value as Filter);
    return scalarSatisfies('DateTime', doc[`_${key}`], value as Filter);
  });
}

function hasId(type: ModelType, doc: Doc, filter: Filter): boolean {
  const isMe = (id: unknown) => {
    const decoded = fromGlobalId(String(id));
    return decoded?.typeName === type.name && decoded.id === doc._id;
  };
  return (filter.eq == null || isMe(filter.eq)) && (filter.in == null || listOf(filter.in).some(isMe));
}

function fieldSatisfies(held: Holding, field: ModelField, doc: Doc, filter: Filter): boolean {
  const value = rawValue(field, doc, held.expressions);
  switch (field.shape) {
    case 'document':
    case 'union':
    case 'connection':
      return refers(held, field, value, filter);
    case 'richText': {
      const { defined, ...rest } = filter;
      const isThere = listOf(value).length > 0;
      return (defined == null || defined === isThere) && scalarSatisfies('String', plainText(value), rest);
    }
    case 'object': {
      const inner = held.model.types.get(field.typeName) as ModelType;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const objects = field.isList ? listOf(value) : isObject ? [value] : [];
      return objects.some((object) => satisfies(held, inner, object as Doc, filter));
    }
    default:
      return field.isList
        ? listSatisfies(field.typeName, listOf(value), filter)
        : scalarSatisfies(field.typeName, value, filter);
  }
}

function refers({ model, library }: Holding, field: ModelField, value: unknown, filter: Filter): boolean {
  const references =
    field.isList || field.shape === 'connection' ? listOf(value) : value == null ? [] : [value];
  const types = possibleDocuments(model, field.target as string);
  const named = (names: unknown) =>
    references.some((reference) => {
      const id = (reference as Doc)._ref ?? (reference as Doc)._id;
      const doc = library.get(id);
      const type = types.find((t) => t.document?.type === doc?._type);
      const slug = (doc?.slug as { current?: string } | undefined)?.current;
      return listOf(names).some((name) => {
        const decoded = fromGlobalId(String(name));
        if (decoded && types.some((t) => t.name === decoded.typeName)) return decoded.id === id;
        return type?.fields.has('slug') === true && slug !== undefined && slug === name;
      });
    });
  if (filter.in != null && !named(filter.in)) return false;
  if (filter.notIn != null && named(filter.notIn)) return false;
  return filter.defined == null || filter.defined === references.length > 0;
}

function listSatisfies(typeName: string, values: readonly unknown[], filter: Filter): boolean {
  const { defined, eq, ne } = filter;
  const rest = Object.fromEntries(
    Object.entries(filter).filter(([key, operand]) => key !== 'defined' && operand !== null),
  );
  const isThere = values.length > 0;
  if ((defined != null && defined !== isThere) || (eq === null && isThere) || (ne === null && !isThere))
    return false;
  const isAsked = Object.values(rest).some((operand) => operand != null);
  return !isAsked || values.some((value) => scalarSatisfies(typeName, value, rest));
}

const COMPARISONS: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

function scalarSatisfies(typeName: string, raw: unknown, filter: Filter): boolean {
  const normal = (value: unknown) =>
    typeName === 'DateTime' && typeof value === 'string' ? Date.parse(value) : value;
  const value = normal(raw);
  return Object.entries(filter).every(([operator, operand]) => {
    if (operator === 'eq') return operand === null ? value == null : value === normal(operand);
    if (operator === 'ne') return operand === null ? value != null : value !== normal(operand);
    if (operand == null) return true;
    if (operator === 'in') return listOf(operand).includes(value);
    if (operator === 'defined') return operand === (value != null);
    if (operator === 'matches') return typeof value === 'string' && matches(value, String(operand));
    const other = normal(operand);
    return typeof value === typeof other && COMPARISONS[operator]?.(value as never, other as never) === true;
  });
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}*]+/gu) ?? [];

/** Each word of the pattern begins or is a word of the text. */
function matches(text: string, pattern: string): boolean {
  const sought = words(pattern);
  return (
    sought.length > 0 &&
    sought.every((word) =>
      words(text).some((w) => (word.endsWith('*') ? w.startsWith(word.slice(0, -1)) : w === word)),
    )
  );
}
