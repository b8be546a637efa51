import { inputError } from '../../../core/errors.ts';

/** Adds a value as a query parameter and returns its name. */
export type AddParam = (value: unknown) => string;
/** A filter of the schema: values by operator or by field. */
export type Filter = Readonly<Record<string, unknown>>;

/** The evaluation time of `match` doubles with each `*` in the pattern. */
const MAX_PATTERN_CHARACTERS = 200;
const MAX_PATTERN_WILDCARDS = 6;

const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Compares times as times: the same time has several texts (with and without fractions, with an offset). */
export const asDateTime = (text: string) => `dateTime(${text})`;

/**
 * Returns the condition of a scalar.
 * @param convert applied to both sides of a comparison
 */
export function scalarCondition(
  path: string,
  filter: Filter,
  addParam: AddParam,
  convert = (text: string) => text,
): string {
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (operator === 'eq' && value === null) return `!defined(${path})`;
    if (operator === 'ne' && value === null) return `defined(${path})`;
    if (value === null || value === undefined) return [];
    if (operator === 'eq') return `${convert(path)} == ${convert(addParam(value))}`;
    if (operator === 'ne') return `${convert(path)} != ${convert(addParam(value))}`;
    if (operator === 'in') return `${path} in ${addParam(value)}`;
    if (operator === 'defined') return value ? `defined(${path})` : `!defined(${path})`;
    if (operator === 'matches') return `${path} match ${addParam(checkPattern(value as string))}`;
    return `${convert(path)} ${COMPARISONS[operator]} ${convert(addParam(value))}`;
  });
  return conditions.join(' && ');
}

/** Returns the condition of a list of scalars: true if it is for one element. An empty list counts as null. */
export function listCondition(
  path: string,
  filter: Filter,
  addParam: AddParam,
  convert?: (text: string) => string,
): string {
  const { defined, ...rest } = filter;
  const expectations = [
    ...(defined == null ? [] : [defined === true]),
    ...(rest.eq === null ? [false] : []),
    ...(rest.ne === null ? [true] : []),
  ];
  const elementFilter = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const element = scalarCondition('@', elementFilter, addParam, convert);
  return [
    ...(element ? [`count(${path}[${element}]) > 0`] : []),
    ...expectations.map((isExpected) => conditionOrNegation(`count(${path}) > 0`, isExpected)),
  ].join(' && ');
}

/** Returns the condition of rich text. Operators apply to its plain text; `defined` also accepts a text of images only. */
export function richTextCondition(path: string, { defined, ...rest }: Filter, addParam: AddParam): string {
  const conditions = [scalarCondition(`pt::text(${path})`, rest, addParam)];
  if (defined != null) conditions.push(conditionOrNegation(`count(${path}) > 0`, defined === true));
  return conditions.filter((condition) => condition !== '').join(' && ');
}

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
