/**
 * Texts of a page in the session of an editor begin with a marker: the number of their source, in noncharacters, which Unicode
 * reserves for use within a program. The views treat such a text as any other one; where its length or its words count, they read
 * it without the marker.
 */

const FIRST_DIGIT = 0xfdd0;
const RADIX = 16;
const END = '\ufde0';
/** All noncharacters of the block, which no content needs. */
const NONCHARACTERS = /[\ufdd0-\ufdef]/g;
const MARKER_AT_START = /^\s*[\ufdd0-\ufddf]+\ufde0/;

/** Matches each marker. */
export const MARKER = /[\ufdd0-\ufddf]+\ufde0/g;

/** Returns the marker of a number. */
const markerOf = (number: number): string =>
  Array.from(number.toString(RADIX), (digit) =>
    String.fromCharCode(FIRST_DIGIT + Number.parseInt(digit, RADIX)),
  ).join('') + END;

/** Returns the number of a marker. */
export const numberOf = (marker: string): number =>
  Number.parseInt(
    Array.from(marker.slice(0, -1), (digit) => (digit.charCodeAt(0) - FIRST_DIGIT).toString(RADIX)).join(''),
    RADIX,
  );

/** Returns a text with a marker in front of its first word; a blank text has none. */
export const mark = (text: string, number: number): string =>
  text.replace(/\S/, (first) => `${markerOf(number)}${first}`);

/** Returns a text without markers. */
export const unmarked = (text: string): string => text.replace(NONCHARACTERS, '');

/** Changes a text, and keeps the marker in front of it. */
export function keepMarker(text: string, change: (plain: string) => string): string {
  const [marker = ''] = MARKER_AT_START.exec(text) ?? [];
  return `${marker}${change(unmarked(text.slice(marker.length)))}`;
}
