import type { ContentPort, ContentSearch } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readFailure, type SearchResult } from './client.ts';
import type { SearchContext } from './loader.ts';
import { type DocumentSearch, toContentSearch } from './overlay.ts';
import type { HitsPage } from './paging.ts';

/** Receives the error for which the content service replaced the search service. */
export type OnFallback = (error: UpstreamError) => void;

/**
 * Runs a search. If the search service fails, the content service searches the words instead, and the cache policy records the
 * fallback. Its results have no highlights, no typo tolerance and only the facet `TYPE`; matching titles come first, then newer
 * documents.
 * @param search runs the search at the search service
 * @param toResult converts the result of the content service
 * @throws the error of the search service if its request was invalid, or if the content service fails too
 */
export async function withContentFallback<Result>(
  search: () => Promise<Result>,
  toResult: (result: SearchResult) => Result,
  { documentSearch, page, context, onFallback }: FallbackOptions,
): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (context.signal.aborted || !isUnavailable(error)) throw error;
    const contentSearch = toContentSearch(documentSearch);
    // The facet ignores the types.
    const isCounted = toContentSearch({ ...documentSearch, types: null }).includesType;
    const found = await context.content.fallbackSearch(contentSearch, page, isCounted).catch(() => {
      throw error;
    });
    context.cachePolicy.fallbacks.set('search', 'content');
    onFallback(error);
    return toResult(toSearchResult(found, contentSearch));
  }
}

interface FallbackOptions {
  readonly documentSearch: DocumentSearch;
  /** Of length 0 if only the count is selected. */
  readonly page: Pick<HitsPage, 'offset' | 'length'>;
  readonly context: SearchContext;
  readonly onFallback: OnFallback;
}

/** True if the search service failed. A malformed request would be rejected by the content service too. */
const isUnavailable = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.provider === 'search' &&
  readFailure(error.originalError).status !== 400;

function toSearchResult(
  { ids, totals }: Awaited<ReturnType<ContentPort['fallbackSearch']>>,
  { includesType }: ContentSearch,
) {
  const counts = [...totals].filter(([, count]) => count > 0);
  const nbHits = counts.reduce((sum, [type, count]) => (includesType(type) ? sum + count : sum), 0);
  return {
    hits: ids.map((objectID) => ({ objectID })),
    nbHits,
    exhaustive: { nbHits: true, facetsCount: true },
    facets: { _type: Object.fromEntries(counts) },
  } satisfies Partial<SearchResult>;
}
