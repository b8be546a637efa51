import type { Logger } from 'pino';
import { isMissingIndex, type SearchClient } from '../providers/search/client.ts';

/**
 * Logs once that the search index of the model does not exist, for a gateway without a write key. One with a write key waits for
 * the index, and says so itself.
 */
export async function logMissingIndex(
  { indexes, search }: SearchClient,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const request = { indexName: indexes.documents, query: '', hitsPerPage: 0, analytics: false };
  try {
    await search([request], new AbortController().signal);
  } catch (error) {
    // Other failures are those of the search service, which the policy of its client logs.
    if (isMissingIndex(error))
      log.warn(
        { index: indexes.documents },
        'the search index of this model does not exist: run trivium index with ALGOLIA_WRITE_KEY; changes update it only if a gateway has that key',
      );
  }
}
