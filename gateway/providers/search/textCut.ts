/** Languages differ in none of the boundaries that matter here. Construction takes milliseconds, so it is done once. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters around a position in which its word is searched: longer words are cut between letters. */
const WINDOW_CHARACTERS = 200;
/** Code points that JSON escapes with two bytes. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]);

/** Returns the size of a value as JSON in UTF-8, by which Algolia limits records. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Returns the end of the longest beginning of a text whose JSON has at most `maxBytes` without quotes. It is the end of a word
 * in any script, or of a character in a word of hundreds of letters.
 */
export function endWithin(text: string, maxBytes: number): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    bytes += bytesOfCodePoint(code);
    if (bytes > maxBytes) return boundaryBefore(text, at) || at;
    at += code > 0xffff ? 2 : 1;
  }
  return text.length;
}

/** Returns the last position up to `at` that is between two words, or else between two characters. */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const from = codePointBefore(text, Math.max(0, at - WINDOW_CHARACTERS));
  const around = text.slice(from, at + WINDOW_CHARACTERS);
  const word = WORDS.segment(around).containing(at - from)?.index ?? 0;
  if (word > 0) return from + word;
  return from + (GRAPHEMES.segment(around).containing(at - from)?.index ?? 0);
}

/** Returns the number of words of a text in any script. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike) count += 1;
  return count;
}

function bytesOfCodePoint(code: number): number {
  if (SHORT_ESCAPES.has(code)) return 2;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}

/** Moves a position out of the middle of a surrogate pair. */
const codePointBefore = (text: string, at: number): number =>
  at > 0 && text.codePointAt(at - 1) !== text.charCodeAt(at - 1) ? at - 1 : at;
