/** A source of chance that gives the same numbers for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = 0;
    for (const character of seed) this.#state = (Math.imul(this.#state, 31) + character.codePointAt(0)!) | 0;
  }

  /** From 0 up to 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** True in this share of cases. */
  in(share: number): boolean {
    return this.fraction() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.fraction() * items.length)]!;
  }

  /** A number below `count`, small ones far more often, as with authors and subjects in real catalogues. */
  popular(count: number): number {
    return Math.floor(count * this.fraction() ** 2);
  }
}
