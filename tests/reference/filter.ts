import {
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import { fromGlobalId } from '../../gateway/core/relay.ts';
import { type Dataset, type Doc, listOf } from './dataset.ts';
import { attributeValue, type Expressions, plainText } from './values.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The data that a filter is evaluated against. */
export interface FilterContext {
  readonly model: Model;
  readonly dataset: Dataset;
  readonly expressions: Expressions;
}

/** Returns whether a document or an inline object satisfies a filter. A missing value satisfies only `ne` and `not`. */
export function satisfies(context: FilterContext, type: ModelType, doc: Doc, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (value === null || value === undefined) return true;
    const all = (inner: unknown) => satisfies(context, type, doc, inner as Filter);
    if (type.document && key === 'and') return (value as Filter[]).every(all);
    if (type.document && key === 'or') return (value as Filter[]).some(all);
    if (type.document && key === 'not') return !all(value);
    const field = type.fields.get(key);
    if (key === 'id' && field?.origin.kind !== 'groq') return hasId(type, doc, value as Filter);
    if (field) return fieldSatisfies(context, field, doc, value as Filter);
    return scalarSatisfies('DateTime', doc[`_${key}`], value as Filter);
  });
}

function hasId(type: ModelType, doc: Doc, filter: Filter): boolean {
  const isOwnId = (id: unknown) => {
    const decoded = fromGlobalId(String(id));
    return decoded?.typeName === type.name && decoded.id === doc._id;
  };
  return (filter.eq == null || isOwnId(filter.eq)) && (filter.in == null || listOf(filter.in).some(isOwnId));
}

function fieldSatisfies(context: FilterContext, field: ModelField, doc: Doc, filter: Filter): boolean {
  const value = attributeValue(field, doc, context.expressions);
  switch (field.shape) {
    case 'document':
    case 'union':
    case 'connection':
      return referenceSatisfies(context, field, value, filter);
    case 'richText': {
      const { defined, ...rest } = filter;
      const isDefined = listOf(value).length > 0;
      return (defined == null || defined === isDefined) && scalarSatisfies('String', plainText(value), rest);
    }
    case 'object': {
      const inner = context.model.types.get(field.typeName) as ModelType;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const objects = field.isList ? listOf(value) : isObject ? [value] : [];
      return objects.some((object) => satisfies(context, inner, object as Doc, filter));
    }
    default:
      return field.isList
        ? listSatisfies(field.typeName, listOf(value), filter)
        : scalarSatisfies(field.typeName, value, filter);
  }
}

function referenceSatisfies(
  { model, dataset }: FilterContext,
  field: ModelField,
  value: unknown,
  filter: Filter,
): boolean {
  const references =
    field.isList || field.shape === 'connection' ? listOf(value) : value == null ? [] : [value];
  const types = possibleDocuments(model, field.target as string);
  const named = (names: unknown) =>
    references.some((reference) => {
      const id = (reference as Doc)._ref ?? (reference as Doc)._id;
      const doc = dataset.get(id);
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
  const isDefined = values.length > 0;
  if ((defined != null && defined !== isDefined) || (eq === null && isDefined) || (ne === null && !isDefined))
    return false;
  const hasConditions = Object.values(rest).some((operand) => operand != null);
  return !hasConditions || values.some((value) => scalarSatisfies(typeName, value, rest));
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
    if (operator === 'matches') return typeof value === 'string' && matchesWords(value, String(operand));
    const other = normal(operand);
    return typeof value === typeof other && COMPARISONS[operator]?.(value as never, other as never) === true;
  });
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}*]+/gu) ?? [];

/** Returns whether each word of the pattern is a word of the text, or its beginning if it ends with `*`. */
function matchesWords(text: string, pattern: string): boolean {
  const patternWords = words(pattern);
  return (
    patternWords.length > 0 &&
    patternWords.every((word) =>
      words(text).some((w) => (word.endsWith('*') ? w.startsWith(word.slice(0, -1)) : w === word)),
    )
  );
}
