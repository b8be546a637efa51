import { boundaryBefore } from '../../../core/text/textBoundaries.ts';

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

function bytesOfCodePoint(code: number): number {
  if (SHORT_ESCAPES.has(code)) return 2;
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
