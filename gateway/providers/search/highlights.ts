import type { SearchHit, SearchRequest } from './client.ts';

/** Words, and whether they matched. */
export interface TextSegment {
  readonly text: string;
  readonly matched: boolean;
}

/** A field of a found document, cut at the matches. */
export interface Highlight {
  readonly field: string;
  readonly segments: readonly TextSegment[];
}

/** Around matches, instead of markup: characters of Unicode's private use area, which no keyboard writes. */
const MATCH_BEGINS = '\uE000';
const MATCH_ENDS = '\uE001';

/** How many words of a long text are shown around its matches. */
const SNIPPET_WORDS = 30;

/** Text without the characters that mark matches, so that content cannot pose as a match. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');

/** The parameters of a request whose hits show their matches in these attributes. */
export const highlighting = (
  attributes: readonly { readonly path: string; readonly isLong: boolean }[],
): Partial<SearchRequest> => ({
  attributesToHighlight: attributes.filter(({ isLong }) => !isLong).map(({ path }) => path),
  attributesToSnippet: attributes
    .filter(({ isLong }) => isLong)
    .map(({ path }) => `${path}:${SNIPPET_WORDS}`),
  highlightPreTag: MATCH_BEGINS,
  highlightPostTag: MATCH_ENDS,
});

/** The parameters of a request whose hits need not show their matches. */
export const WITHOUT_HIGHLIGHTS: Partial<SearchRequest> = {
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Cuts a highlighted value into segments; the marks themselves are gone. */
export function toSegments(value: string): TextSegment[] {
  let matched = false;
  return value.split(/([\uE000\uE001])/).flatMap((text) => {
    if (text === MATCH_BEGINS || text === MATCH_ENDS) {
      matched = text === MATCH_BEGINS;
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

/** The fields of a hit that matched, in the order of `attributes`. */
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

/** One attribute of a hit as segments, whether it matched or not. */
export function segmentsOf(hit: SearchHit, path: string): TextSegment[] {
  const leaf = leavesOf(hit._highlightResult).find((candidate) => candidate.path === path);
  return toSegments(leaf?.value ?? String(hit[path] ?? ''));
}

/** The highlighted values of a result, which mirrors the record's objects and arrays. */
function leavesOf(node: unknown, path = ''): Leaf[] {
  if (Array.isArray(node)) return node.flatMap((element) => leavesOf(element, path));
  if (typeof node !== 'object' || node === null) return [];
  const { value, matchLevel } = node as { value?: unknown; matchLevel?: unknown };
  if (typeof value === 'string' && typeof matchLevel === 'string')
    return [{ path, value, isMatch: matchLevel !== 'none' }];
  return Object.entries(node).flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key));
}

const REMOVED_WORD = new RegExp(`<em>.*?</em>|${MATCH_BEGINS}[^${MATCH_ENDS}]*${MATCH_ENDS}`, 'gs');

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
