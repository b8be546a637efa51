import type SearchableMap from 'minisearch/SearchableMap';
import type { Posting } from './postings.ts';

/** A term of the index that a query word may have meant. */
export interface SimilarTerm {
  term: string;
  posting: Posting;
  /** Edits between them: a missing, extra, substituted or swapped letter is one, in the first letter two. */
  typos: number;
  /** Whether only the term's beginning was matched. */
  prefix: boolean;
}

type Tree = SearchableMap<Posting>['_tree'];
// The radix tree's key for "a term ends here".
const LEAF = '' as const;

/**
 * The terms within an edit distance of a word, or of whose beginning the word is.
 *
 * `SearchableMap.fuzzyGet` counts swapped letters as two edits and knows no prefixes, so the tree is walked here,
 * with the matrix of the optimal string alignment distance, one row a letter, shared by all terms with that beginning.
 * @param most typos allowed, 0 to 2
 * @param prefix whether terms may go on after the word
 */
export function similarTerms(
  terms: SearchableMap<Posting>,
  word: string,
  most: number,
  prefix: boolean,
): SimilarTerm[] {
  const found: SimilarTerm[] = [];
  const width = word.length + 1;
  const rows: Uint16Array[] = [Uint16Array.from({ length: width }, (_, i) => i)];

  const report = (term: string, posting: Posting, edits: number, isPrefix: boolean) => {
    const typos = edits + (edits > 0 && term[0] !== word[0] ? 1 : 0);
    if (typos <= most) found.push({ term, posting, typos, prefix: isPrefix });
  };

  const reportAll = (node: Tree, path: string, edits: number) => {
    for (const [key, child] of node) {
      if (key === LEAF) report(path, child as Posting, edits, path.length > word.length);
      else reportAll(child as Tree, path + key, edits);
    }
  };

  const walk = (node: Tree, path: string, asPrefix: number) => {
    for (const [key, child] of node) {
      if (key === LEAF) {
        const whole = (rows[path.length] as Uint16Array)[width - 1] as number;
        // A letter too many at a term's end is a prefix rather than a typo, where prefixes are allowed.
        const edits = Math.min(whole, asPrefix);
        if (edits <= most) report(path, child as Posting, edits, prefix && asPrefix < whole);
        continue;
      }
      let best = asPrefix;
      let alive = true;
      for (let i = 0; i < key.length && alive; i++) {
        const least = nextRow(rows, word, path + key.slice(0, i + 1));
        if (prefix) best = Math.min(best, (rows[path.length + i + 1] as Uint16Array)[width - 1] as number);
        alive = least <= most && least < best;
      }
      if (alive) walk(child as Tree, path + key, best);
      else if (best <= most) reportAll(child as Tree, path + key, best);
    }
  };

  walk(terms._tree, '', Number.POSITIVE_INFINITY);
  return found;
}

/** Fills the row of a path's last letter; returns the least distance any continuation of the path can have. */
function nextRow(rows: Uint16Array[], word: string, path: string): number {
  const depth = path.length;
  const width = word.length + 1;
  if (!rows[depth]) rows[depth] = new Uint16Array(width);
  const row = rows[depth] as Uint16Array;
  const above = rows[depth - 1] as Uint16Array;
  const beforeThat = rows[depth - 2];
  const letter = path.charCodeAt(depth - 1);
  const previous = path.charCodeAt(depth - 2);
  row[0] = depth;
  let least = depth;
  for (let j = 1; j < width; j++) {
    const wanted = word.charCodeAt(j - 1);
    let cost = Math.min(
      (above[j - 1] as number) + (letter === wanted ? 0 : 1),
      (above[j] as number) + 1,
      (row[j - 1] as number) + 1,
    );
    if (j > 1 && beforeThat && letter === word.charCodeAt(j - 2) && previous === wanted)
      cost = Math.min(cost, (beforeThat[j - 2] as number) + 1);
    row[j] = cost;
    if (cost < least) least = cost;
  }
  // A swap reaches back two rows, so the row above may still lead to something cheaper than this one.
  for (let j = 0; beforeThat && j < width; j++) if ((above[j] as number) < least) least = above[j] as number;
  return least;
}
