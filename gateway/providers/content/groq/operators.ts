import { inputError } from '../../../core/errors.ts';
import type { Model } from '../../../core/model/model.ts';
import type { AddParam } from './groq.ts';
import { textsGroq } from './plainText.ts';
import { equalsAny, TEXT, textForms, type ValueKind } from './valueKinds.ts';

/** A filter of the schema: values by operator or by field. */
export type Filter = Readonly<Record<string, unknown>>;

/** The evaluation time of `match` doubles with each `*` in the pattern. */
const MAX_PATTERN_CHARACTERS = 200;
const MAX_PATTERN_WILDCARDS = 6;

const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/**
 * Returns the condition of a scalar or an enum. A value of another kind counts as missing. `ne` is the negation of `eq`, and null
 * stands for a missing value in both; other operators ignore null.
 */
export function scalarCondition(kind: ValueKind, path: string, filter: Filter, addParam: AddParam): string {
  const isDefined = `defined(${kind.comparable(path)})`;
  return operands(filter)
    .map((operand) => {
      if (isOfPresence(operand)) return presenceCondition(operand, isDefined);
      const condition = valueCondition(kind, path, operand, addParam);
      return operand[0] === 'ne' ? conditionOrNegation(condition, false) : condition;
    })
    .join(' && ');
}

/**
 * Returns the condition of a list of scalars: one element meets all conditions, but `ne` negates `eq`: no element equals the value.
 * A list without elements of its kind counts as missing.
 */
export function listCondition(kind: ValueKind, path: string, filter: Filter, addParam: AddParam): string {
  const isDefined = hasElement(path, `defined(${kind.comparable('@')})`);
  const ofElement: string[] = [];
  const ofList: string[] = [];
  for (const operand of operands(filter)) {
    if (isOfPresence(operand)) ofList.push(presenceCondition(operand, isDefined));
    else if (operand[0] !== 'ne') ofElement.push(valueCondition(kind, '@', operand, addParam));
    else
      ofList.push(conditionOrNegation(hasElement(path, valueCondition(kind, '@', operand, addParam)), false));
  }
  return [...(ofElement.length > 0 ? [hasElement(path, ofElement.join(' && '))] : []), ...ofList].join(
    ' && ',
  );
}

const hasElement = (path: string, condition: string): string => `count(${path}[${condition}]) > 0`;

type Operand = readonly [operator: string, value: unknown];

/** Returns the operators of a filter that have a meaning: with a value, or with null for equality. */
const operands = (filter: Filter): readonly Operand[] =>
  Object.entries(filter).filter(
    ([operator, value]) => value !== undefined && (value !== null || operator === 'eq' || operator === 'ne'),
  );

const isOfPresence = ([operator, value]: Operand): boolean => operator === 'defined' || value === null;

/** Returns the condition of `defined`, `eq: null` or `ne: null`. */
const presenceCondition = ([operator, value]: Operand, isDefined: string): string =>
  conditionOrNegation(isDefined, operator === 'defined' ? value === true : operator === 'ne');

/** Returns the condition that a value meets an operator; for `ne` the condition of `eq`, which it negates. */
function valueCondition(
  kind: ValueKind,
  path: string,
  [operator, value]: Operand,
  addParam: AddParam,
): string {
  if (operator === 'eq' || operator === 'ne') return equalsAny(kind, path, [value], addParam);
  if (operator === 'in') return equalsAny(kind, path, value as readonly unknown[], addParam);
  if (operator === 'matches')
    return matchCondition(TEXT.comparable(path), checkPattern(value as string), addParam);
  return `${kind.comparable(path)} ${COMPARISONS[operator]} ${addParam(kind.toComparable(value)[0])}`;
}

/** Returns the condition that a text has the words of a pattern, with composed or decomposed letters. */
function matchCondition(text: string, pattern: string, addParam: AddParam): string {
  const alternatives = textForms(pattern).map((form) => `${text} match ${addParam(form)}`);
  return alternatives.length === 1 ? String(alternatives[0]) : `(${alternatives.join(' || ')})`;
}

/** Returns the condition of rich text. Operators apply to its texts and the words of its objects; `defined` also accepts a text of images only. */
export const richTextCondition = (model: Model, path: string, filter: Filter, addParam: AddParam): string =>
  operands(filter)
    .map(([operator, value]) =>
      operator === 'defined'
        ? conditionOrNegation(`count(${path}) > 0`, value === true)
        : matchCondition(textsGroq(model, path), checkPattern(value as string), addParam),
    )
    .join(' && ');

/** Returns a condition or its negation; a condition that evaluates to null counts as false. */
export const conditionOrNegation = (condition: string, isExpected: boolean) =>
  isExpected ? condition : `!coalesce(${condition}, false)`;

function checkPattern(pattern: string): string {
  const limits = [
    { unit: 'characters', limit: MAX_PATTERN_CHARACTERS, actual: pattern.length },
    { unit: 'wildcards', limit: MAX_PATTERN_WILDCARDS, actual: pattern.split('*').length - 1 },
  ];
  for (const { unit, limit, actual } of limits)
    if (actual > limit)
      throw inputError(
        `expected a pattern of at most ${limit} ${unit}, got ${actual}; shorten the pattern`,
        'BAD_USER_INPUT',
        { argument: 'filter', limit, actual },
      );
  return pattern;
}
