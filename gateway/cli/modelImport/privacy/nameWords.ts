import pluralize from 'pluralize';
import { wordsOf } from '../model/words.ts';

/** Letters that do not decompose into a letter of ASCII and a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', Ø: 'O', æ: 'ae', Æ: 'Ae', œ: 'oe' };

/** Splits a name of the studio into words of ASCII letters, without numbers: `téléphone_2` is `telephone`. */
export const nameWords = (name: string): readonly string[] =>
  wordsOf(
    name
      .replaceAll(/[ßøØæÆœ]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/\d+/g, ' ')
      .replaceAll(/([A-Z])s\b/g, '$1'),
  );

/** Reads a list of words. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Endings of plurals and of feminine forms in German, French, Spanish, Italian, Dutch, Norwegian and Portuguese. */
const ENDINGS = /^(s|es|e|ee|ees|en|n|er|r|i|in|innen|ne|ene|mer)?$/;

/** Returns whether a word is one of these: of an English list in the plural too, of another list with its endings. */
export const isWordOf = (
  { english, others }: { readonly english: ReadonlySet<string>; readonly others: readonly string[] },
  word: string,
): boolean =>
  english.has(word) ||
  english.has(pluralize.singular(word)) ||
  others.some((stem) => word.startsWith(stem) && ENDINGS.test(word.slice(stem.length)));
