import { tokenize } from '../text/tokenizer.ts';
import { type PlainValue, plainValuesAt, type SearchRecord } from './attributes.ts';

/** The numbered values of one facet in an index, with the records of each value. */
export class FacetColumn {
  readonly path: string;
  /** By value number: the value as first written. */
  readonly values: string[] = [];
  /** By value number: the slots with the value. */
  readonly slots: Set<number>[] = [];
  /** By value number: the value as a number, if it was written as one. */
  readonly asNumbers: (number | undefined)[] = [];
  /** By slot: the numbers of its values. */
  readonly numbers: (readonly number[] | undefined)[] = [];
  readonly #byKey = new Map<string, number>();
  /** The numbers of the values with the same folded words, by these words; filled when it is first read. */
  readonly #byWords = new Map<string, number[]>();
  #numbersWithWords = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the slots with a value. Values compare case-insensitively, as at Algolia. */
  slotsOf(value: string): ReadonlySet<number> | undefined {
    const number = this.#byKey.get(value.toLowerCase());
    return number === undefined ? undefined : this.slots[number];
  }

  /** Returns the most frequent value that consists of these folded words; undefined if no record has one. */
  valueOfWords(words: readonly string[]): string | undefined {
    for (; this.#numbersWithWords < this.values.length; this.#numbersWithWords++) {
      const value = tokenize(this.values[this.#numbersWithWords] as string);
      const key = value.map(({ text }) => text).join(' ');
      const numbers = this.#byWords.get(key);
      if (numbers) numbers.push(this.#numbersWithWords);
      else this.#byWords.set(key, [this.#numbersWithWords]);
    }
    const size = (number: number) => this.slots[number]?.size ?? 0;
    const [best] = (this.#byWords.get(words.join(' ')) ?? []).toSorted((a, b) => size(b) - size(a));
    return best !== undefined && size(best) > 0 ? this.values[best] : undefined;
  }

  put(slot: number, record: SearchRecord): void {
    this.remove(slot);
    const numbers = new Set<number>();
    for (const value of plainValuesAt(record, this.path)) numbers.add(this.#number(value));
    if (numbers.size === 0) return;
    this.numbers[slot] = [...numbers];
    for (const number of numbers) this.slots[number]?.add(slot);
  }

  remove(slot: number): void {
    for (const number of this.numbers[slot] ?? []) this.slots[number]?.delete(slot);
    this.numbers[slot] = undefined;
  }

  #number(value: PlainValue): number {
    const key = String(value).toLowerCase();
    let number = this.#byKey.get(key);
    if (number === undefined) {
      number = this.values.length;
      this.#byKey.set(key, number);
      this.values.push(String(value));
      this.asNumbers.push(typeof value === 'number' ? value : undefined);
      this.slots.push(new Set());
    }
    return number;
  }
}

/** The plain values of one attribute by slot, e.g. for numeric filters and custom ranking. */
export class ValueColumn {
  readonly path: string;
  readonly values: (readonly PlainValue[] | undefined)[] = [];

  constructor(path: string) {
    this.path = path;
  }

  put(slot: number, record: SearchRecord): void {
    const values = plainValuesAt(record, this.path);
    this.values[slot] = values.length > 0 ? values : undefined;
  }

  remove(slot: number): void {
    this.values[slot] = undefined;
  }
}
