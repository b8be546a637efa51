/** Receives the reason for each part that is omitted or changed. */
export type ReportExcess = (reason: string) => void;

/**
 * Returns a text of at most this length; a note replaces the rest. Half surrogate pairs are replaced, because functions such as
 * `encodeURIComponent` throw for them.
 */
export function boundText(text: string, maxCharacters: number, report: ReportExcess): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const omitted = formatCount(text.length - maxCharacters, 'character');
  report(`${omitted} of a text omitted`);
  return `${text.slice(0, maxCharacters).toWellFormed()}… (${omitted} omitted)`;
}

/** Formats a number with separators of thousands. */
export const formatNumber = (value: number): string => value.toLocaleString('en');

/** Formats a number of things, e.g. `1 block` and `2,000 blocks`. */
export const formatCount = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
