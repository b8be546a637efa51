import { extractWithPath } from '@sanity/mutator';

/** A text in double quotes, a name in single quotes, or the brackets of all items: `[*]` and `[:]`. */
const QUOTED_OR_ALL_ITEMS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\[\s*[*:]\s*\]/g;
const NAME = /^[A-Za-z_]\w*$/;

type Segments = readonly (string | number)[];

/** Returns a path of JSONMatch without the brackets of all items, which the mutator does not parse. */
export const withRanges = (path: string): string =>
  path.replace(QUOTED_OR_ALL_ITEMS, (part) => (part.startsWith('[') ? '[0:]' : part));

/** Returns a path of JSONMatch without its texts and names in quotes. */
export const withoutQuoted = (path: string): string =>
  path.replace(QUOTED_OR_ALL_ITEMS, (part) => (part.startsWith('[') ? part : ''));

/**
 * Returns the path of each value that a path of JSONMatch selects, once and in the order of the document: the mutator selects a
 * value again for each range, recursion and condition that matches it, and would increment it twice.
 */
export function selectedPaths(path: string, document: unknown): string[] {
  const selected = new Map<string, Segments>();
  for (const { path: segments } of extractWithPath(path, document))
    selected.set(toPath(segments as Segments), segments as Segments);
  return [...selected].sort(([, a], [, b]) => compareSegments(a, b)).map(([text]) => text);
}

function toPath(segments: Segments): string {
  return segments
    .map((segment, i) => {
      if (typeof segment === 'number') return `[${segment}]`;
      if (!NAME.test(segment)) return `['${segment.replace(/[\\']/g, '\\$&')}']`;
      return i === 0 ? segment : `.${segment}`;
    })
    .join('');
}

/** Compares by the order of the document: a value before its parts, items by their positions. */
function compareSegments(a: Segments, b: Segments): number {
  const at = a.findIndex((segment, i) => segment !== b[i]);
  const [x, y] = [a[at], b[at]];
  if (x === undefined || y === undefined) return a.length - b.length;
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  return String(x) < String(y) ? -1 : 1;
}
