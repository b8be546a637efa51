import { type ContentSearch, PUBLISHED } from '../../core/context.ts';
import type { SearchRequest } from './client.ts';
import { quoted, type SearchFilter } from './filters.ts';
import type { SearchContext } from './loader.ts';

/**
 * What lies over the index for those who read other versions than the published ones: the index holds published words
 * alone. Documents with another version are left out of the hits, and found by the words of that version.
 */
export interface Overlay {
  /** The ids of those that match, the newest first. */
  readonly found: readonly string[];
  /** The request, or a part of it, with a filter that leaves out all that have another version. */
  without<Request extends Pick<SearchRequest, 'filters'>>(request: Request): Request;
}

/** What documents are searched for. */
export interface DocumentSearch {
  readonly query: string;
  /** `_type`s; all unless given. */
  readonly types?: readonly string[] | null | undefined;
  readonly filter?: SearchFilter | null | undefined;
}

const NOTHING: Overlay = { found: [], without: (request) => request };

/**
 * Asks the content service for the overlay of a search; nothing where what is published is read.
 * @throws UpstreamError
 */
export async function readOverlay(
  { audience, content }: SearchContext,
  search: DocumentSearch,
): Promise<Overlay> {
  if (audience.perspective === PUBLISHED) return NOTHING;
  const edited = await content.draftOverlay(toContentSearch(search));
  if (edited.length === 0) return NOTHING;
  const others = edited.map(({ id }) => `NOT objectID:${quoted(id)}`).join(' AND ');
  return {
    found: edited.flatMap(({ id, matches }) => (matches ? id : [])),
    without: (request) => ({
      ...request,
      filters: request.filters ? `${request.filters} AND ${others}` : others,
    }),
  };
}

/** The search in the content service's terms. */
export function toContentSearch(search: DocumentSearch): ContentSearch {
  const { type: ofFilter, ...filter } = search.filter ?? {};
  const narrowed = [search.types, ofFilter as readonly string[] | undefined].filter((types) => types?.length);
  return {
    query: search.query,
    includesType: (type) => narrowed.every((types) => types?.includes(type)),
    filter: filter as ContentSearch['filter'],
  };
}
