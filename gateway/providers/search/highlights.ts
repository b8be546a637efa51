import type { SearchHit, SearchRequest } from './client.ts';

/** A part of a text; `matched` is true for a match of the query. */
export interface TextSegment {
  readonly text: string;
  readonly matched: boolean;
}

/** A field of a found document, split into segments. */
export interface Highlight {
  readonly field: string;
  readonly segments: readonly TextSegment[];
}

/** Characters of Unicode's private use area mark matches instead of markup, which texts may contain. */
const MATCH_START = '\uE000';
const MATCH_END = '\uE001';

const SNIPPET_WORDS = 30;

/** Removes the characters that mark matches, so that content cannot imitate a match. */
export const removeMatchMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');

/** Returns the request parameters for highlights and snippets of these attributes. */
export const highlightParameters = (
  attributes: readonly { readonly path: string; readonly isLong: boolean }[],
): Partial<SearchRequest> => ({
  attributesToHighlight: attributes.filter(({ isLong }) => !isLong).map(({ path }) => path),
  attributesToSnippet: attributes
    .filter(({ isLong }) => isLong)
    .map(({ path }) => `${path}:${SNIPPET_WORDS}`),
  highlightPreTag: MATCH_START,
  highlightPostTag: MATCH_END,
});

/** The request parameters without highlights. */
export const NO_HIGHLIGHTS: Partial<SearchRequest> = {
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Splits a highlighted value into segments, without the marks. */
export function toSegments(value: string): TextSegment[] {
  let matched = false;
  return value.split(/([\uE000\uE001])/).flatMap((text) => {
    if (text === MATCH_START || text === MATCH_END) {
      matched = text === MATCH_START;
      return [];
    }
    return text === '' ? [] : [{ text, matched }];
  });
}

interface Leaf {
  readonly path: string;
  readonly value: string;
  readonly isMatch: boolean;
}

/** Returns the matching fields of a hit in the order of `attributes`. */
export function highlightsOf(
  hit: SearchHit,
  attributes: readonly { readonly path: string; readonly field: string }[],
): Highlight[] {
  const leaves = [...leavesOf(hit._highlightResult), ...leavesOf(hit._snippetResult)];
  return attributes.flatMap(({ path, field }) =>
    leaves
      .filter((leaf) => leaf.path === path && leaf.isMatch)
      .map(({ value }) => ({ field, segments: toSegments(value) })),
  );
}

/** Returns an attribute of a hit as segments, with or without a match. */
export function segmentsOf(hit: SearchHit, path: string): TextSegment[] {
  const leaf = leavesOf(hit._highlightResult).find((candidate) => candidate.path === path);
  return toSegments(leaf?.value ?? String(hit[path] ?? ''));
}

/** Returns the highlighted values of a highlight result, which has the structure of the record. */
function leavesOf(node: unknown, path = ''): Leaf[] {
  if (Array.isArray(node)) return node.flatMap((element) => leavesOf(element, path));
  if (typeof node !== 'object' || node === null) return [];
  const { value, matchLevel } = node as { value?: unknown; matchLevel?: unknown };
  if (typeof value === 'string' && typeof matchLevel === 'string')
    return [{ path, value, isMatch: matchLevel !== 'none' }];
  return Object.entries(node).flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key));
}

/** Stops at the next mark, so that a text of opening marks takes linear time. */
const REMOVED_WORD = new RegExp(
  `<em>(?:(?!</?em>).)*</em>|${MATCH_START}[^${MATCH_START}${MATCH_END}]*${MATCH_END}`,
  'gs',
);

/**
 * Returns the words of a query that the provider did not remove. `queryAfterRemoval` is the whole query with the removed
 * words marked as `<em>` or with the tags of highlights.
 * @returns null when no word was removed
 */
export function relaxedQuery(queryAfterRemoval: string | undefined): string | null {
  if (!queryAfterRemoval?.match(REMOVED_WORD)) return null;
  const words = queryAfterRemoval.replace(REMOVED_WORD, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu);
  return words?.join(' ') ?? null;
}
