import { type Entry, EventLog } from './eventLog.ts';
import type { EventStream } from './eventStream.ts';
import type { Store } from './store.ts';

/** Milliseconds between two signs of life on a stream that has nothing to tell. */
const HEARTBEAT = 15_000;

/** The two streams that Sanity has: sync tags of what changed, and the changes themselves. */
export type StreamKind = 'live' | 'listen';

/** How streams are kept. */
export interface NewsOptions {
  /** Milliseconds between signs of life. */
  heartbeat?: number;
  /** Milliseconds that clients are told to wait before they come back; their own default when absent. */
  reconnect?: number;
  /** The most streams open at a time, of each kind. */
  most?: Partial<Record<StreamKind, number>>;
  /** How much is kept for those who come back. */
  log?: { changes?: number; transactions?: number };
}

/**
 * Streams of one dataset open at a time; plans of Sanity differ, these are generous ones
 * (https://www.sanity.io/docs/content-lake/technical-limits).
 */
const MOST: Readonly<Record<StreamKind, number>> = { live: 10_000, listen: 10_000 };

/** Somebody who follows the dataset. */
export interface Follower {
  kind: StreamKind;
  stream: EventStream;
  /** Called with every transaction. */
  tell(entry: Entry): void;
  /** Called when everything may be other than it was. */
  restart(): void;
  /** Called when the service lets the stream go. */
  dismiss(reason: string): void;
}

/** All who follow one dataset, and what they are told. */
export class News {
  readonly log: EventLog;
  readonly reconnect: number | undefined;
  readonly #most: Record<StreamKind, number>;
  readonly #followers = new Set<Follower>();
  readonly #unsubscribe: () => void;
  readonly #pulse: NodeJS.Timeout;

  constructor(store: Store, { heartbeat = HEARTBEAT, reconnect, most, log }: NewsOptions = {}) {
    this.log = new EventLog(log);
    this.reconnect = reconnect;
    this.#most = { ...MOST, ...most };
    this.#unsubscribe = store.subscribe((event) => {
      const entry = this.log.append(event);
      for (const follower of this.#followers) follower.tell(entry);
    });
    this.#pulse = setInterval(() => {
      for (const { stream } of this.#followers) stream.write(':\n\n');
    }, heartbeat);
    this.#pulse.unref();
  }

  /** Whether one more stream of this kind would be one too many. */
  isFull(kind: StreamKind): boolean {
    return this.count(kind) >= this.#most[kind];
  }

  /** Streams of a kind that are open. */
  count(kind: StreamKind): number {
    let count = 0;
    for (const follower of this.#followers) if (follower.kind === kind) count += 1;
    return count;
  }

  /** Tells somebody everything from now on, until the stream has ended. */
  follow(follower: Follower): void {
    this.#followers.add(follower);
    follower.stream.onEnd(() => this.#followers.delete(follower));
  }

  /** Tells everybody that what they know may be wrong; nobody can go on from where they were. */
  restart(): void {
    this.log.restart();
    for (const follower of this.#followers) follower.restart();
  }

  /** Lets streams go, for a reason. */
  dismiss(reason: string, kind?: StreamKind): void {
    for (const follower of this.#followers)
      if (kind === undefined || follower.kind === kind) follower.dismiss(reason);
  }

  /** Cuts connections, as a network does. */
  cut(kind?: StreamKind): void {
    for (const follower of this.#followers)
      if (kind === undefined || follower.kind === kind) follower.stream.cut();
  }

  /** Tells nobody anything more. */
  close(): void {
    this.#unsubscribe();
    clearInterval(this.#pulse);
    this.cut();
  }
}
