import type { SearchAttribute } from '../../core/model/searchRecord.ts';
import { foldedText } from '../../core/text/foldedText.ts';
import { replaceWords, wordsOfText } from '../../core/text/textBoundaries.ts';
import type { SearchHit, SearchResult } from './client.ts';
import { SEGMENTED_TEXTS, type TextSegment } from './highlights.ts';

/** The parameters of a search that tells whether words were corrected. Its result needs highlights, too. */
export const WITH_TYPOS = { getRankingInfo: true } as const;

/** Returns the typos of a hit of a search with `WITH_TYPOS`. */
export const typosOf = (hit: SearchResult['hits'][number] | undefined): number =>
  hit?._rankingInfo?.nbTypos ?? 0;

/** Algolia corrects one letter of a word of this length, and two of a longer one. */
const MIN_LETTERS_FOR_TYPO = 4;
const MIN_LETTERS_FOR_TWO_TYPOS = 8;

/**
 * Returns a query with the words that the first result has in place of misspelt words. Algolia counts the typos of a result and
 * marks its words, but does not say which word of the query it took for which.
 * @param knownWords words that are in the index as typed: no other word is a correction of them
 * @returns null if no word was corrected
 */
export function correctedQuery(
  query: string,
  { hits }: SearchResult,
  knownWords: readonly string[] = [],
): string | null {
  const first = hits[0] as SearchHit | undefined;
  if (!first || typosOf(first) === 0) return null;
  const found = (first[SEGMENTED_TEXTS] ?? []).flatMap(({ segments }) => matchedWords(segments));
  const known = new Set(knownWords.map(foldedText));
  const corrected = replaceWords(query, (word) =>
    known.has(foldedText(word)) ? word : (correctionOf(word, found) ?? word),
  );
  return corrected === query ? null : corrected;
}

/**
 * Returns true if hits have the words of a correction in short texts. Words that only long texts have may be common words that nobody meant.
 * @param attributes the searched attributes
 */
export function isLikelyCorrection(
  query: string,
  corrected: string,
  { hits }: Pick<SearchResult, 'hits'>,
  attributes: readonly Pick<SearchAttribute, 'path' | 'isLong'>[],
): boolean {
  const shortPaths = new Set(attributes.flatMap(({ path, isLong }) => (isLong ? [] : path)));
  const matches = (hits as readonly SearchHit[])
    .flatMap((hit) => hit[SEGMENTED_TEXTS] ?? [])
    .filter(({ path }) => shortPaths.has(path))
    .flatMap(({ segments }) => segments.flatMap(({ text, matched }) => (matched ? foldedText(text) : [])));
  const typed = new Set(wordsOfText(query).map(foldedText));
  return wordsOfText(corrected)
    .map(foldedText)
    .filter((word) => !typed.has(word))
    .every((word) => matches.some((text) => word.startsWith(text) || text.startsWith(word)));
}

/** Returns the matched words of a text, whole also where only their beginning matches, and each two adjacent words. */
function matchedWords(segments: readonly TextSegment[]): readonly string[] {
  const words = segments.flatMap(({ text, matched }, i) => {
    if (!matched) return [];
    const next = segments[i + 1]?.text ?? '';
    return text + (/^[\p{L}\p{N}\p{M}]+/u.exec(next)?.[0] ?? '');
  });
  return [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)];
}

/**
 * Returns the nearest word in place of a word of the query, or the two words of which it consists if a space is missing; undefined if the
 * word itself, or no near word, was found.
 */
function correctionOf(word: string, found: readonly string[]): string | undefined {
  const typed = foldedText(word);
  if (typed.length < MIN_LETTERS_FOR_TYPO) return undefined;
  let best: string | undefined;
  let fewest = typed.length < MIN_LETTERS_FOR_TWO_TYPOS ? 2 : 3;
  for (const candidate of found) {
    const letters = foldedText(candidate).replace(/[\s'’.-]/g, '');
    if (candidate.includes(' ')) {
      if (letters === typed) return candidate;
      continue;
    }
    if (letters.startsWith(typed)) return undefined;
    const edits = editsBetween(typed, letters);
    // A capital letter may only be the beginning of a sentence.
    if (edits > fewest || (edits === fewest && (best === undefined || candidate !== candidate.toLowerCase())))
      continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

/** Returns the edits from a word to another: a missing, additional, other or transposed letter is one. */
function editsBetween(word: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= word.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isEqual = word[i - 1] === other[j - 1];
      let edits = Math.min(
        (above[j - 1] as number) + (isEqual ? 0 : 1),
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
      );
      if (word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1])
        edits = Math.min(edits, (before[j - 2] as number) + 1);
      row.push(edits);
    }
    before = above;
  }
  return row[other.length] as number;
}
