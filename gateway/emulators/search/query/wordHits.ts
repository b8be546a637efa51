import type { ArrayPool } from '../index/arrayPool.ts';
import { isCoveredBy } from '../index/attributes.ts';
import { fieldOf, isAlone, positionOf } from '../index/postings.ts';
import type { SearchableAttribute } from '../index/settingSyntax.ts';
import type { SearchOptions } from '../index/settings.ts';
import type { Alternative } from './alternatives.ts';
import type { QueryWord } from './queryParser.ts';

/** Value in `typos` when the record lacks the word. */
export const NOT_FOUND = 255;
/** Weight of one attribute rank, in positions. */
export const RANK_WEIGHT = 1000;
/** Shorter words never count as exact when `exactOnSingleWordQuery` is `word`. */
const MIN_EXACT_CHARACTERS = 3;
const MAX_ATTRIBUTE_SCORE = 2 ** 31 - 1;

/**
 * The matches of each query word in each record. A query of one letter fills it a hundred thousand times, so
 * it consists of number arrays by word and slot.
 */
export class WordHits {
  /** Fewest typos, or `NOT_FOUND`. */
  readonly typos: Uint8Array[];
  /** The best attribute and position: rank times 1000, plus the position where it counts. */
  readonly attribute: Int32Array[];
  /** 1 where the exact criterion counts the word. */
  readonly exact: Uint8Array[];

  /**
   * By word and slot: the last entry of a linked list of occurrences, or -1. Only filled for queries of
   * several words.
   */
  readonly #heads: Int32Array[];
  readonly #next: number[] = [];
  readonly #occurrences: (readonly number[])[] = [];
  readonly #ranks: Int32Array;
  readonly #ordered: Uint8Array;
  readonly #exactFields: Uint8Array;
  readonly #mustBeAlone: boolean;

  constructor(
    words: readonly QueryWord[],
    fields: readonly SearchableAttribute[],
    options: SearchOptions,
    arrays: ArrayPool,
  ) {
    const perWord = <T>(create: (word: QueryWord) => T) => words.map(create);
    this.typos = perWord(() => arrays.bytes(NOT_FOUND));
    this.attribute = perWord(() => arrays.integers(MAX_ATTRIBUTE_SCORE));
    this.exact = perWord(() => arrays.bytes(0));
    this.#heads = words.length > 1 ? perWord(() => arrays.integers(-1)) : [];
    this.#ranks = Int32Array.from(fields, (field) => field.rank * RANK_WEIGHT);
    this.#ordered = Uint8Array.from(fields, (field) => (field.isOrdered ? 1 : 0));
    const single = words.length === 1 ? options.exactOnSingleWordQuery : undefined;
    const short = single === 'word' && (words[0]?.text.length ?? 0) < MIN_EXACT_CHARACTERS;
    const noExact = options.disableExactOnAttributes;
    this.#exactFields = Uint8Array.from(fields, ({ path }) =>
      single === 'none' || short || isCoveredBy(path, noExact) ? 0 : 1,
    );
    this.#mustBeAlone = single === 'attribute';
  }

  /** Adds the occurrences of one alternative of a word in a record. */
  add(word: number, slot: number, occurrences: readonly number[], alternative: Alternative): void {
    const typos = this.typos[word] as Uint8Array;
    if (alternative.typos < (typos[slot] as number)) typos[slot] = alternative.typos;
    const attributes = this.attribute[word] as Int32Array;
    for (let i = 0; i < occurrences.length; i++) {
      const attribute = this.attributeOf(occurrences[i] as number);
      if (attribute < (attributes[slot] as number)) attributes[slot] = attribute;
    }
    if (alternative.isExact) this.#addExact(this.exact[word] as Uint8Array, slot, occurrences);
    const heads = this.#heads[word];
    if (!heads) return;
    this.#next.push(heads[slot] as number);
    heads[slot] = this.#occurrences.length;
    this.#occurrences.push(occurrences);
  }

  #addExact(exact: Uint8Array, slot: number, occurrences: readonly number[]): void {
    for (const packed of occurrences)
      if (this.#exactFields[fieldOf(packed)] === 1 && (!this.#mustBeAlone || isAlone(packed)))
        exact[slot] = 1;
  }

  /** Returns the score of an occurrence by the attribute criterion; lower is better. */
  attributeOf(packed: number): number {
    const field = fieldOf(packed);
    const rank = this.#ranks[field] as number;
    return this.#ordered[field] === 1 ? rank + Math.min(positionOf(packed), RANK_WEIGHT - 1) : rank;
  }

  /** Returns all occurrences of a word in a record, over all alternatives, by attribute and position. */
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
