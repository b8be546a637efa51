import { foldAccents } from '../../../lib/text/foldAccents.ts';
import { NAME_FIELDS } from '../highlights/explainMatch.ts';
import type { Hit } from '../hits/hits.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';

/** Shorter words are ignored, because articles and prepositions are rarely part of a name. */
const MIN_WORD_CHARACTERS = 4;

/** Returns true if the name or the description of a hit has every longer word of the query. */
const isNamedAsTyped = ({ highlights }: Hit, query: string): boolean => {
  const matched = highlights
    .filter(({ field }) => NAME_FIELDS.includes(field))
    .flatMap(({ segments }) => segments.filter((segment) => segment.matched))
    .map(({ text }) => foldAccents(text));
  const words = foldAccents(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  const significant = words.filter((word) => word.length >= MIN_WORD_CHARACTERS);
  return (significant.length > 0 ? significant : words).every((word) =>
    matched.some((text) => text.startsWith(word) || word.startsWith(text)),
  );
};

/**
 * Returns how many groups of documents come before the moments: none if moments have all words of the query and the best
 * document has them only in its long texts; all groups if moments have a part of the words and documents have all; else one.
 * @param groupCount the number of groups of documents
 */
export const groupsBeforeMoments = (
  results: Pick<SearchPageQuery, 'search' | 'moments'>,
  bestHit: Hit | undefined,
  groupCount: number,
  query: string,
): number => {
  if (results.moments?.relaxedQuery)
    return results.search?.relaxedQuery ? Math.min(1, groupCount) : groupCount;
  return bestHit && isNamedAsTyped(bestHit, query) ? 1 : 0;
};
