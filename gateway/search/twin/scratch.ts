/**
 * Arrays by slot for the length of one search. A search needs a dozen of them, and making them anew for each keeps the
 * garbage collector busier than the search is. Searches of an index never overlap: none of them waits for anything.
 */
export class Scratch {
  #size = 0;
  readonly #integers = new Pool((size) => new Int32Array(size));
  readonly #bytes = new Pool((size) => new Uint8Array(size));

  /**
   * Takes back what earlier searches were given.
   * @param size of the arrays to come
   */
  begin(size: number): void {
    this.#size = size;
    this.#integers.release();
    this.#bytes.release();
  }

  /** An array that holds `value` throughout. */
  integers(value: number): Int32Array {
    return this.#integers.take(this.#size).fill(value);
  }

  /** An array that holds `value` throughout. */
  bytes(value: number): Uint8Array {
    return this.#bytes.take(this.#size).fill(value);
  }
}

class Pool<T extends Int32Array | Uint8Array> {
  readonly #make: (size: number) => T;
  #arrays: T[] = [];
  #taken = 0;

  constructor(make: (size: number) => T) {
    this.#make = make;
  }

  release(): void {
    this.#taken = 0;
  }

  take(size: number): T {
    let array = this.#arrays[this.#taken];
    if (array?.length !== size) {
      array = this.#make(size);
      this.#arrays[this.#taken] = array;
    }
    this.#taken += 1;
    return array;
  }
}
