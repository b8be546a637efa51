import { foldAccents } from '../../../lib/text/foldAccents.ts';
import type { TextSegment } from '../../../lib/text/textSegment.ts';

/**
 * Splits a text into segments that match a query and segments that do not. Case and accents are ignored. An empty query
 * matches nothing.
 */
export const highlightMatches = (text: string, query: string): TextSegment[] => {
  const foldedQuery = [...foldAccents(query.trim())];
  if (foldedQuery.length === 0) return [{ text, matched: false }];
  const characters = [...text];
  // Folding can turn a character into none or several, so each folded character has the index of its original.
  const originalIndexes = characters.flatMap((character, index) =>
    Array.from(foldAccents(character), () => index),
  );
  const foldedText = [...characters.map(foldAccents).join('')];
  const segments: TextSegment[] = [];
  let end = 0;
  const addSegment = (until: number, matched: boolean) => {
    if (until > end) segments.push({ text: characters.slice(end, until).join(''), matched });
    end = Math.max(end, until);
  };
  for (let index = 0; index + foldedQuery.length <= foldedText.length; ) {
    if (foldedQuery.every((character, offset) => foldedText[index + offset] === character)) {
      addSegment(originalIndexes[index] ?? end, false);
      addSegment((originalIndexes[index + foldedQuery.length - 1] ?? end) + 1, true);
      index += foldedQuery.length;
    } else index += 1;
  }
  addSegment(characters.length, false);
  return segments;
};

/** Returns the indexes of the texts that contain a query. Case and accents are ignored. */
export const findMatches = (texts: readonly string[], query: string): number[] => {
  const foldedQuery = foldAccents(query.trim());
  return foldedQuery
    ? texts.flatMap((text, index) => (foldAccents(text).includes(foldedQuery) ? [index] : []))
    : [];
};
