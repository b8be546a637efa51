/** A pseudo-random number generator (mulberry32). Equal seeds give equal numbers. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = 0;
    for (const character of seed) this.#state = (Math.imul(this.#state, 31) + character.codePointAt(0)!) | 0;
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  float(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.float() * (max - min + 1));
  }

  /** Returns true with a probability from 0 to 1. */
  boolean(probability: number): boolean {
    return this.float() < probability;
  }

  /** Returns a random item of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.float() * items.length)]!;
  }

  /** Returns an index below `count`. Low indices are far more frequent, as popular topics are in real data. */
  skewedIndex(count: number): number {
    return Math.floor(count * this.float() ** 2);
  }
}
