import type { Alternative } from './alternatives.ts';
import { coveredBy } from './attributes.ts';
import { fieldOf, isAlone, positionOf } from './postings.ts';
import type { QueryWord } from './queryWords.ts';
import type { Scratch } from './scratch.ts';
import type { Field } from './searchIndex.ts';
import type { Options } from './settings.ts';

/** In `typos`: the word is not in the record. */
export const NOT_FOUND = 255;
/** An attribute's rank weighs as much as this many positions. */
const POSITIONS = 1000;
/** A shorter word alone never counts as exact where `exactOnSingleWordQuery` is `word`. */
const SHORTEST_EXACT = 3;
const NOWHERE = 2 ** 31 - 1;

/**
 * What each word of a query has in each record. It is filled while postings are read, a hundred thousand times for a
 * query of one letter, so it is arrays of numbers by word and then by slot.
 */
export class WordHits {
  /** Fewest typos, or `NOT_FOUND`. */
  readonly typos: Uint8Array[];
  /** The best attribute and position: rank times 1000, plus the position where that counts. */
  readonly attribute: Int32Array[];
  /** 1 where the exact criterion counts the word. */
  readonly exact: Uint8Array[];

  /** By word and slot: the last entry of a linked list of occurrences, or -1; only kept for several words. */
  readonly #heads: Int32Array[];
  readonly #next: number[] = [];
  readonly #occurrences: (readonly number[])[] = [];
  readonly #ranks: Int32Array;
  readonly #ordered: Uint8Array;
  readonly #exactFields: Uint8Array;
  readonly #mustBeAlone: boolean;

  constructor(words: readonly QueryWord[], fields: readonly Field[], options: Options, scratch: Scratch) {
    const perWord = <T>(make: (word: QueryWord) => T) => words.map(make);
    this.typos = perWord(() => scratch.bytes(NOT_FOUND));
    this.attribute = perWord(() => scratch.integers(NOWHERE));
    this.exact = perWord(() => scratch.bytes(0));
    this.#heads = words.length > 1 ? perWord(() => scratch.integers(-1)) : [];
    this.#ranks = Int32Array.from(fields, (field) => field.rank * POSITIONS);
    this.#ordered = Uint8Array.from(fields, (field) => (field.ordered ? 1 : 0));
    const single = words.length === 1 ? options.exactOnSingleWordQuery : undefined;
    const short = single === 'word' && (words[0]?.text.length ?? 0) < SHORTEST_EXACT;
    const noExact = options.disableExactOnAttributes;
    this.#exactFields = Uint8Array.from(fields, ({ path }) =>
      single === 'none' || short || coveredBy(path, noExact) ? 0 : 1,
    );
    this.#mustBeAlone = single === 'attribute';
  }

  /** Notes where a record has one reading of a word. */
  note(word: number, slot: number, occurrences: readonly number[], alternative: Alternative): void {
    const typos = this.typos[word] as Uint8Array;
    if (alternative.typos < (typos[slot] as number)) typos[slot] = alternative.typos;
    const attributes = this.attribute[word] as Int32Array;
    for (let i = 0; i < occurrences.length; i++) {
      const attribute = this.attributeOf(occurrences[i] as number);
      if (attribute < (attributes[slot] as number)) attributes[slot] = attribute;
    }
    if (alternative.exact) this.#noteExact(this.exact[word] as Uint8Array, slot, occurrences);
    const heads = this.#heads[word];
    if (!heads) return;
    this.#next.push(heads[slot] as number);
    heads[slot] = this.#occurrences.length;
    this.#occurrences.push(occurrences);
  }

  #noteExact(exact: Uint8Array, slot: number, occurrences: readonly number[]): void {
    for (const packed of occurrences)
      if (this.#exactFields[fieldOf(packed)] === 1 && (!this.#mustBeAlone || isAlone(packed)))
        exact[slot] = 1;
  }

  /** How well an occurrence does by the attribute criterion; less is better. */
  attributeOf(packed: number): number {
    const field = fieldOf(packed);
    const rank = this.#ranks[field] as number;
    return this.#ordered[field] === 1 ? rank + Math.min(positionOf(packed), POSITIONS - 1) : rank;
  }

  /** A word's occurrences in a record by all its readings, by attribute and position. */
  occurrences(word: number, slot: number): readonly number[] {
    const head = this.#heads[word]?.[slot] ?? -1;
    if (head < 0) return [];
    const last = this.#occurrences[head] as readonly number[];
    if ((this.#next[head] as number) < 0) return last;
    const all = [...last];
    for (let i = this.#next[head] as number; i >= 0; i = this.#next[i] as number)
      for (const packed of this.#occurrences[i] as readonly number[]) all.push(packed);
    return all.sort((a, b) => a - b);
  }
}
