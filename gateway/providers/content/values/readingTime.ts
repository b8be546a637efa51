import { UNSPACED_LETTER, wordsOfText } from '../../../core/text/textBoundaries.ts';

const WORDS_PER_MINUTE = 220;

/** Runs of scripts that put no spaces between words. */
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED_LETTER.source})+`, 'gu');
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Returns the minutes to read a text, rounded up; 0 for an empty text. Words are separated by spaces; in scripts without spaces, the
 * dictionaries of Unicode separate them.
 */
export function readingMinutes(text: string): number {
  const rest = text.replaceAll(UNSPACED_RUN, ' ');
  const spaced = rest.split(/\s+/).filter((word) => LETTER.test(word)).length;
  // Most texts have no such scripts, and segmentation takes ten times as long as the search for spaces.
  const unspaced = rest === text ? 0 : countUnspacedWords(text);
  const minutes = Math.ceil((spaced + unspaced) / WORDS_PER_MINUTE);
  return text.trim() === '' ? 0 : Math.max(1, minutes);
}

function countUnspacedWords(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(UNSPACED_RUN)) words += wordsOfText(run).length;
  return words;
}
