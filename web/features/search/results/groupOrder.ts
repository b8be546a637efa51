import { foldAccents, foldedWords } from '../../../lib/text/foldAccents.ts';
import type { TextSegment } from '../../../lib/text/textSegment.ts';
import { NAME_FIELDS } from '../highlights/explainMatch.ts';
import type { Hit } from '../hits/hits.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';

/** Shorter words are ignored, because articles and prepositions are rarely part of a name. */
const MIN_WORD_CHARACTERS = 4;

/** Returns true if the name or the description of a hit has every longer word of the query. */
const isNamedAsTyped = ({ highlights }: Hit, query: string): boolean => {
  const matched = highlights
    .filter(({ field }) => NAME_FIELDS.includes(field))
    .flatMap(({ segments }) => matchedTexts(segments));
  return longerWords(query).every((word) => matched.some((text) => isOneBeginning(text, word)));
};

/** Returns true if every match is a word of the query. A match by typo tolerance begins with other letters. */
const isMatchedAsTyped = (segments: readonly TextSegment[], query: string): boolean => {
  const words = foldedWords(query);
  return matchedTexts(segments).every((text) => words.some((word) => isOneBeginning(text, word)));
};

/** Returns the longer words of a query, or all if none is longer. */
const longerWords = (query: string): readonly string[] => {
  const words = foldedWords(query);
  const longer = words.filter((word) => word.length >= MIN_WORD_CHARACTERS);
  return longer.length > 0 ? longer : words;
};

const matchedTexts = (segments: readonly TextSegment[]): string[] =>
  segments.flatMap(({ text, matched }) => (matched ? foldAccents(text) : []));

const isOneBeginning = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one);

/**
 * Returns how many groups of documents come before the moments: none if moments have all words of the query and the best
 * document has them only in its long texts; all groups if documents have all words as typed, and moments only a part of them or
 * similar words; else one.
 * @param groupCount the number of groups of documents
 */
export const groupsBeforeMoments = (
  results: Pick<SearchPageQuery, 'search' | 'moments'>,
  bestHit: Hit | undefined,
  groupCount: number,
  query: string,
): number => {
  const { search, moments } = results;
  if (moments?.relaxedQuery) return search?.relaxedQuery ? Math.min(1, groupCount) : groupCount;
  const hasTypedMoment = moments?.edges.some(({ node }) => node && isMatchedAsTyped(node.snippet, query));
  if (!hasTypedMoment && !search?.relaxedQuery && !search?.correctedQuery) return groupCount;
  return bestHit && isNamedAsTyped(bestHit, query) ? 1 : 0;
};
