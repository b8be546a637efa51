import { MATCH_BEGINS, MATCH_ENDS } from './highlights.ts';

const REMOVED = new RegExp(`<em>.*?</em>|${MATCH_BEGINS}[^${MATCH_ENDS}]*${MATCH_ENDS}`, 'gs');

/**
 * The words of a query that were kept. The provider answers the whole query with the removed words marked up
 * (`queryAfterRemoval`), as `<em>` or in the tags of highlights.
 * @returns null when no word was removed.
 */
export function relaxedQuery(queryAfterRemoval: string | undefined): string | null {
  if (queryAfterRemoval === undefined) return null;
  const kept = queryAfterRemoval.replace(REMOVED, ' ').replace(/\s+/g, ' ').trim();
  return kept === queryAfterRemoval.trim() ? null : kept;
}
