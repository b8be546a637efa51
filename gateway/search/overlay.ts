import { PUBLISHED } from '../context.ts';
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

const NOTHING: Overlay = { found: [], without: (request) => request };

/**
 * Asks the content service for the overlay of a search; nothing where what is published is read.
 * @param types `_type`s that are searched; all unless given
 */
export async function readOverlay(
  { audience, content }: SearchContext,
  search: {
    readonly query: string;
    readonly types?: readonly string[] | null | undefined;
    readonly filter?: SearchFilter | null | undefined;
  },
): Promise<Overlay> {
  if (audience.perspective === PUBLISHED) return NOTHING;
  const { type: ofFilter, ...filter } = search.filter ?? {};
  const narrowed = [search.types, ofFilter as readonly string[] | undefined].filter((types) => types?.length);
  const edited = await content.edited({
    query: search.query,
    isAmong: (type) => narrowed.every((types) => types?.includes(type)),
    filter: filter as Record<string, Readonly<Record<string, unknown>>>,
  });
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
