import { type ContentSearch, PUBLISHED } from '../../core/context.ts';
import type { Locale } from '../../core/locales.ts';
import type { SearchRequest } from './client.ts';
import { notOfDocument, type SearchFilter } from './filters.ts';
import type { SearchContext } from './loader.ts';

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
export function toContentSearch(search: DocumentSearch): ContentSearch {
  return {
    query: search.query,
    locale: search.locale,
    includesType: (type) => search.types?.includes(type) ?? true,
    filter: (search.filter ?? {}) as ContentSearch['filter'],
  };
}
