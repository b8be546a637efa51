import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import { fromGlobalId } from '../../gateway/core/relay.ts';
import { isObject } from '../../gateway/core/validators.ts';
import { type Dataset, type Doc, toArray } from './dataset.ts';
import { matchesGeoPoint } from './geoPoints.ts';
import { plainText } from './kinds/plainText.ts';
import { type Comparable, comparableValue } from './kinds/valueRules.ts';
import { referringDocuments } from './referringDocuments.ts';
import { attributeValue, type Expressions } from './values.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The data that a filter is evaluated against. */
export interface FilterContext {
  readonly model: Model;
  readonly dataset: Dataset;
  readonly expressions: Expressions;
}

/** Returns whether a document or an inline object satisfies a filter. A missing value satisfies only `ne` and `not`. */
export function matchesFilter(context: FilterContext, type: ModelType, doc: Doc, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (value === null || value === undefined) return true;
    const all = (inner: unknown) => matchesFilter(context, type, doc, inner as Filter);
    if (key === 'and') return (value as Filter[]).every(all);
    if (key === 'or') return (value as Filter[]).some(all);
    if (key === 'not') return !all(value);
    if (key === 'defined') return value === true;
    const field = type.fields.get(key);
    if (key === 'id' && field?.source.kind !== 'groq') return matchesIdFilter(type, doc, value as Filter);
    if (field) return matchesFieldFilter(context, field, doc, value as Filter);
    return matchesScalarFilter(context.model, 'DateTime', doc[`_${key}`], value as Filter);
  });
}

function matchesIdFilter(type: ModelType, doc: Doc, filter: Filter): boolean {
  const isOwnId = (id: unknown) => {
    const decoded = fromGlobalId(String(id));
    return decoded?.typeName === type.name && decoded.id === doc._id;
  };
  return (
    filter.eq !== null &&
    (filter.eq === undefined || isOwnId(filter.eq)) &&
    (filter.ne == null || !isOwnId(filter.ne)) &&
    (filter.in == null || toArray(filter.in).some(isOwnId)) &&
    (filter.notIn == null || !toArray(filter.notIn).some(isOwnId)) &&
    filter.defined !== false
  );
}

function matchesFieldFilter(context: FilterContext, field: ModelField, doc: Doc, filter: Filter): boolean {
  if (field.source.kind === 'inverse') {
    const documents = referringDocuments(context, field, doc._id);
    return matchesQuantifiers(documents, filter, (other, own) => matchesTarget(context, field, other, own));
  }
  const value = attributeValue(field, doc, context.expressions);
  const isList = field.isList || field.shape === 'connection';
  switch (field.shape) {
    case 'document':
    case 'union':
    case 'connection': {
      const references = (isList ? toArray(value) : [value]).filter(isObject);
      const documents = references.flatMap((reference) => targetOf(context, field, reference) ?? []);
      const matches = (target: Doc, own: Filter) => matchesTarget(context, field, target, own);
      return isList
        ? matchesQuantifiers(documents, filter, matches)
        : matchesOne(documents[0], filter, matches);
    }
    case 'richText': {
      const { defined, matches } = filter;
      const isDefined = toArray(value).length > 0;
      return (
        (defined == null || defined === isDefined) &&
        (matches == null ||
          matchesWords(plainText(withoutConversion(context.model), value) ?? '', String(matches)))
      );
    }
    case 'object': {
      const inner = context.model.types.get(field.typeName) as ModelType;
      const matches = (object: unknown, own: Filter) => matchesFilter(context, inner, object as Doc, own);
      if (isList) return matchesQuantifiers(toArray(value).filter(isObject), filter, matches);
      return matchesOne(isObject(value) ? value : undefined, filter, matches);
    }
    case 'image':
    case 'file':
      return isPresent(
        [value].flat().some((one) => hasAsset(one, field.shape)),
        filter,
      );
    case 'video':
      return isPresent(
        [value].flat().some((one) => videoId(context.dataset, one)),
        filter,
      );
    case 'geoPoint':
      return matchesGeoPoint(value, field.isList, filter);
    default:
      return field.isList
        ? matchesListFilter(context.model, field.typeName, toArray(value), filter)
        : matchesScalarFilter(context.model, field.typeName, value, filter);
  }
}

/** Filters read texts as they are stored: formulas are TeX. */
const withoutConversion = ({ types, unions }: Model) => ({ types, unions });

const isPresent = (isDefined: boolean, { defined }: Filter): boolean =>
  defined == null || defined === isDefined;

const refOf = (value: unknown): string =>
  String((value as { asset?: { _ref?: unknown } } | null)?.asset?._ref);

const hasAsset = (value: unknown, kind: string): boolean => refOf(value).startsWith(`${kind}-`);

/** Returns whether a value has the id of a media asset, itself or by the document that it refers to. */
function videoId(dataset: Dataset, value: unknown): boolean {
  const id = typeof value === 'string' ? value : dataset.get(refOf(value))?.assetId;
  return typeof id === 'string' && id !== '';
}

/** Returns whether a single object or document satisfies a filter: without one, only `defined: false` does. */
function matchesOne<Element>(
  element: Element | undefined,
  { defined, ...own }: Filter,
  matches: (element: Element, filter: Filter) => boolean,
): boolean {
  const hasConditions = Object.values(own).some((value) => value != null);
  if (element === undefined) return defined === false && !hasConditions;
  return defined !== false && (!hasConditions || matches(element, own));
}

/** Returns whether the elements of a list satisfy `some`, `every`, `none` and `defined`. */
function matchesQuantifiers<Element>(
  elements: readonly Element[],
  { some, every, none, defined }: Filter,
  matches: (element: Element, filter: Filter) => boolean,
): boolean {
  return (
    (some == null || elements.some((element) => matches(element, some as Filter))) &&
    (every == null || elements.every((element) => matches(element, every as Filter))) &&
    (none == null || !elements.some((element) => matches(element, none as Filter))) &&
    (defined == null || defined === elements.length > 0)
  );
}

/** Returns the document that a value refers to or is, if it is of a declared type. */
function targetOf({ model, dataset }: FilterContext, field: ModelField, value: unknown): Doc | undefined {
  const target = dataset.get((value as Doc)._ref ?? (value as Doc)._id);
  const types = possibleDocuments(model, field.target as string);
  return types.some((type) => type.document?.type === target?._type) ? target : undefined;
}

/** Returns whether a document satisfies a filter of a type, or of a union with one of its types as key. */
function matchesTarget(context: FilterContext, field: ModelField, target: Doc, filter: Filter): boolean {
  const name = context.model.typeOfDocument.get(target._type) as string;
  const type = context.model.types.get(name) as ModelType;
  if (name === field.target || field.shape === 'connection')
    return matchesFilter(context, type, target, filter);
  if (filter.defined != null) return filter.defined === true;
  const own = filter[lowerFirst(name)];
  return own != null && matchesFilter(context, type, target, own as Filter);
}

/**
 * Returns whether a list satisfies a filter: `defined`, `ne` and null are about the whole list, and one element meets all other
 * conditions. Elements of another kind do not count.
 */
function matchesListFilter(
  model: Model,
  typeName: string,
  stored: readonly unknown[],
  { defined, ne, eq, notIn, ...others }: Filter,
): boolean {
  const values = stored.filter((value) => comparableValue(model, typeName, value) !== undefined);
  const isDefined = values.length > 0;
  if (defined != null && defined !== isDefined) return false;
  if (eq === null && isDefined) return false;
  if (ne === null && !isDefined) return false;
  const equals = (value: unknown, operand: unknown) =>
    matchesScalarFilter(model, typeName, value, { eq: operand, ignoreCase: others.ignoreCase });
  if (ne != null && values.some((value) => equals(value, ne))) return false;
  if (notIn != null && values.some((value) => toArray(notIn).some((one) => equals(value, one)))) return false;
  const rest = { ...others, ...(eq != null && { eq }) };
  const hasConditions = Object.entries(rest).some(
    ([name, operand]) => name !== 'ignoreCase' && operand != null,
  );
  return !hasConditions || values.some((value) => matchesScalarFilter(model, typeName, value, rest));
}

const COMPARISONS: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

function matchesScalarFilter(
  model: Model,
  typeName: string,
  stored: unknown,
  { ignoreCase, ...filter }: Filter,
): boolean {
  const operandValue = (operand: unknown) => {
    const comparable = comparableValue(model, typeName, operand);
    return ignoreCase === true && typeof comparable === 'string' ? comparable.toLowerCase() : comparable;
  };
  const value = operandValue(stored);
  return Object.entries(filter).every(([operator, operand]) => {
    if (operator === 'eq')
      return operand === null ? value === undefined : isEqual(value, operandValue(operand));
    if (operator === 'ne')
      return operand === null ? value !== undefined : !isEqual(value, operandValue(operand));
    if (operand == null) return true;
    if (operator === 'in') return toArray(operand).some((one) => isEqual(value, operandValue(one)));
    if (operator === 'notIn') return !toArray(operand).some((one) => isEqual(value, operandValue(one)));
    if (operator === 'defined') return operand === (value !== undefined);
    if (value === undefined) return false;
    if (operator === 'startsWith') return startsWith(String(stored), String(operand), ignoreCase === true);
    if (operator === 'matches') return matchesWords(String(stored), String(operand));
    return COMPARISONS[operator]?.(value as never, operandValue(operand) as never) === true;
  });
}

const isEqual = (value: Comparable, operand: Comparable): boolean => value !== undefined && value === operand;

/** Returns whether a text starts with another, in one of the forms of its letters. */
function startsWith(text: string, prefix: string, ignoresCase: boolean): boolean {
  const folded = (value: string) => (ignoresCase ? value.toLowerCase() : value);
  const forms = [prefix, prefix.normalize('NFC'), prefix.normalize('NFD')];
  return forms.some((form) => folded(text).startsWith(folded(form)));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}*]+/gu) ?? [];

/** Returns whether a text has the words of a pattern, in one of the forms of its letters. */
const matchesWords = (text: string, pattern: string): boolean =>
  [pattern, pattern.normalize('NFC'), pattern.normalize('NFD')].some((form) => hasWords(text, form));

/** Returns whether each word of the pattern is a word of the text, or a prefix of one if it ends with `*`. */
function hasWords(text: string, pattern: string): boolean {
  const patternWords = wordsOf(pattern);
  return (
    patternWords.length > 0 &&
    patternWords.every((word) =>
      wordsOf(text).some((w) => (word.endsWith('*') ? w.startsWith(word.slice(0, -1)) : w === word)),
    )
  );
}
