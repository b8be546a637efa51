/** A word of a text. */
export interface Token {
  /** Lower case, without diacritics; `obrien` of `O'Brien`. */
  text: string;
  /** Start in the source. */
  start: number;
  /** End in the source, exclusive. */
  end: number;
  /** The words that punctuation joins in the word and that are long enough to be found alone: `brien` of `O'Brien`. */
  parts?: readonly Token[];
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
/** Punctuation that joins words, according to Algolia's guide "Splitting and concatenation". */
const JOINERS = ".'\u2018\u2019\u02bb\u02bc\uff07®©";
/** Shorter parts of a joined word are not indexed, according to the same guide. */
const MIN_PART_CHARACTERS = 3;
const ASCII_WORD = /[a-z0-9]+(?:['.][a-z0-9]+)*/gi;
const KATAKANA = '[\\p{Script=Katakana}ー]';
/** Other scripts without spaces between words. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const LETTERS_OR_DIGITS = `(?:(?!${KATAKANA}|${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`;
const UNSPACED_RUN = new RegExp(`^(?:${KATAKANA}|${UNSPACED})`, 'u');
const NUMBER = /^\p{N}+$/u;

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

/** Marks that are optional in writing. The marks of other scripts are vowels, or voice a kana, and change the word. */
const DIACRITICS =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]/gu;

function foldCharacter(character: string): string {
  return LETTERS[character] ?? character.normalize('NFKD').replace(DIACRITICS, '');
}

/** Splits a text into words with their positions. */
export function tokenize(source: string, options: TokenizerOptions = DEFAULT_OPTIONS): Token[] {
  const { separatorsToIndex, keepDiacriticsOnCharacters: keep } = options;
  const tokens: Token[] = [];
  const ascii = separatorsToIndex === '' && ASCII.test(source);
  const pattern = ascii ? ASCII_WORD : wordPattern(separatorsToIndex);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [word] = match;
    const start = match.index;
    if (!ascii && UNSPACED_RUN.test(word)) addSegments(tokens, word, start, keep);
    else if (JOINER.test(word)) addJoined(tokens, word, start, keep);
    else addToken(tokens, ascii ? word.toLowerCase() : fold(word, keep), start, start + word.length);
  }
  return tokens;
}

function addToken(tokens: Token[], text: string, start: number, end: number, parts?: readonly Token[]): void {
  if (text) tokens.push({ text, start, end, ...(parts && { parts }) });
}

const JOINER = new RegExp(`[${JOINERS}]`, 'u');
const BETWEEN_JOINERS = new RegExp(`[^${JOINERS}]+`, 'gu');

/** Adds words joined by punctuation as one word. A number ends the word: `m.55` is one word, `5.mm` is two. */
function addJoined(tokens: Token[], source: string, offset: number, keep: string): void {
  let joined: Token[] = [];
  const add = () => {
    const [first] = joined;
    const last = joined.at(-1);
    if (!first || !last) return;
    const parts = joined.filter(({ text }) => text.length >= MIN_PART_CHARACTERS);
    const text = joined.map((part) => part.text).join('');
    addToken(tokens, text, first.start, last.end, joined.length > 1 ? parts : undefined);
    joined = [];
  };
  for (const { 0: word, index } of source.matchAll(BETWEEN_JOINERS)) {
    const start = offset + index;
    addToken(joined, fold(word, keep), start, start + word.length);
    if (NUMBER.test(word)) add();
  }
  add();
}

/** Its dictionaries know the words of all these scripts regardless of the locale. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function addSegments(tokens: Token[], source: string, offset: number, keep: string): void {
  for (const { segment, index, isWordLike } of segmenter.segment(source)) {
    const start = offset + index;
    if (isWordLike) addToken(tokens, fold(segment, keep), start, start + segment.length);
  }
}

const patterns = new Map<string, RegExp>();

function wordPattern(separators: string): RegExp {
  let pattern = patterns.get(separators);
  if (!pattern) {
    const joiners = [...JOINERS].filter((joiner) => !separators.includes(joiner)).join('');
    const word = `${LETTERS_OR_DIGITS}${joiners && `(?:[${joiners}]${LETTERS_OR_DIGITS})*`}`;
    const own = separators && `[${separators.replace(/[\\\]^-]/g, '\\$&')}]|`;
    pattern = new RegExp(`${own}${KATAKANA}+|${UNSPACED}+|${word}`, 'gu');
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
    const isJoiner = JOINER.test(character);
    const width = isJoiner ? 0 : fold(character, keep).length;
    // A combining mark folds to the empty string and belongs to the letter before it; a joiner belongs to the letter after it.
    if (folded >= length && (width > 0 || isJoiner)) break;
    folded += width;
    offset += character.length;
  }
  return offset;
}
