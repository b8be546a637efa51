import { foldAccents, foldedWords } from '../../../lib/text/foldAccents.ts';
import { mergeSegments, type TextSegment } from '../../../lib/text/textSegment.ts';

const WORD_CHAR = /[\p{L}\p{M}\p{N}]/u;

/**
 * Splits a name into segments and highlights the words that begin with a typed word, ignoring case and accents. A
 * highlight is as long as the typed word.
 */
export const highlightPrefixes = (name: string, typed: string): TextSegment[] => {
  const typedWords = foldedWords(typed);
  const chars = [...name];
  const folded = chars.map(foldAccents);
  /** Returns the number of characters from `start` that fold to `length` characters, with their combining accents. */
  const charsFor = (length: number, start: number): number => {
    let count = 0;
    for (let left = length; left > 0; count += 1) left -= folded[start + count]?.length ?? left;
    while (folded[start + count] === '') count += 1;
    return count;
  };
  const segments: TextSegment[] = [];
  for (let start = 0; start < chars.length; ) {
    const isWordStart = start === 0 || !WORD_CHAR.test(chars[start - 1] ?? '');
    const rest = folded.slice(start).join('');
    const length = isWordStart
      ? Math.max(0, ...typedWords.filter((word) => rest.startsWith(word)).map((word) => word.length))
      : 0;
    const count = Math.max(1, charsFor(length, start));
    segments.push({ text: chars.slice(start, start + count).join(''), matched: length > 0 });
    start += count;
  }
  return mergeSegments(segments);
};
