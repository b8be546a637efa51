import { type ContentPort, type ContentSearch, PUBLISHED } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Locale } from '../../core/locales.ts';
import { readFailure, type SearchRequest, type SearchResult } from './client.ts';
import { notOfDocument, type SearchFilter } from './filters.ts';
import type { SearchContext } from './loader.ts';
import type { HitsPage } from './paging.ts';

/**
 * The edited documents of a perspective. The index contains published versions only, so these documents are excluded from its
 * hits and searched in the content service.
 */
export interface DraftOverlay {
  /** The ids of the edited documents that match, the newest first. */
  readonly matchingIds: readonly string[];
  /** Adds a filter to a request that excludes all edited documents. */
  excludeDrafts<Request extends Pick<SearchRequest, 'filters'>>(request: Request): Request;
}

/** A search for documents. */
export interface DocumentSearch {
  readonly query: string;
  /** The language of the searched texts. */
  readonly locale: Locale;
  /** `_type`s; default: all. */
  readonly types?: readonly string[] | null | undefined;
  readonly filter?: SearchFilter | null | undefined;
}

const EMPTY_OVERLAY: DraftOverlay = { matchingIds: [], excludeDrafts: (request) => request };

/**
 * Reads the overlay of a search from the content service; empty for the perspective `published`.
 * @throws UpstreamError
 */
export async function readDraftOverlay(
  { audience, content }: SearchContext,
  search: DocumentSearch,
): Promise<DraftOverlay> {
  if (audience.perspective === PUBLISHED) return EMPTY_OVERLAY;
  const edited = await content.draftOverlay(toContentSearch(search));
  if (edited.length === 0) return EMPTY_OVERLAY;
  const exclusion = edited.map(({ id }) => notOfDocument(id)).join(' AND ');
  return {
    matchingIds: edited.flatMap(({ id, matches }) => (matches ? id : [])),
    excludeDrafts: (request) => ({
      ...request,
      filters: request.filters ? `${request.filters} AND ${exclusion}` : exclusion,
    }),
  };
}

/** Converts a search for the content service. */
function toContentSearch(search: DocumentSearch): ContentSearch {
  return {
    query: search.query,
    locale: search.locale,
    includesType: (type) => search.types?.includes(type) ?? true,
    filter: (search.filter ?? {}) as ContentSearch['filter'],
  };
}

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
