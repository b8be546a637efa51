/** A word of a text. */
export interface Token {
  /** Folded: lower case, without diacritics. */
  text: string;
  /** Where it begins in the source. */
  start: number;
  /** Where it ends in the source, exclusive. */
  end: number;
}

/** Choices of an index that change what a word is. */
interface WordOptions {
  /** Characters that are words of their own instead of separating words. */
  separatorsToIndex: string;
  /** Characters that keep their diacritics. */
  keepDiacriticsOnCharacters: string;
}

const PLAIN_WORDS: WordOptions = { separatorsToIndex: '', keepDiacriticsOnCharacters: '' };

/** Letters that Unicode does not decompose though readers type them as others. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself
const ASCII = /^[\x00-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/gi;
// A script without spaces is cut into characters: a sentence would otherwise be one word that nothing finds.
const IDEOGRAPH = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';
const WORD_SOURCE = `${IDEOGRAPH}|(?:(?!${IDEOGRAPH})[\\p{L}\\p{N}\\p{M}])+`;
const UNICODE_WORD = new RegExp(WORD_SOURCE, 'gu');

/** Lower case without diacritics, e.g. `Poincaré` → `poincare`; `keep` lists characters that keep theirs. */
export function fold(text: string, keep = ''): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  let folded = '';
  for (const character of lower.normalize('NFC'))
    folded += keep.includes(character) ? character : foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  return LETTERS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The words of a text, in order, with their places in it. */
export function tokenize(source: string, options: WordOptions = PLAIN_WORDS): Token[] {
  const { separatorsToIndex, keepDiacriticsOnCharacters: keep } = options;
  const tokens: Token[] = [];
  const ascii = separatorsToIndex === '' && ASCII.test(source);
  const pattern = ascii ? ASCII_WORD : wordPattern(separatorsToIndex);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const text = ascii ? match[0].toLowerCase() : fold(match[0], keep);
    if (text) tokens.push({ text, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

const patterns = new Map<string, RegExp>();

function wordPattern(separators: string): RegExp {
  if (separators === '') return UNICODE_WORD;
  let pattern = patterns.get(separators);
  if (!pattern) {
    const escaped = separators.replace(/[\\\]^-]/g, '\\$&');
    pattern = new RegExp(`[${escaped}]|${WORD_SOURCE}`, 'gu');
    patterns.set(separators, pattern);
  }
  return pattern;
}

/**
 * How many characters of `source` a folded prefix covers, e.g. 2 of `Ærø` for the prefix `ae` + `r`.
 * @param length of the prefix, in folded characters
 */
export function prefixInSource(source: string, length: number, keep = ''): number {
  let folded = 0;
  let offset = 0;
  for (const character of source) {
    const width = fold(character, keep).length;
    // A combining mark folds to nothing and belongs to the letter before it.
    if (folded >= length && width > 0) break;
    folded += width;
    offset += character.length;
  }
  return offset;
}
