import { type FileHandle, open } from 'node:fs/promises';
import { ApiError } from '../api/apiError.ts';
import type { ContentRange } from './contentRange.ts';

/** Every part except the last is stored in multiples of this size, as at Google Cloud Storage. */
export const PART_ALIGNMENT_BYTES = 256 * 1024;

/** Progress of an upload. */
export interface UploadProgress {
  /** Number of bytes stored from the start. */
  receivedBytes: number;
  isComplete: boolean;
}

interface UploadLimits {
  /** Maximum size of the complete file. */
  maxBytes: number;
  /** @throws ApiError when the bytes cannot be stored */
  ensureSpace(bytes: number): void;
}

/** A file that is uploaded in consecutive parts and can be resumed. */
export class ResumableUpload {
  readonly #path: string;
  readonly #limits: UploadLimits;
  #receivedBytes = 0;
  #total: number | undefined;
  #isComplete = false;
  #writing: { abort: AbortController; done: Promise<unknown> } | undefined;

  constructor(path: string, limits: UploadLimits) {
    this.#path = path;
    this.#limits = limits;
  }

  get progress(): UploadProgress {
    return { receivedBytes: this.#receivedBytes, isComplete: this.#isComplete };
  }

  /**
   * Stores a part, or the whole file when `range` is undefined. A part may overlap stored bytes but must not
   * leave a gap. A newer request aborts a running one, whose connection must be lost.
   * @throws ApiError 400 or 416 for a part that does not fit, 413 for a file that is too large
   */
  async receive(body: AsyncIterable<Buffer>, range: (ContentRange & { kind: 'part' }) | undefined) {
    this.#writing?.abort.abort();
    await this.#writing?.done;
    if (this.#isComplete) return this.progress;
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
      throw wrongRange(400, `expected the total of ${this.#total} bytes, got ${total}`);
    if ((total ?? last + 1) > this.#limits.maxBytes) throw tooLarge(this.#limits.maxBytes);
    if (first > this.#receivedBytes)
      throw wrongRange(416, `expected a part that starts at ${this.#receivedBytes} or before, got ${first}`);
    this.#limits.ensureSpace(last + 1 - this.#receivedBytes);
    this.#total = total ?? this.#total;
  }

  async #write(
    body: AsyncIterable<Buffer>,
    range: (ContentRange & { kind: 'part' }) | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const first = range?.first ?? 0;
    const maxBytes = range ? range.last + 1 : this.#limits.maxBytes;
    if (!range) this.#receivedBytes = 0;
    const file = await open(this.#path, first === 0 && this.#receivedBytes === 0 ? 'w' : 'r+');
    let at = first;
    let ended = false;
    try {
      for await (const chunk of body) {
        if (signal.aborted) break;
        if (at + chunk.length > maxBytes)
          throw range ? wrongRange(400, 'the body is longer than the range') : tooLarge(maxBytes);
        await this.#writeChunk(file, chunk, at);
        at += chunk.length;
      }
      ended = !signal.aborted;
      if (ended && range && at !== range.last + 1)
        throw wrongRange(400, `expected ${range.last + 1 - first} bytes, got ${at - first}`);
    } finally {
      await file.close();
      this.#updateProgress(Math.max(at, this.#receivedBytes), ended && !range);
    }
  }

  /** Writes the bytes of a chunk at `at` that are not stored yet. */
  async #writeChunk(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
    const skipped = Math.max(0, this.#receivedBytes - at);
    if (skipped < chunk.length) await file.write(chunk, skipped, chunk.length - skipped, at + skipped);
  }

  #updateProgress(reached: number, isLast: boolean): void {
    this.#isComplete = isLast || reached === this.#total;
    this.#receivedBytes = this.#isComplete
      ? reached
      : Math.max(this.#receivedBytes, reached - (reached % PART_ALIGNMENT_BYTES));
  }
}

function wrongRange(status: 400 | 416, reason: string): ApiError {
  return new ApiError(status, 'invalid_range', `The Content-Range does not fit: ${reason}.`);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, 'request_too_large', `This emulator accepts files of at most ${maxBytes} bytes.`);
}
