import type SearchableMap from 'minisearch/SearchableMap';
import type { Posting } from './postings.ts';

/** A term of the index that a query word may have meant. */
interface SimilarTerm {
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
  return new TreeWalk(word, most, prefix).collect(terms._tree);
}

class TreeWalk {
  readonly #word: Uint16Array;
  readonly #most: number;
  readonly #prefix: boolean;
  /** The distance of the path's first `i` letters to the word's first `j`: `rows[i][j]`. */
  readonly #rows: Uint16Array[];
  /** The letters of the path that is walked. */
  readonly #path: number[] = [];
  readonly #found: SimilarTerm[] = [];
  /** Edits allowed below the present first letter. */
  #allowed: number;
  /** What a wrong first letter adds to the edits. */
  #extra = 0;

  constructor(word: string, most: number, prefix: boolean) {
    this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    this.#most = most;
    this.#allowed = most;
    this.#prefix = prefix;
    this.#rows = [Uint16Array.from({ length: word.length + 1 }, (_, i) => i)];
  }

  collect(tree: Tree): SimilarTerm[] {
    for (const [key, child] of tree) {
      if (key === LEAF) continue;
      const isWrong = key.charCodeAt(0) !== this.#word[0];
      // A wrong first letter is itself an edit, and counts as two.
      if (isWrong && this.#most < 2) continue;
      this.#extra = isWrong ? 1 : 0;
      this.#allowed = this.#most - this.#extra;
      this.#walk(child as Tree, key, 0, Number.POSITIVE_INFINITY);
    }
    return this.#found;
  }

  /**
   * Follows one edge of the tree.
   * @param depth of the path before it
   * @param asPrefix the least distance of any beginning of the path, where prefixes are allowed
   */
  #walk(node: Tree, key: string, depth: number, asPrefix: number): void {
    const width = this.#word.length;
    let best = asPrefix;
    let at = depth;
    for (let i = 0; i < key.length; i++) {
      this.#path[at] = key.charCodeAt(i);
      at += 1;
      const least = this.#nextRow(at);
      if (this.#prefix) best = Math.min(best, (this.#rows[at] as Uint16Array)[width] as number);
      if (least > this.#allowed || least >= best) {
        // Nothing below is nearer than what was found as a prefix, if that was near enough.
        if (best <= this.#allowed) this.#reportAll(node, best, i === key.length - 1 ? at : undefined);
        return;
      }
    }
    for (const [next, child] of node) {
      if (next === LEAF) this.#reportWhole(child as Posting, at, best);
      else this.#walk(child as Tree, next, at, best);
    }
  }

  #reportWhole(posting: Posting, depth: number, asPrefix: number): void {
    const whole = (this.#rows[depth] as Uint16Array)[this.#word.length] as number;
    const edits = Math.min(whole, asPrefix);
    if (edits > this.#allowed) return;
    // A letter too many at a term's end is a longer word rather than a typo, where prefixes are allowed.
    this.#report(posting, edits, asPrefix < whole);
  }

  /** @param depth of the path, when its last letter is the last that was looked at */
  #reportAll(node: Tree, edits: number, depth?: number): void {
    for (const [key, child] of node) {
      if (key !== LEAF) this.#reportAll(child as Tree, edits);
      else if (depth === undefined) this.#report(child as Posting, edits, true);
      else this.#reportWhole(child as Posting, depth, edits);
    }
  }

  #report(posting: Posting, edits: number, prefix: boolean): void {
    this.#found.push({ posting, typos: edits > 0 ? edits + this.#extra : 0, prefix });
  }

  /** Fills the row of the path's last letter; returns the least distance any continuation of the path can have. */
  #nextRow(depth: number): number {
    const word = this.#word;
    const width = word.length + 1;
    let row = this.#rows[depth];
    if (!row) {
      row = new Uint16Array(width);
      this.#rows[depth] = row;
    }
    const above = this.#rows[depth - 1] as Uint16Array;
    const beforeThat = this.#rows[depth - 2];
    const letter = this.#path[depth - 1];
    const previous = this.#path[depth - 2];
    // Cells farther from the diagonal than the edits allowed cannot matter.
    const band = this.#allowed + 1;
    const from = Math.max(1, depth - band);
    const to = Math.min(width - 1, depth + band);
    row[from - 1] = from === 1 ? depth : OUTSIDE;
    let least = row[from - 1] as number;
    for (let j = from; j <= to; j++) {
      const wanted = word[j - 1];
      let cost = (above[j - 1] as number) + (letter === wanted ? 0 : 1);
      cost = Math.min(cost, (above[j] as number) + 1, (row[j - 1] as number) + 1);
      if (j > 1 && beforeThat && letter === word[j - 2] && previous === wanted)
        cost = Math.min(cost, (beforeThat[j - 2] as number) + 1);
      row[j] = cost;
      // A swap reaches back two rows: it may continue from the row above at the price of one edit.
      const next = Math.min(cost, (above[j] as number) + 1);
      if (next < least) least = next;
    }
    if (to < width - 1) row[to + 1] = OUTSIDE;
    if (to < width - 1) row[width - 1] = OUTSIDE;
    return least;
  }
}

/** More edits than any word allows. */
const OUTSIDE = 1000;
