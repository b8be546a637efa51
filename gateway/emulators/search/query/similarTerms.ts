import type SearchableMap from 'minisearch/SearchableMap';
import type { Posting } from '../index/postings.ts';

/** A term of the index that a query word may mean. */
interface SimilarTerm {
  posting: Posting;
  /**
   * Edit distance: a missing, extra, substituted or transposed letter counts one, in the first letter two.
   */
  typos: number;
  /** True if only a prefix of the term matched. */
  isPrefix: boolean;
}

type Tree = SearchableMap<Posting>['_tree'];
// Key of the radix tree that marks the end of a term.
const LEAF = '' as const;

/**
 * Returns the terms within an edit distance of a word, optionally also the terms with such a prefix.
 *
 * `SearchableMap.fuzzyGet` counts a transposition as two edits and does not support prefixes. So this
 * function walks the tree with the matrix of the optimal string alignment distance: one row per letter,
 * shared by all terms with that prefix.
 * @param maxTypos 0 to 2
 * @param allowPrefix whether longer terms match
 */
export function similarTerms(
  terms: SearchableMap<Posting>,
  word: string,
  maxTypos: number,
  allowPrefix: boolean,
): SimilarTerm[] {
  return new TreeWalk(word, maxTypos, allowPrefix).collect(terms._tree);
}

class TreeWalk {
  readonly #word: Uint16Array;
  readonly #maxTypos: number;
  readonly #allowPrefix: boolean;
  /** Distance of the first `i` letters of the path to the first `j` letters of the word: `rows[i][j]`. */
  readonly #rows: Uint16Array[];
  /** Letters of the current path. */
  readonly #path: number[] = [];
  readonly #found: SimilarTerm[] = [];
  /** Edits allowed below the current first letter. */
  #allowed: number;
  /** Edits that a wrong first letter adds. */
  #extra = 0;

  constructor(word: string, maxTypos: number, allowPrefix: boolean) {
    this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    this.#maxTypos = maxTypos;
    this.#allowed = maxTypos;
    this.#allowPrefix = allowPrefix;
    this.#rows = [Uint16Array.from({ length: word.length + 1 }, (_, i) => i)];
  }

  collect(tree: Tree): SimilarTerm[] {
    for (const [key, child] of tree) {
      if (key === LEAF) continue;
      const isWrong = key.charCodeAt(0) !== this.#word[0];
      // A wrong first letter is an edit that counts as two.
      if (isWrong && this.#maxTypos < 2) continue;
      this.#extra = isWrong ? 1 : 0;
      this.#allowed = this.#maxTypos - this.#extra;
      this.#walk(child as Tree, key, 0, Number.POSITIVE_INFINITY);
    }
    return this.#found;
  }

  /**
   * Follows one edge of the tree.
   * @param depth length of the path before the edge
   * @param bestPrefix least distance of any prefix of the path, where prefixes are allowed
   */
  #walk(node: Tree, key: string, depth: number, bestPrefix: number): void {
    const width = this.#word.length;
    let best = bestPrefix;
    let at = depth;
    for (let i = 0; i < key.length; i++) {
      this.#path[at] = key.charCodeAt(i);
      at += 1;
      const least = this.#nextRow(at);
      if (this.#allowPrefix) best = Math.min(best, (this.#rows[at] as Uint16Array)[width] as number);
      if (least > this.#allowed || least >= best) {
        // No descendant is nearer than the prefix found so far.
        if (best <= this.#allowed) this.#reportAll(node, best, i === key.length - 1 ? at : undefined);
        return;
      }
    }
    for (const [next, child] of node) {
      if (next === LEAF) this.#reportWhole(child as Posting, at, best);
      else this.#walk(child as Tree, next, at, best);
    }
  }

  #reportWhole(posting: Posting, depth: number, bestPrefix: number): void {
    const whole = (this.#rows[depth] as Uint16Array)[this.#word.length] as number;
    const edits = Math.min(whole, bestPrefix);
    if (edits > this.#allowed) return;
    // Where prefixes are allowed, an extra letter at the end of a term is a longer word and not a typo.
    this.#report(posting, edits, bestPrefix < whole);
  }

  /** @param depth length of the path, when its last letter is the last one compared */
  #reportAll(node: Tree, edits: number, depth?: number): void {
    for (const [key, child] of node) {
      if (key !== LEAF) this.#reportAll(child as Tree, edits);
      else if (depth === undefined) this.#report(child as Posting, edits, true);
      else this.#reportWhole(child as Posting, depth, edits);
    }
  }

  #report(posting: Posting, edits: number, isPrefix: boolean): void {
    this.#found.push({ posting, typos: edits > 0 ? edits + this.#extra : 0, isPrefix });
  }

  /**
   * Fills the row of the path's last letter. Returns the least distance that any continuation of the path can
   * have.
   */
  #nextRow(depth: number): number {
    const word = this.#word;
    const width = word.length + 1;
    let row = this.#rows[depth];
    if (!row) {
      row = new Uint16Array(width);
      this.#rows[depth] = row;
    }
    const above = this.#rows[depth - 1] as Uint16Array;
    const twoAbove = this.#rows[depth - 2];
    const letter = this.#path[depth - 1];
    const previous = this.#path[depth - 2];
    // Cells farther from the diagonal than the allowed edits cannot matter.
    const band = this.#allowed + 1;
    const from = Math.max(1, depth - band);
    const to = Math.min(width - 1, depth + band);
    row[from - 1] = from === 1 ? depth : OUTSIDE;
    let least = row[from - 1] as number;
    for (let j = from; j <= to; j++) {
      const wanted = word[j - 1];
      let cost = (above[j - 1] as number) + (letter === wanted ? 0 : 1);
      cost = Math.min(cost, (above[j] as number) + 1, (row[j - 1] as number) + 1);
      if (j > 1 && twoAbove && letter === word[j - 2] && previous === wanted)
        cost = Math.min(cost, (twoAbove[j - 2] as number) + 1);
      row[j] = cost;
      // A transposition uses the row before the previous one: it may continue from the row above at the cost
      // of one edit.
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
