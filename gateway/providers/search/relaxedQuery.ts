import { MATCH_BEGINS, MATCH_ENDS } from './highlights.ts';

const REMOVED = new RegExp(`<em>.*?</em>|${MATCH_BEGINS}[^${MATCH_ENDS}]*${MATCH_ENDS}`, 'gs');

/**
 * The words of a query that were kept. The provider answers the whole query with the removed words marked up
 * (`queryAfterRemoval`), as `<em>` or in the tags of highlights; what is between words is no word.
 * @returns null when no word was removed.
 */
export function relaxedQuery(queryAfterRemoval: string | undefined): string | null {
  if (!queryAfterRemoval?.match(REMOVED)) return null;
  const kept = queryAfterRemoval.replace(REMOVED, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu);
  return kept?.join(' ') ?? null;
}
