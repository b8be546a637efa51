import { inputError } from '../../../core/errors.ts';
import type { Model } from '../../../core/model/model.ts';
import { textForms } from '../../../core/text/textForms.ts';
import type { AddParam } from './groq.ts';
import { textsGroq } from './plainText.ts';
import { anyForm, equalsAny, startsWithAny, TEXT, TEXT_IN_LOWER_CASE, type ValueKind } from './valueKinds.ts';

/** A filter of the schema: values by operator or by field. */
export type Filter = Readonly<Record<string, unknown>>;

/** The evaluation time of `match` doubles with each `*` in the pattern. */
const MAX_PATTERN_CHARACTERS = 200;
const MAX_PATTERN_WILDCARDS = 6;

const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** The operators that negate another operator. */
const NEGATED: Readonly<Record<string, string>> = { ne: 'eq', notIn: 'in' };

/**
 * Returns the condition of a scalar or an enum. A value of another kind counts as missing. `ne` and `notIn` are the negations of
 * `eq` and `in`, and null stands for a missing value in `eq` and `ne`; other operators ignore null.
 */
export function scalarCondition(kind: ValueKind, path: string, filter: Filter, addParam: AddParam): string {
  const isDefined = `defined(${kind.comparable(path)})`;
  const compared = comparedKind(kind, filter);
  return operands(filter)
    .map((operand) =>
      isOfPresence(operand)
        ? presenceCondition(operand, isDefined)
        : conditionOrNegation(valueCondition(compared, path, operand, addParam), !isNegated(operand)),
    )
    .join(' && ');
}

/**
 * Returns the condition of a list of scalars: one element meets all conditions. `ne` and `notIn` are negations: no element equals a
 * value. A list without elements of its kind counts as missing.
 */
export function listCondition(kind: ValueKind, path: string, filter: Filter, addParam: AddParam): string {
  const isDefined = hasElement(path, `defined(${kind.comparable('@')})`);
  const compared = comparedKind(kind, filter);
  const ofElement: string[] = [];
  const ofList: string[] = [];
  for (const operand of operands(filter)) {
    if (isOfPresence(operand)) ofList.push(presenceCondition(operand, isDefined));
    else {
      const condition = valueCondition(compared, '@', operand, addParam);
      if (isNegated(operand)) ofList.push(conditionOrNegation(hasElement(path, condition), false));
      else ofElement.push(condition);
    }
  }
  return [...(ofElement.length > 0 ? [hasElement(path, ofElement.join(' && '))] : []), ...ofList].join(
    ' && ',
  );
}

const hasElement = (path: string, condition: string): string => `count(${path}[${condition}]) > 0`;

/** Returns the kind by whose rules a filter compares: with `ignoreCase`, the kind of texts in lower case. */
const comparedKind = (kind: ValueKind, { ignoreCase }: Filter): ValueKind =>
  kind === TEXT && ignoreCase === true ? TEXT_IN_LOWER_CASE : kind;

type Operand = readonly [operator: string, value: unknown];

/** Returns the operators of a filter that have a meaning: with a value, or with null for equality. */
const operands = (filter: Filter): readonly Operand[] =>
  Object.entries(filter).filter(
    ([operator, value]) =>
      operator !== 'ignoreCase' &&
      value !== undefined &&
      (value !== null || operator === 'eq' || operator === 'ne'),
  );

const isNegated = ([operator]: Operand): boolean => operator in NEGATED;

const isOfPresence = ([operator, value]: Operand): boolean => operator === 'defined' || value === null;

/** Returns the condition of `defined`, `eq: null` or `ne: null`. */
const presenceCondition = ([operator, value]: Operand, isDefined: string): string =>
  conditionOrNegation(isDefined, operator === 'defined' ? value === true : operator === 'ne');

/** Returns the condition that a value meets an operator; for a negation, the condition that it negates. */
function valueCondition(kind: ValueKind, path: string, [given, value]: Operand, addParam: AddParam): string {
  const operator = NEGATED[given] ?? given;
  if (operator === 'eq') return equalsAny(kind, path, [value], addParam);
  if (operator === 'in') return equalsAny(kind, path, value as readonly unknown[], addParam);
  if (operator === 'matches')
    return matchCondition(path, checkPattern(value as string), addParam, TEXT.comparable);
  if (operator === 'startsWith') return startsWithAny(kind, path, value as string, addParam);
  return `${kind.comparable(path)} ${COMPARISONS[operator]} ${addParam(kind.toComparable(value)[0])}`;
}

/** Returns the condition that a text, or a list of texts, has the words of a pattern, with composed or decomposed letters. */
const matchCondition = (
  value: string,
  pattern: string,
  addParam: AddParam,
  textOf: (value: string) => string,
): string => anyForm(value, textForms(pattern).map(addParam), (one, form) => `${textOf(one)} match ${form}`);

/**
 * Returns the condition of rich text. Operators apply to its texts and the words of its objects; `defined` also accepts a text of
 * images only.
 */
export const richTextCondition = (model: Model, path: string, filter: Filter, addParam: AddParam): string =>
  operands(filter)
    .map(([operator, value]) =>
      operator === 'defined'
        ? conditionOrNegation(`count(${path}) > 0`, value === true)
        : matchCondition(textsGroq(model, path), checkPattern(value as string), addParam, (texts) => texts),
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

/** Returns the condition of a value whose filter has `defined` alone. @param isDefined the condition that there is a value */
export const isPresent = (isDefined: string, { defined }: Filter): string =>
  defined == null ? '' : conditionOrNegation(isDefined, defined === true);
