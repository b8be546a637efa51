import pluralize from 'pluralize';
import { asciiLetters, wordsOf } from '../model/words.ts';

/** Splits a name of the studio into words of ASCII letters, without numbers: `téléphone_2` is `telephone`. */
export const nameWords = (name: string): readonly string[] =>
  wordsOf(
    asciiLetters(name)
      .replaceAll(/\d+/g, ' ')
      .replaceAll(/([A-Z])s\b/g, '$1'),
  );

/** Reads a list of words. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Endings of plurals and of feminine forms in German, French, Spanish, Italian, Dutch, Norwegian and Portuguese. */
const ENDINGS = /^(s|es|e|ee|ees|en|n|er|r|i|in|innen|ne|ene|mer)?$/;

/** Returns whether a word is in a list: an English word also in the plural, a stem with one of `ENDINGS`. */
export const isWordOf = (
  { english, stems }: { readonly english: ReadonlySet<string>; readonly stems: readonly string[] },
  word: string,
): boolean =>
  english.has(word) ||
  english.has(pluralize.singular(word)) ||
  stems.some((stem) => word.startsWith(stem) && ENDINGS.test(word.slice(stem.length)));
