import type { ContentPort, ContentSearch } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readFailure, type SearchAnswer } from './client.ts';
import type { SearchContext } from './loader.ts';
import { type DocumentSearch, toContentSearch } from './overlay.ts';
import type { HitsPage } from './paging.ts';

/** Hears that the content service stood in for the search service, and why. */
export type ReportFallback = (error: UpstreamError) => void;

/**
 * What the search service answers, or while it is away what the content service finds by words: the operation is marked
 * with who stood in for whom. That has no highlights and no near words, of facets the types alone, and is in the order of
 * titles and age.
 * @param ask the search itself
 * @param page the stretch of hits that is wanted; of length 0 when only the count is
 * @throws the search's own error where it is no provider's failure, or where the content service is away as well
 */
export async function withContentFallback<Found>(
  ask: () => Promise<Found>,
  asFound: (answer: SearchAnswer) => Found,
  { search, page, context, tell }: FallbackOptions,
): Promise<Found> {
  try {
    return await ask();
  } catch (error) {
    if (context.signal.aborted || !isAway(error)) throw error;
    const asked = toContentSearch(search);
    // A facet that is refined by is counted as if it were not.
    const isCounted = toContentSearch({ ...search, filter: null }).includesType;
    const found = await context.content.fallbackSearch(asked, page, isCounted).catch(() => {
      throw error;
    });
    context.cachePolicy.fallbacks.set('search', 'content');
    tell(error);
    return asFound(answerOf(found, asked));
  }
}

interface FallbackOptions {
  readonly search: DocumentSearch;
  readonly page: Pick<HitsPage, 'offset' | 'length'>;
  readonly context: SearchContext;
  readonly tell: ReportFallback;
}

/** Whether the search service could not, or would not, answer anything; a request that it finds wrong is another matter. */
const isAway = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.provider === 'search' &&
  readFailure(error.originalError).status !== 400;

function answerOf(
  { ids, totals }: Awaited<ReturnType<ContentPort['fallbackSearch']>>,
  { includesType }: ContentSearch,
) {
  const found = [...totals].filter(([, count]) => count > 0);
  const nbHits = found.reduce((sum, [type, count]) => (includesType(type) ? sum + count : sum), 0);
  return {
    hits: ids.map((objectID) => ({ objectID })),
    nbHits,
    exhaustive: { nbHits: true, facetsCount: true },
    facets: { _type: Object.fromEntries(found) },
  } satisfies Partial<SearchAnswer>;
}
