import { randomBytes } from 'node:crypto';

/** The attribute of a hit with its highlighted texts. */
export const SEGMENTED_TEXTS = '@segments';

/** A part of a text; `matched` is true for a match of the query. */
export interface TextSegment {
  readonly text: string;
  readonly matched: boolean;
}

/** The texts that mark the start and the end of a match in the response to one request. */
export interface MatchMarks {
  readonly start: string;
  readonly end: string;
}

/** Creates marks that no text can contain by accident or on purpose: they are random. */
export function createMatchMarks(): MatchMarks {
  const name = randomBytes(12).toString('hex');
  return { start: `<${name}>`, end: `</${name}>` };
}

/** Returns a request whose response marks matches. */
export const markMatches = <Request extends object>(
  request: Request,
  { start, end }: MatchMarks,
): Request => ({
  ...request,
  highlightPreTag: start,
  highlightPostTag: end,
});

/** An attribute of a hit, split into segments. */
export interface SegmentedText {
  /** The path in the record, e.g. `topics.title`. */
  readonly path: string;
  readonly segments: readonly TextSegment[];
  readonly isMatch: boolean;
}

/** The parts of a result that contain marks. */
interface MarkedResult {
  readonly hits: readonly { readonly _highlightResult?: unknown; readonly _snippetResult?: unknown }[];
}

/** Returns a result with the segments of each hit instead of marked texts, so that marks do not leave the client. */
export function readMatches<Result extends MarkedResult>(result: Result, marks: MatchMarks): Result {
  return {
    ...result,
    hits: result.hits.map(({ _highlightResult, _snippetResult, ...hit }) => ({
      ...hit,
      [SEGMENTED_TEXTS]: [...textsOf(_highlightResult, marks), ...textsOf(_snippetResult, marks)],
    })),
  };
}

/** Splits a marked text into segments, without the marks. */
export function toSegments(value: string, { start, end }: MatchMarks): TextSegment[] {
  const [before = '', ...parts] = value.split(start);
  const segments = parts.flatMap((part): TextSegment[] => {
    const [text = '', ...rest] = part.split(end);
    return [
      { text, matched: true },
      { text: rest.join(''), matched: false },
    ];
  });
  return [{ text: before, matched: false }, ...segments].filter(({ text }) => text !== '');
}

/** Returns the texts of a highlight result, which has the structure of the record. */
function textsOf(node: unknown, marks: MatchMarks, path = ''): SegmentedText[] {
  if (Array.isArray(node)) return node.flatMap((element) => textsOf(element, marks, path));
  if (typeof node !== 'object' || node === null) return [];
  const { value, matchLevel } = node as { value?: unknown; matchLevel?: unknown };
  if (typeof value === 'string' && typeof matchLevel === 'string')
    return [{ path, segments: toSegments(value, marks), isMatch: matchLevel !== 'none' }];
  return Object.entries(node).flatMap(([key, inner]) => textsOf(inner, marks, path ? `${path}.${key}` : key));
}

/** A field of a found document, split into segments. */
export interface Highlight {
  /** A value of `SearchableField`. */
  readonly field: string;
  readonly segments: readonly TextSegment[];
}

/** The request parameters for highlights. */
interface HighlightParameters {
  attributesToHighlight: string[];
  attributesToSnippet: string[];
}

/** A hit with its highlighted texts. */
type SegmentedHit = Readonly<Record<string, unknown>> & {
  readonly [SEGMENTED_TEXTS]?: readonly SegmentedText[];
};

const SNIPPET_WORDS = 30;

/** Returns the request parameters for highlights and snippets of these attributes. */
export const highlightParameters = (
  attributes: readonly { readonly path: string; readonly isLong: boolean }[],
): HighlightParameters => ({
  attributesToHighlight: attributes.filter(({ isLong }) => !isLong).map(({ path }) => path),
  attributesToSnippet: attributes
    .filter(({ isLong }) => isLong)
    .map(({ path }) => `${path}:${SNIPPET_WORDS}`),
});

/** The request parameters without highlights. */
export const NO_HIGHLIGHTS: HighlightParameters = {
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Returns the matching fields of a hit in the order of `attributes`. */
export function highlightsOf(
  hit: SegmentedHit,
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
export function segmentsOf(hit: SegmentedHit, path: string): readonly TextSegment[] {
  const text = hit[SEGMENTED_TEXTS]?.find((candidate) => candidate.path === path);
  const value = String(hit[path] ?? '');
  return text?.segments ?? (value === '' ? [] : [{ text: value, matched: false }]);
}
