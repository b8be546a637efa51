import { FARTHEST } from './limits.ts';
import type { Matches } from './match.ts';
import { fieldOf, positionOf } from './postings.ts';
import type { Scratch } from './scratch.ts';
import type { Options } from './settings.ts';
import { NOT_FOUND, type WordHits } from './wordHits.ts';

/** The textual criteria of the ranking formula, by slot. */
export interface Scores {
  /** Less is better. */
  typos: Int32Array;
  /** How many words of the query were found; more is better. */
  words: Int32Array;
  /** Sum of the distances between neighbouring words, each from 1 to 8; less is better. */
  proximity: Int32Array;
  /** Rank of the best attribute times 1000, plus the position in it; less is better. */
  attribute: Int32Array;
  /** More is better. */
  exact: Int32Array;
}

/** Scores the records a query found. */
export function scoreMatches({ slots, hits }: Matches, scratch: Scratch, options: Options): Scores {
  const scores: Scores = {
    typos: scratch.integers(0),
    words: scratch.integers(0),
    proximity: scratch.integers(0),
    attribute: scratch.integers(0),
    exact: scratch.integers(0),
  };
  if (hits.typos.length === 0) return scores;
  const scorer = new Scorer(hits, options);
  for (const slot of slots) scorer.score(slot, scores);
  return scores;
}

class Scorer {
  readonly #hits: WordHits;
  readonly #minProximity: number;
  /** Whether the best attribute is the one where the words are closest, or the first in the list. */
  readonly #byProximity: boolean;
  /** Of the pair measured last. */
  #distance = 0;
  #attribute = 0;

  constructor(hits: WordHits, options: Options) {
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
        if (this.#distance < FARTHEST) bestOfPairs = Math.min(bestOfPairs, this.#attribute);
      }
      previous = occurrences;
    }
    scores.attribute[slot] = this.#byProximity && bestOfPairs < Number.POSITIVE_INFINITY ? bestOfPairs : best;
  }

  /** The least distance from a word to the one after it; a pair in the wrong order is one farther apart. */
  #measure(before: readonly number[], after: readonly number[]): void {
    this.#distance = FARTHEST;
    this.#attribute = 0;
    let from = 0;
    for (const a of before) {
      // Both lists are sorted by attribute and position: what lies too far behind stays behind.
      while (from < after.length && (after[from] as number) < a - 2 * FARTHEST) from++;
      for (let i = from; i < after.length; i++) {
        const b = after[i] as number;
        if (b > a + 2 * FARTHEST) break;
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
