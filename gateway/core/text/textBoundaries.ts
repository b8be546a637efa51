/** Languages differ in none of the boundaries that matter here. Construction takes milliseconds, so it is done once. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A letter of a script that puts no spaces between words. */
export const UNSPACED_LETTER =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** Characters around a position in which its word is searched: longer words are cut between letters. */
const WINDOW_CHARACTERS = 200;

/** Returns the last position up to `at` that is between two words in any script, or else between two characters. */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const from = codePointBefore(text, Math.max(0, at - WINDOW_CHARACTERS));
  const around = text.slice(from, at + WINDOW_CHARACTERS);
  const word = WORDS.segment(around).containing(at - from)?.index ?? 0;
  if (word > 0) return from + word;
  return from + (GRAPHEMES.segment(around).containing(at - from)?.index ?? 0);
}

/** Returns a text of at most this length, up to the end of a word if there is one, and never a part of a character. */
export const cutText = (text: string, maxCharacters: number): string =>
  text.length <= maxCharacters ? text : text.slice(0, boundaryBefore(text, maxCharacters)).trimEnd();

/** Returns a text of at most this size in UTF-8, cut as by `cutText`. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, boundaryBefore(text, read)).trimEnd();
}

/** Returns whether a text contains another one as whole words: `Fair 2026` contains `2026`, `東京展` contains `東京`, but `Size` no `S`. */
export function containsWords(text: string, words: string): boolean {
  if (!text.includes(words)) return false;
  const boundaries = new Set(Array.from(WORDS.segment(text), ({ index }) => index)).add(text.length);
  return [...boundaries].some(
    (start) => text.startsWith(words, start) && boundaries.has(start + words.length),
  );
}

/** Returns the words of a text in any script. */
export const wordsOfText = (text: string): readonly string[] =>
  [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));

/** Returns a text with other words in place of its words. */
export const replaceWords = (text: string, replace: (word: string) => string): string =>
  Array.from(WORDS.segment(text), ({ segment, isWordLike }) =>
    isWordLike ? replace(segment) : segment,
  ).join('');

/** Moves a position out of the middle of a surrogate pair. */
const codePointBefore = (text: string, at: number): number =>
  at > 0 && text.codePointAt(at - 1) !== text.charCodeAt(at - 1) ? at - 1 : at;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * True for a query that has characters and no word, such as an emoji or punctuation: the search service would take it for the empty
 * query, which matches all.
 */
export const hasNoWords = (query: string): boolean => query.trim() !== '' && !LETTER_OR_DIGIT.test(query);
