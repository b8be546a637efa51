/**
 * Pools the arrays by slot that one search needs. A search uses a dozen of them; allocating them for each
 * search costs more garbage collection than the search itself. Searches are synchronous, so those of an index
 * never overlap.
 */
export class ArrayPool {
  #size = 0;
  readonly #integers = new TypedArrayPool((size) => new Int32Array(size));
  readonly #bytes = new TypedArrayPool((size) => new Uint8Array(size));

  /** Releases the arrays of earlier searches. @param size length of the next arrays */
  reset(size: number): void {
    this.#size = size;
    this.#integers.release();
    this.#bytes.release();
  }

  /** Returns an array filled with `value`. */
  integers(value: number): Int32Array {
    return this.#integers.take(this.#size).fill(value);
  }

  /** Returns an array filled with `value`. */
  bytes(value: number): Uint8Array {
    return this.#bytes.take(this.#size).fill(value);
  }
}

class TypedArrayPool<T extends Int32Array | Uint8Array> {
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
