import { setTimeout as sleep } from 'node:timers/promises';

/** Concurrent attempts per URL; further attempts wait. */
const MAX_CONCURRENT_ATTEMPTS = 32;

/**
 * The queue of delivery attempts to one URL. It limits concurrency and lets a delivery wait for another to
 * pass it.
 */
export class DeliveryQueue {
  /** Starts of the waiting attempts, the oldest first. */
  readonly #queued = new Set<() => void>();
  readonly #waitingForNext = new Set<() => void>();
  #running = 0;

  /**
   * Runs the attempt when a slot is free. When the attempt ends, it releases all deliveries in `waitForNext`.
   * @throws the reason of the signal, if it aborts before
   */
  async run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#running >= MAX_CONCURRENT_ATTEMPTS) await this.#waitForSlot(signal);
    else this.#running += 1;
    try {
      return await attempt();
    } finally {
      const [next] = this.#queued;
      if (next) {
        this.#queued.delete(next);
        next();
      } else this.#running -= 1;
      for (const release of this.#waitingForNext) release();
    }
  }

  /** Waits until another attempt to the same URL ends, at most `maxMs` milliseconds. */
  async waitForNext(maxMs: number, signal: AbortSignal): Promise<void> {
    const passed = new AbortController();
    const release = () => passed.abort();
    this.#waitingForNext.add(release);
    try {
      await sleep(maxMs, undefined, { signal: AbortSignal.any([passed.signal, signal]) });
    } catch {
      signal.throwIfAborted();
    } finally {
      this.#waitingForNext.delete(release);
    }
  }

  async #waitForSlot(signal: AbortSignal): Promise<void> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const cancel = () => {
      this.#queued.delete(start);
      reject(signal.reason);
    };
    this.#queued.add(start);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
