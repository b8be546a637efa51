/** The second half of a surrogate pair, and characters that belong to the one before. */
const CONTINUES = /^[\uDC00-\uDFFF\p{M}\p{EMod}\u200D]/u;

/** Returns the beginning of a text, of at most this length, and never a part of a character. */
export const startOf = (text: string, maxCharacters: number): string => {
  let end = Math.min(text.length, maxCharacters);
  while (end > 0 && end < text.length && isWithinCharacter(text, end)) end -= 1;
  return text.slice(0, end);
};

const isWithinCharacter = (text: string, position: number): boolean =>
  CONTINUES.test(text.slice(position, position + 2)) || text[position - 1] === '\u200D';
