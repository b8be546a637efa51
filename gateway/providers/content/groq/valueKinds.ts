import { FIRST_TIME_MS, isDate, isTime, LAST_TIME_MS } from '../../../core/model/dateTime.ts';
import type { Model, ModelField } from '../../../core/model/model.ts';
import { equalTexts, textForms } from '../../../core/text/textForms.ts';
import { isText, MAX_INT, type Validator } from '../../../core/validators.ts';
import { type AddParam, isPath } from './groq.ts';

/**
 * The rules of one kind of value, for the readers of stored values and for GROQ alike. `docs/values.md` describes them.
 * Another kind of value is a mismatch on reading, and no value in filters, orders, cursors, facets and search records.
 */
export interface ValueKind {
  /** Returns whether a stored value is of the kind. */
  readonly isValue: Validator;
  /** Returns GROQ for the value in comparisons; null for a missing value and for another kind. */
  comparable(value: string): string;
  /** Returns GROQ for the value in orders and cursors; null as above. */
  ordered(value: string): string;
  /** The JSON type of a value in orders and cursors. */
  readonly orderedType: 'string' | 'number';
  /** Returns GROQ for the value in equalities, which is the stored value if that is equal to values of its kind alone. */
  equatable(value: string): string;
  /** Returns the values that stand for a client's value in comparisons. Texts have several. @param listLength see `equalTexts` */
  toComparable(value: unknown, listLength?: number): readonly unknown[];
  /** Returns GROQ for the parameter of a client's value in equalities. Default: the parameter itself. */
  operand?(param: string): string;
}

const asStored = (value: string): string => value;
const one = (value: unknown): readonly unknown[] => [value];

/** Returns GROQ for a value that meets a condition, else null. An expression is evaluated only once. */
const valueIf = (value: string, condition: (value: string) => string): string =>
  value === '@' || isPath(value)
    ? `select(${condition(value)} => ${value})`
    : `[${value}][${condition('@')}][0]`;

/** Texts and ids. A sum with a text is null for every other kind. */
export const TEXT: ValueKind = {
  isValue: isText,
  comparable: (value) => `(${value} + "")`,
  // `lower` of another kind is null.
  ordered: (value) => `lower(${value})`,
  orderedType: 'string',
  equatable: asStored,
  toComparable: (value, listLength) => equalTexts(value as string, listLength),
};

/** Texts in lower case, which GROQ converts on both sides: its rules differ from JavaScript's. */
export const TEXT_IN_LOWER_CASE: ValueKind = {
  ...TEXT,
  comparable: (value) => `lower(${value})`,
  equatable: (value) => `lower(${value})`,
  operand: (param) => `lower(${param})`,
  toComparable: (value) => textForms(value as string),
};

/** A product with a number is null for every other kind. */
const FLOAT: ValueKind = {
  isValue: Number.isFinite,
  comparable: (value) => `(${value} * 1)`,
  ordered: (value) => `(${value} * 1)`,
  orderedType: 'number',
  equatable: asStored,
  toComparable: one,
};

const MIN_INT = -(2 ** 31);
const intGroq = (value: string): string =>
  valueIf(value, (one) => `round(${one}) == ${one} && ${one} >= ${MIN_INT} && ${one} <= ${MAX_INT}`);

const INT: ValueKind = {
  isValue: (value) => Number.isInteger(value) && Number(value) >= MIN_INT && Number(value) <= MAX_INT,
  comparable: intGroq,
  ordered: intGroq,
  orderedType: 'number',
  equatable: asStored,
  toComparable: one,
};

const booleanGroq = (value: string): string => `select(${value} == true => 1, ${value} == false => 0)`;

const BOOLEAN: ValueKind = {
  isValue: (value) => typeof value === 'boolean',
  comparable: booleanGroq,
  ordered: booleanGroq,
  orderedType: 'number',
  equatable: asStored,
  toComparable: one,
};

const TIME_RANGE = `@ >= ${FIRST_TIME_MS / 1000} && @ <= ${LAST_TIME_MS / 1000}`;
/**
 * Seconds since 1970 with three decimals: the same time has several texts, and a rounded number equals itself after JSON. An offset
 * can move a time out of the years that have a text.
 */
const timeGroq = (value: string): string =>
  `[round(dateTime(${value}) - dateTime("1970-01-01T00:00:00Z"), 3)][${TIME_RANGE}][0]`;

/** Times: of attributes of the model and of the system. */
export const DATE_TIME: ValueKind = {
  isValue: isTime,
  comparable: timeGroq,
  ordered: timeGroq,
  orderedType: 'number',
  equatable: timeGroq,
  toComparable: (value) => [Date.parse(value as string) / 1000],
};

const dateGroq = (value: string): string =>
  valueIf(value, (one) => `defined(dateTime(${one} + "T00:00:00Z"))`);

const DATE: ValueKind = {
  isValue: isDate,
  comparable: dateGroq,
  ordered: dateGroq,
  orderedType: 'string',
  // A client's date exists, so a text that equals it is a date.
  equatable: asStored,
  toComparable: one,
};

/** The kinds of the scalars whose values are of one kind, by name. */
export const SCALAR_KINDS: Readonly<Record<string, ValueKind | undefined>> = {
  String: TEXT,
  ID: TEXT,
  URL: TEXT,
  Int: INT,
  Float: FLOAT,
  Boolean: BOOLEAN,
  DateTime: DATE_TIME,
  Date: DATE,
};

/** @param stored the texts of the choices */
function enumKind(stored: readonly string[]): ValueKind {
  const groq = (value: string) => valueIf(value, (one) => `${one} in ${JSON.stringify(stored)}`);
  return {
    isValue: (value) => stored.includes(value as string),
    comparable: groq,
    ordered: groq,
    orderedType: 'string',
    equatable: asStored,
    toComparable: one,
  };
}

/** Returns the kind of the values of a scalar or an enum; undefined for `JSON`, whose values may be anything. */
export function valueKind({ enums }: Pick<Model, 'enums'>, { typeName }: Pick<ModelField, 'typeName'>) {
  const stored = enums.get(typeName);
  return stored ? enumKind([...stored.values()]) : SCALAR_KINDS[typeName];
}

/** Returns the condition that a value equals one of a client's values. */
export function equalsAny(
  kind: ValueKind,
  value: string,
  given: readonly unknown[],
  addParam: AddParam,
): string {
  const comparables = given.flatMap((one) => kind.toComparable(one, given.length));
  const equatable = kind.equatable(value);
  const { operand } = kind;
  if (operand)
    return `${equatable} in [${comparables.map((comparable) => operand(addParam(comparable))).join(', ')}]`;
  return comparables.length === 1
    ? `${equatable} == ${addParam(comparables[0])}`
    : `${equatable} in ${addParam(comparables)}`;
}

/** Returns the condition that a text starts with a client's text, in one of the forms of its letters. */
export function startsWithAny(
  { comparable, operand = (param) => param }: ValueKind,
  value: string,
  prefix: string,
  addParam: AddParam,
): string {
  const forms = textForms(prefix).map((form) => operand(addParam(form)));
  return anyForm(value, forms, (one, form) => `string::startsWith(${comparable(one)}, ${form})`);
}

/** Returns the condition that a value meets the condition of at least one form of a text. Evaluates an expression once. */
export function anyForm(
  value: string,
  forms: readonly string[],
  condition: (value: string, form: string) => string,
): string {
  const isRepeated = forms.length > 1 && value !== '@' && !isPath(value);
  const alternatives = forms.map((form) => condition(isRepeated ? '@' : value, form)).join(' || ');
  if (isRepeated) return `count([${value}][${alternatives}]) > 0`;
  return forms.length > 1 ? `(${alternatives})` : alternatives;
}
