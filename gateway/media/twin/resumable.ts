import { type FileHandle, open } from 'node:fs/promises';
import { ApiError } from './apiError.ts';
import type { ContentRange } from './contentRange.ts';

/** Parts other than the last are kept in multiples of this many bytes, as Google Cloud Storage does. */
export const GRANULE = 256 * 1024;

/** How far an upload is. */
export interface Progress {
  /** Bytes kept, from the beginning. */
  kept: number;
  isWhole: boolean;
}

interface Limits {
  /** Bytes of a whole file. */
  most: number;
  /** @throws ApiError when so many bytes more cannot be kept */
  makeRoom(bytes: number): void;
}

/** A file that arrives in parts, one after another, and goes on where it stopped. */
export class Resumable {
  readonly #path: string;
  readonly #limits: Limits;
  #kept = 0;
  #total: number | undefined;
  #isWhole = false;
  #writing: { abort: AbortController; done: Promise<unknown> } | undefined;

  constructor(path: string, limits: Limits) {
    this.#path = path;
    this.#limits = limits;
  }

  get progress(): Progress {
    return { kept: this.#kept, isWhole: this.#isWhole };
  }

  /**
   * Takes a part, or the whole when `range` is undefined. A part may overlap what is kept, not leave a gap. One still
   * under way is given up for a later one: its connection is lost, and its sender the first to know.
   * @throws ApiError 400 or 416 for a part that does not fit, 413 for too large a file
   */
  async take(body: AsyncIterable<Buffer>, range: (ContentRange & { kind: 'part' }) | undefined) {
    this.#writing?.abort.abort();
    await this.#writing?.done;
    if (this.#isWhole) return this.progress;
    this.#check(range);
    const abort = new AbortController();
    const done = this.#write(body, range, abort.signal);
    this.#writing = { abort, done: done.catch(() => undefined) };
    await done;
    return this.progress;
  }

  #check(range: (ContentRange & { kind: 'part' }) | undefined): void {
    if (!range) return;
    const { first, last, total } = range;
    if (total !== undefined && this.#total !== undefined && total !== this.#total)
      throw wrongRange(400, `the whole was said to have ${this.#total} bytes, now ${total}`);
    if ((total ?? last + 1) > this.#limits.most) throw tooLarge(this.#limits.most);
    if (first > this.#kept)
      throw wrongRange(
        416,
        `${this.#kept} bytes are here, the part begins at ${first}: send what is between`,
      );
    this.#limits.makeRoom(last + 1 - this.#kept);
    this.#total = total ?? this.#total;
  }

  async #write(
    body: AsyncIterable<Buffer>,
    range: (ContentRange & { kind: 'part' }) | undefined,
    given: AbortSignal,
  ): Promise<void> {
    const first = range?.first ?? 0;
    const most = range ? range.last + 1 : this.#limits.most;
    if (!range) this.#kept = 0;
    const file = await open(this.#path, first === 0 && this.#kept === 0 ? 'w' : 'r+');
    let at = first;
    let ended = false;
    try {
      for await (const chunk of body) {
        if (given.aborted) break;
        if (at + chunk.length > most)
          throw range ? wrongRange(400, 'more bytes came than the range says') : tooLarge(most);
        await this.#keep(file, chunk, at);
        at += chunk.length;
      }
      ended = !given.aborted;
      if (ended && range && at !== range.last + 1)
        throw wrongRange(400, `the range says ${range.last + 1 - first} bytes, ${at - first} came`);
    } finally {
      await file.close();
      this.#settle(Math.max(at, this.#kept), ended && !range);
    }
  }

  /** Writes what is not kept yet of a chunk that begins at `at`. */
  async #keep(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
    const known = Math.max(0, this.#kept - at);
    if (known < chunk.length) await file.write(chunk, known, chunk.length - known, at + known);
  }

  #settle(reached: number, isAll: boolean): void {
    this.#isWhole = isAll || reached === this.#total;
    this.#kept = this.#isWhole ? reached : Math.max(this.#kept, reached - (reached % GRANULE));
  }
}

function wrongRange(status: 400 | 416, why: string): ApiError {
  return new ApiError(status, 'invalid_range', `The Content-Range does not fit: ${why}.`);
}

function tooLarge(most: number): ApiError {
  return new ApiError(413, 'request_too_large', `This twin takes files of ${most} bytes at most.`);
}
