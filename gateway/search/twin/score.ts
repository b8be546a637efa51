import { coveredBy } from './attributes.ts';
import { FARTHEST } from './limits.ts';
import type { Matches, WordHits } from './match.ts';
import { fieldOf, isAlone, positionOf } from './postings.ts';
import type { QueryWord } from './queryWords.ts';
import type { Field, SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';

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

/** An attribute's rank weighs as much as this many positions. */
const POSITIONS = 1000;
/** A shorter word alone never counts as exact. */
const SHORTEST_EXACT = 3;

/** Scores the records a query found. */
export function scoreMatches(
  index: SearchIndex,
  words: readonly QueryWord[],
  matches: Matches,
  options: Options,
): Scores {
  const size = index.records.length;
  const scores: Scores = {
    typos: new Int32Array(size),
    words: new Int32Array(size),
    proximity: new Int32Array(size),
    attribute: new Int32Array(size),
    exact: new Int32Array(size),
  };
  if (words.length === 0) return scores;
  const scorer = new Scorer(index.fields, words, matches.hits, options);
  for (const slot of matches.slots) scorer.score(slot, scores);
  return scores;
}

class Scorer {
  readonly #ranks: Int32Array;
  readonly #ordered: Uint8Array;
  readonly #exactFields: Uint8Array | undefined;
  readonly #words: readonly QueryWord[];
  readonly #hits: WordHits;
  readonly #minProximity: number;
  readonly #single: Options['exactOnSingleWordQuery'] | undefined;
  /** Whether the best attribute is the one where the words are closest, or the first in the list. */
  readonly #byProximity: boolean;
  /** Of the pair measured last. */
  #distance = 0;
  #attribute = 0;

  constructor(fields: readonly Field[], words: readonly QueryWord[], hits: WordHits, options: Options) {
    this.#ranks = Int32Array.from(fields, (field) => field.rank * POSITIONS);
    this.#ordered = Uint8Array.from(fields, (field) => (field.ordered ? 1 : 0));
    const noExact = options.disableExactOnAttributes;
    if (noExact.length > 0)
      this.#exactFields = Uint8Array.from(fields, ({ path }) => (coveredBy(path, noExact) ? 0 : 1));
    this.#words = words;
    this.#hits = hits;
    this.#minProximity = options.minProximity;
    this.#single = words.length === 1 ? options.exactOnSingleWordQuery : undefined;
    const { ranking } = options;
    this.#byProximity =
      options.attributeCriteriaComputedByMinProximity ||
      ranking.indexOf('proximity') < ranking.indexOf('attribute');
  }

  score(slot: number, scores: Scores): void {
    let typos = 0;
    let found = 0;
    let proximity = 0;
    let exact = 0;
    let best = Number.POSITIVE_INFINITY;
    let bestOfPairs = Number.POSITIVE_INFINITY;
    let previous: readonly number[] | undefined;
    for (let word = 0; word < this.#words.length; word++) {
      const head = (this.#hits.heads[word] as Int32Array)[slot] as number;
      if (head < 0) continue;
      found += 1;
      typos += this.#typos(head);
      exact += this.#exact(head, word);
      const occurrences = this.#occurrences(head);
      for (const packed of occurrences) best = Math.min(best, this.#attributeOf(packed));
      if (previous) {
        this.#measure(previous, occurrences);
        proximity += Math.max(this.#distance, this.#minProximity);
        if (this.#distance < FARTHEST) bestOfPairs = Math.min(bestOfPairs, this.#attribute);
      }
      previous = occurrences;
    }
    scores.typos[slot] = typos;
    scores.words[slot] = found;
    scores.proximity[slot] = proximity;
    scores.exact[slot] = exact;
    scores.attribute[slot] = this.#byProximity && bestOfPairs < Number.POSITIVE_INFINITY ? bestOfPairs : best;
  }

  #typos(head: number): number {
    const { next, alternatives } = this.#hits;
    let least = Number.POSITIVE_INFINITY;
    for (let i = head; i >= 0; i = next[i] as number)
      least = Math.min(least, alternatives[i]?.typos as number);
    return least;
  }

  #exact(head: number, word: number): number {
    if (this.#single === 'none') return 0;
    if (this.#single === 'word' && (this.#words[word]?.text.length ?? 0) < SHORTEST_EXACT) return 0;
    const { next, alternatives, occurrences } = this.#hits;
    for (let i = head; i >= 0; i = next[i] as number) {
      if (!alternatives[i]?.exact) continue;
      for (const packed of occurrences[i] as readonly number[])
        if ((this.#single !== 'attribute' || isAlone(packed)) && this.#exactFields?.[fieldOf(packed)] !== 0)
          return 1;
    }
    return 0;
  }

  #occurrences(head: number): readonly number[] {
    const { next, occurrences } = this.#hits;
    const first = occurrences[head] as readonly number[];
    if ((next[head] as number) < 0) return first;
    const all = [...first];
    for (let i = next[head] as number; i >= 0; i = next[i] as number)
      for (const packed of occurrences[i] as readonly number[]) all.push(packed);
    return all.sort((a, b) => a - b);
  }

  #attributeOf(packed: number): number {
    const field = fieldOf(packed);
    const position = this.#ordered[field] === 1 ? Math.min(positionOf(packed), POSITIONS - 1) : 0;
    return (this.#ranks[field] as number) + position;
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
        const attribute = this.#attributeOf(a);
        if (distance < this.#distance || attribute < this.#attribute) this.#attribute = attribute;
        this.#distance = distance;
      }
    }
    if (this.#distance > FARTHEST) this.#distance = FARTHEST;
  }
}
