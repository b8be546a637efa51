/** A term of the index that a query word may mean. */
interface SimilarTerm {
  term: string;
  /**
   * Edit distance: a missing, extra, substituted or transposed letter counts one, in the first letter two.
   */
  typos: number;
  /** True if only a prefix of the term matched. */
  isPrefix: boolean;
}

/**
 * Returns the terms within an edit distance of a word, optionally also the terms with such a prefix.
 * @param maxTypos 0 to 2
 * @param allowPrefix whether longer terms match
 */
export function similarTerms(
  terms: Iterable<string>,
  word: string,
  maxTypos: number,
  allowPrefix: boolean,
): SimilarTerm[] {
  const found: SimilarTerm[] = [];
  const rows = [Array.from({ length: word.length + 1 }, (_, j) => j)];
  for (const term of terms) {
    // A wrong first letter is an edit that counts as two.
    const extra = term[0] === word[0] ? 0 : 1;
    const allowed = maxTypos - extra;
    if (allowed < extra || term.length < word.length - allowed) continue;
    if (!allowPrefix && term.length > word.length + allowed) continue;
    const match = compare(term, word, allowed, allowPrefix, rows);
    if (match)
      found.push({ term, typos: match.edits > 0 ? match.edits + extra : 0, isPrefix: match.isPrefix });
  }
  return found;
}

/**
 * Returns the edits (optimal string alignment distance) from a word to a term, or to a prefix of the term that is nearer;
 * undefined if there are more than `allowed`.
 * @param rows the distance matrix: `rows[i][j]` is the distance of the first `i` letters of the term to the first `j`
 * letters of the word; only its first row is read before it is written
 */
function compare(
  term: string,
  word: string,
  allowed: number,
  allowPrefix: boolean,
  rows: number[][],
): { edits: number; isPrefix: boolean } | undefined {
  let prefix = Number.POSITIVE_INFINITY;
  for (let i = 1; i <= term.length; i++) {
    const above = rows[i - 1] as number[];
    const row = rows[i] ?? [i];
    rows[i] = row;
    let least = i;
    for (let j = 1; j <= word.length; j++) {
      const substituted = at(above, j - 1) + (term[i - 1] === word[j - 1] ? 0 : 1);
      const added = at(above, j) + 1;
      let edits = Math.min(substituted, added, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && term[i - 1] === word[j - 2] && term[i - 2] === word[j - 1])
        edits = Math.min(edits, at(rows[i - 2] as number[], j - 2) + 1);
      row[j] = edits;
      // The next letter of the term may be transposed with this letter, and then continues from the row above.
      least = Math.min(least, edits, added);
    }
    if (allowPrefix) prefix = Math.min(prefix, at(row, word.length));
    // No longer part of the term is nearer.
    if (i < term.length && (least > allowed || least >= prefix))
      return prefix <= allowed ? { edits: prefix, isPrefix: true } : undefined;
  }
  const whole = at(rows[term.length] as number[], word.length);
  const edits = Math.min(whole, prefix);
  return edits <= allowed ? { edits, isPrefix: prefix < whole } : undefined;
}

const at = (row: readonly number[], column: number): number => row[column] as number;
