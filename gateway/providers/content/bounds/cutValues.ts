import { isObject } from '../../../core/validators.ts';

/** Receives the reason for each part that is omitted or changed. */
export type ReportExcess = (reason: string) => void;

/** The attribute of an object in place of a text that is too long. */
export const TEXT_LENGTH = '@textLength';

/** Takes the place of a text that is too long, which is an error of its field and not a shorter text. */
export interface LongText {
  readonly [TEXT_LENGTH]: number;
  readonly limit: number;
}

/** Returns whether a value takes the place of a text that is too long. */
export const isLongText = (value: unknown): value is LongText =>
  isObject(value) && typeof value[TEXT_LENGTH] === 'number';

/** Returns a whole text, or its length if it is longer than the limit; see `printable`. */
export function wholeText(text: string, maxCharacters: number, report: ReportExcess): string | LongText {
  if (text.length <= maxCharacters) return printable(text);
  report(`${describeLongText(text.length, maxCharacters)}: omitted`);
  return { [TEXT_LENGTH]: text.length, limit: maxCharacters };
}

/** Describes a text that is too long, e.g. `string of 12 characters, above the limit of 10`. */
export const describeLongText = (length: number, limit: number): string =>
  `string of ${formatCount(length, 'character')}, above the limit of ${formatNumber(limit)}`;

/** Returns a part of a rich text of at most this length; a note replaces the rest; see `printable`. */
export function boundText(text: string, maxCharacters: number, report: ReportExcess): string {
  if (text.length <= maxCharacters) return printable(text);
  const omitted = formatCount(text.length - maxCharacters, 'character');
  report(`${omitted} of a text omitted`);
  return `${printable(text.slice(0, maxCharacters))}… (${omitted} omitted)`;
}

/**
 * Returns a text without half surrogate pairs, for which functions such as `encodeURIComponent` throw, and without NUL, which
 * HTML does not have: React finds no text where it has rendered one.
 */
const printable = (text: string): string =>
  isPrintable(text) ? text : text.toWellFormed().replaceAll('\0', '\ufffd');

const isPrintable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns whether a text is neither cut nor changed. */
export const isWholeText = (text: string, maxCharacters: number): boolean =>
  text.length <= maxCharacters && isPrintable(text);

/** Formats a number with separators of thousands. */
export const formatNumber = (value: number): string => value.toLocaleString('en');

/** Formats a number of things, e.g. `1 block` and `2,000 blocks`. */
export const formatCount = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

/** The attribute of the object at the end of a list that is cut. */
export const LIST_LENGTH = '@listLength';

/** The last element of a list that is cut. It is an error of the list's field, which keeps the other elements. */
export interface OmittedElements {
  /** The length of the whole list. */
  readonly [LIST_LENGTH]: number;
  readonly limit: number;
}

/** Returns whether a list is cut by its last element. */
export const isOmittedElements = (value: unknown): value is OmittedElements =>
  isObject(value) && typeof value[LIST_LENGTH] === 'number';

/** Cuts a list in place if it has more elements than the limit, and adds an element that says so. */
export function cutList(list: unknown[], limit: number, report: ReportExcess): void {
  const { length } = list;
  // A list that is cut has one element more.
  if (length <= limit || isOmittedElements(list[length - 1])) return;
  report(`${length - limit} of ${length} list elements omitted`);
  list.length = limit;
  list.push({ [LIST_LENGTH]: length, limit } satisfies OmittedElements);
}
