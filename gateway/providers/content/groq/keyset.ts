import type { AddParam } from './groq.ts';
import { hasValue, type Order, type OrderKey } from './orders.ts';

/** A value of a position. */
export type Value = string | number | boolean | null;

/** The side of a position. */
export interface KeysetOptions {
  readonly isBackward: boolean;
  /** True if the row at the position counts. Default: false. */
  readonly isInclusive?: boolean;
}

/**
 * Returns the condition for the rows after a position (order values and id), or before it when read backwards: the value of
 * the first key is beyond the position's value, or equal and the following keys are beyond. Comparisons with null are null in
 * GROQ, so rows without a value have their own conditions.
 */
export function keysetCondition(
  { keys }: Order,
  position: readonly Value[],
  { isBackward, isInclusive = false }: KeysetOptions,
  addParam: AddParam,
): string {
  const id = position.at(-1) as Value;
  const idAfter = `_id ${isBackward ? '<' : '>'}${isInclusive ? '=' : ''} ${addParam(id)}`;
  return keys.reduceRight((following, key, i) => {
    const { tie, beyond } = compareKey(key, position[i] ?? null, isBackward, addParam);
    return `(${[...beyond, `(${tie} && ${following})`].join(' || ')})`;
  }, idAfter);
}

/** Returns the condition for rows with the value, and the conditions for rows with a value beyond it. */
function compareKey(
  { path, isDescending, areNullsFirst, isNullable }: OrderKey,
  value: Value,
  isBackward: boolean,
  addParam: AddParam,
): { tie: string; beyond: readonly string[] } {
  const nullsFollow = isNullable && areNullsFirst === isBackward;
  if (value === null) return { tie: `!${hasValue(path)}`, beyond: nullsFollow ? [] : [hasValue(path)] };
  const param = addParam(value);
  return {
    tie: `${path} == ${param}`,
    beyond: [
      `${path} ${isDescending === isBackward ? '>' : '<'} ${param}`,
      ...(nullsFollow ? [`!${hasValue(path)}`] : []),
    ],
  };
}
