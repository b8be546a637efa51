import { cutText } from '../../core/text/textBoundaries.ts';

/** Limits of lists and texts, in the order in which they are tried. */
const STEPS = [
  { maxItems: 50, maxCharacters: 4_000 },
  { maxItems: 20, maxCharacters: 2_000 },
  { maxItems: 10, maxCharacters: 1_000 },
  { maxItems: 5, maxCharacters: 500 },
  { maxItems: 2, maxCharacters: 200 },
] as const;
type Step = (typeof STEPS)[number];

/** A result whose JSON has a limited length. */
export interface FittedResult<T extends object> {
  readonly value: T & { readonly shortened?: readonly string[] };
  /** The value as JSON. */
  readonly text: string;
  /** True if items of lists or parts of texts are left out. */
  readonly isShortened: boolean;
}

/**
 * Returns a result with its JSON, which has a maximum length. Long lists and texts are shortened step by step. A text says at
 * its end how long it was; `shortened` says it of lists, such as `data.films.nodes: 20 of 100 items`.
 * @returns undefined if the JSON is too long even with short lists and texts
 */
export function fitResult<T extends object>(result: T, maxLength: number): FittedResult<T> | undefined {
  const whole = JSON.stringify(result);
  if (whole.length <= maxLength) return { value: result, text: whole, isShortened: false };
  for (const step of STEPS) {
    const lists = new Map<string, number>();
    const shortened = shorten(result, step, '', lists) as T;
    const value = {
      ...shortened,
      ...(lists.size > 0 && {
        shortened: [...lists].map(([path, length]) => `${path}: ${step.maxItems} of ${length} items`),
      }),
    };
    const text = JSON.stringify(value);
    if (text.length <= maxLength) return { value, text, isShortened: true };
  }
  return undefined;
}

/** @param lists receives the paths of shortened lists, and the greatest length of the lists at each path */
function shorten(value: unknown, step: Step, path: string, lists: Map<string, number>): unknown {
  const { maxItems, maxCharacters } = step;
  if (typeof value === 'string')
    return value.length <= maxCharacters
      ? value
      : `${cutText(value, maxCharacters)}… (${value.length} characters in total)`;
  if (Array.isArray(value)) {
    if (value.length > maxItems) lists.set(path, Math.max(value.length, lists.get(path) ?? 0));
    return value.slice(0, maxItems).map((item) => shorten(item, step, path, lists));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      shorten(each, step, path === '' ? key : `${path}.${key}`, lists),
    ]),
  );
}
