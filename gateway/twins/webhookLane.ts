import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts under way to one address; more wait their turn. */
const AT_A_TIME = 32;

/** The deliveries to one address: how many at a time, and who waits to be overtaken. */
export class WebhookLane {
  readonly #waiting: (() => void)[] = [];
  readonly #overtaken = new Set<() => void>();
  #running = 0;

  /** Runs the attempt when it is its turn, and lets go whoever waited to be overtaken. */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_A_TIME) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await attempt();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
      for (const go of this.#overtaken) go();
    }
  }

  /** Waits until another attempt has ended, `longest` milliseconds at most. */
  async overtaken(longest: number, ended: AbortSignal): Promise<void> {
    const go = new AbortController();
    const pass = () => go.abort();
    this.#overtaken.add(pass);
    try {
      await sleep(longest, undefined, { signal: AbortSignal.any([go.signal, ended]) });
    } catch {
      ended.throwIfAborted();
    } finally {
      this.#overtaken.delete(pass);
    }
  }
}
