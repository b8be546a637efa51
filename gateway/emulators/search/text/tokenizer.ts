/** A word of a text. */
export interface Token {
  /** Lower case, without diacritics. */
  text: string;
  /** Start in the source. */
  start: number;
  /** End in the source, exclusive. */
  end: number;
}

/** Settings of an index that affect tokenization. */
interface TokenizerOptions {
  /** Characters that are tokens instead of separators. */
  separatorsToIndex: string;
  /** Characters that keep their diacritics. */
  keepDiacriticsOnCharacters: string;
}

const DEFAULT_OPTIONS: TokenizerOptions = { separatorsToIndex: '', keepDiacriticsOnCharacters: '' };

/** Letters that Unicode does not decompose but that readers type as other letters. */
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
// Scripts without spaces are split into characters: otherwise a sentence would be one word that no query
// matches.
const IDEOGRAPH = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';
const WORD_SOURCE = `${IDEOGRAPH}|(?:(?!${IDEOGRAPH})[\\p{L}\\p{N}\\p{M}])+`;
const UNICODE_WORD = new RegExp(WORD_SOURCE, 'gu');

/**
 * Converts to lower case without diacritics, e.g. `Poincaré` → `poincare`; characters in `keep` keep theirs.
 */
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

/** Splits a text into words with their positions. */
export function tokenize(source: string, options: TokenizerOptions = DEFAULT_OPTIONS): Token[] {
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
 * Returns how many characters of `source` a folded prefix covers, e.g. 2 of `Ærø` for the prefix `ae` + `r`.
 * @param length length of the prefix in folded characters
 */
export function prefixInSource(source: string, length: number, keep = ''): number {
  let folded = 0;
  let offset = 0;
  for (const character of source) {
    const width = fold(character, keep).length;
    // A combining mark folds to the empty string and belongs to the letter before it.
    if (folded >= length && width > 0) break;
    folded += width;
    offset += character.length;
  }
  return offset;
}
