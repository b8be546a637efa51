import { MAX_PROXIMITY } from '../api/limits.ts';
import type { ArrayPool } from '../index/arrayPool.ts';
import { fieldOf, positionOf } from '../index/postings.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { Matches } from './matchQuery.ts';
import { NOT_FOUND, type WordHits } from './wordHits.ts';

/** The textual criteria of the ranking formula, by slot. */
export interface Scores {
  /** Lower is better. */
  typos: Int32Array;
  /** Number of query words found; higher is better. */
  words: Int32Array;
  /** Sum of the distances between consecutive words, each from 1 to 8; lower is better. */
  proximity: Int32Array;
  /** Rank of the best attribute times 1000, plus the position in it; lower is better. */
  attribute: Int32Array;
  /** Higher is better. */
  exact: Int32Array;
}

/** Scores the records that match a query. */
export function scoreMatches({ slots, hits }: Matches, arrays: ArrayPool, options: SearchOptions): Scores {
  const scores: Scores = {
    typos: arrays.integers(0),
    words: arrays.integers(0),
    proximity: arrays.integers(0),
    attribute: arrays.integers(0),
    exact: arrays.integers(0),
  };
  if (hits.typos.length === 0) return scores;
  const scorer = new Scorer(hits, options);
  for (const slot of slots) scorer.score(slot, scores);
  return scores;
}

class Scorer {
  readonly #hits: WordHits;
  readonly #minProximity: number;
  /** True if the best attribute is the one with the closest words; otherwise the first in the list. */
  readonly #byProximity: boolean;
  /** Distance of the pair measured last. */
  #distance = 0;
  #attribute = 0;

  constructor(hits: WordHits, options: SearchOptions) {
    this.#hits = hits;
    this.#minProximity = options.minProximity;
    const { ranking } = options;
    this.#byProximity =
      options.attributeCriteriaComputedByMinProximity ||
      ranking.indexOf('proximity') < ranking.indexOf('attribute');
  }

  score(slot: number, scores: Scores): void {
    const { typos, attribute, exact } = this.#hits;
    let best = Number.POSITIVE_INFINITY;
    let bestOfPairs = Number.POSITIVE_INFINITY;
    let previous: readonly number[] | undefined;
    for (let word = 0; word < typos.length; word++) {
      const edits = (typos[word] as Uint8Array)[slot] as number;
      if (edits === NOT_FOUND) continue;
      (scores.words[slot] as number)++;
      (scores.typos[slot] as number) += edits;
      (scores.exact[slot] as number) += (exact[word] as Uint8Array)[slot] as number;
      best = Math.min(best, (attribute[word] as Int32Array)[slot] as number);
      if (typos.length === 1) break;
      const occurrences = this.#hits.occurrences(word, slot);
      if (previous) {
        this.#measure(previous, occurrences);
        (scores.proximity[slot] as number) += Math.max(this.#distance, this.#minProximity);
        if (this.#distance < MAX_PROXIMITY) bestOfPairs = Math.min(bestOfPairs, this.#attribute);
      }
      previous = occurrences;
    }
    scores.attribute[slot] = this.#byProximity && bestOfPairs < Number.POSITIVE_INFINITY ? bestOfPairs : best;
  }

  /** Measures the least distance from a word to the next one; a pair in the wrong order counts one more. */
  #measure(before: readonly number[], after: readonly number[]): void {
    this.#distance = MAX_PROXIMITY;
    this.#attribute = 0;
    let from = 0;
    for (const a of before) {
      // Both lists are sorted by attribute and position, so occurrences too far behind can be skipped.
      while (from < after.length && (after[from] as number) < a - 2 * MAX_PROXIMITY) from++;
      for (let i = from; i < after.length; i++) {
        const b = after[i] as number;
        if (b > a + 2 * MAX_PROXIMITY) break;
        if (fieldOf(a) !== fieldOf(b)) continue;
        const gap = positionOf(b) - positionOf(a);
        const distance = gap > 0 ? gap : 1 - gap;
        if (distance > this.#distance) continue;
        const attribute = this.#hits.attributeOf(a);
        if (distance < this.#distance || attribute < this.#attribute) this.#attribute = attribute;
        this.#distance = distance;
      }
    }
  }
}
