/** Receives the reason for each part that is omitted or changed. */
export type ReportExcess = (reason: string) => void;

/**
 * Returns a text of at most this length; a note replaces the rest. Half surrogate pairs are replaced, because functions such as
 * `encodeURIComponent` throw for them, and NUL, which HTML does not have: React finds no text where it has rendered one.
 */
export function boundText(text: string, maxCharacters: number, report: ReportExcess): string {
  if (text.length <= maxCharacters) return printable(text);
  const omitted = formatCount(text.length - maxCharacters, 'character');
  report(`${omitted} of a text omitted`);
  return `${printable(text.slice(0, maxCharacters))}… (${omitted} omitted)`;
}

const printable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Formats a number with separators of thousands. */
export const formatNumber = (value: number): string => value.toLocaleString('en');

/** Formats a number of things, e.g. `1 block` and `2,000 blocks`. */
export const formatCount = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
