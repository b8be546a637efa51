import { cutText } from '../../core/text/textBoundaries.ts';

/** Limits of lists and texts, in the order in which they are tried. */
const STEPS = [
  { maxItems: Number.POSITIVE_INFINITY, maxCharacters: Number.POSITIVE_INFINITY },
  { maxItems: 50, maxCharacters: 4_000 },
  { maxItems: 20, maxCharacters: 2_000 },
  { maxItems: 10, maxCharacters: 1_000 },
  { maxItems: 5, maxCharacters: 500 },
  { maxItems: 2, maxCharacters: 200 },
] as const;

/** A value as JSON. */
export interface FittedText {
  readonly text: string;
  /** True if items of lists or parts of texts are left out. */
  readonly isShortened: boolean;
}

/**
 * Returns a value as JSON of a maximum length. Long lists and texts are shortened step by step; what is left out is said in
 * its place. If even that is too long, the JSON is cut.
 */
export function fitText(value: unknown, maxLength: number): FittedText {
  for (const step of STEPS) {
    const text = JSON.stringify(value === undefined ? null : shorten(value, step));
    if (text.length <= maxLength) return { text, isShortened: step !== STEPS[0] };
  }
  const text = JSON.stringify(shorten(value, STEPS[STEPS.length - 1] as (typeof STEPS)[number]));
  return { text: `${cutText(text, maxLength)}…`, isShortened: true };
}

function shorten(value: unknown, step: (typeof STEPS)[number]): unknown {
  const { maxItems, maxCharacters } = step;
  if (typeof value === 'string')
    return value.length <= maxCharacters
      ? value
      : `${cutText(value, maxCharacters)}… (${value.length} characters in total)`;
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice(0, maxItems).map((item) => shorten(item, step));
    return value.length <= maxItems ? items : [...items, `… (${value.length} items in total)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each, step)]));
}
