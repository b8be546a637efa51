import type { SearchHit, SearchRequest } from './client.ts';
import { SEGMENTED_TEXTS, type TextSegment } from './matchMarks.ts';

/** A field of a found document, split into segments. */
export interface Highlight {
  readonly field: string;
  readonly segments: readonly TextSegment[];
}

const SNIPPET_WORDS = 30;

/** Returns the request parameters for highlights and snippets of these attributes. */
export const highlightParameters = (
  attributes: readonly { readonly path: string; readonly isLong: boolean }[],
): Partial<SearchRequest> => ({
  attributesToHighlight: attributes.filter(({ isLong }) => !isLong).map(({ path }) => path),
  attributesToSnippet: attributes
    .filter(({ isLong }) => isLong)
    .map(({ path }) => `${path}:${SNIPPET_WORDS}`),
});

/** The request parameters without highlights. */
export const NO_HIGHLIGHTS: Partial<SearchRequest> = {
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Returns the matching fields of a hit in the order of `attributes`. */
export function highlightsOf(
  hit: SearchHit,
  attributes: readonly { readonly path: string; readonly field: string }[],
): Highlight[] {
  const texts = hit[SEGMENTED_TEXTS] ?? [];
  return attributes.flatMap(({ path, field }) =>
    texts
      .filter((text) => text.path === path && text.isMatch)
      .map(({ segments }): Highlight => ({ field, segments })),
  );
}

/** Returns an attribute of a hit as segments, with or without a match. */
export function segmentsOf(hit: SearchHit, path: string): readonly TextSegment[] {
  const text = hit[SEGMENTED_TEXTS]?.find((candidate) => candidate.path === path);
  const value = String(hit[path] ?? '');
  return text?.segments ?? (value === '' ? [] : [{ text: value, matched: false }]);
}

const REMOVED_WORD = /<em>(?:(?!<\/?em>).)*<\/em>/gs;

/**
 * Returns the words of a query that the provider did not remove. `queryAfterRemoval` is the whole query with the removed
 * words marked as `<em>`.
 * @returns null when no word was removed
 */
export function relaxedQuery(queryAfterRemoval: string | undefined): string | null {
  if (!queryAfterRemoval?.match(REMOVED_WORD)) return null;
  const words = queryAfterRemoval.replace(REMOVED_WORD, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu);
  return words?.join(' ') ?? null;
}
