import type { Store } from '../documents/store.ts';
import type { EventStream } from './eventStream.ts';
import { type LogEntry, TransactionLog } from './transactionLog.ts';

const HEARTBEAT_MS = 15_000;

/** Sanity's two kinds of streams: sync tags of changes (`live`) and the changes themselves (`listen`). */
export type StreamKind = 'live' | 'listen';

/** Options of the streams. */
export interface ChangeStreamOptions {
  /** Interval of heartbeat comments. */
  heartbeatMs?: number;
  /** Retry delay sent to clients. Default: the clients' own. */
  reconnectMs?: number;
  /** Maximum number of open streams of each kind. */
  maxStreams?: Partial<Record<StreamKind, number>>;
  /** Limits of the log for reconnecting clients. */
  log?: { changes?: number; transactions?: number };
}

/**
 * Maximum number of open streams of a dataset. The limits of Sanity's plans differ
 * (https://www.sanity.io/docs/content-lake/technical-limits).
 */
const MAX_STREAMS: Readonly<Record<StreamKind, number>> = { live: 10_000, listen: 10_000 };

/** An open stream. */
export interface StreamSubscriber {
  kind: StreamKind;
  stream: EventStream;
  /** Sends a transaction. */
  send(entry: LogEntry): void;
  /** Notifies the client that any document may have changed. */
  restart(): void;
  /** Ends the stream with a reason. */
  end(reason: string): void;
}

/** The open streams of one dataset. */
export class ChangeStreams {
  readonly log: TransactionLog;
  readonly reconnectMs: number | undefined;
  readonly #maxStreams: Record<StreamKind, number>;
  readonly #subscribers = new Set<StreamSubscriber>();
  readonly #unsubscribe: () => void;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(
    store: Store,
    { heartbeatMs = HEARTBEAT_MS, reconnectMs, maxStreams, log }: ChangeStreamOptions = {},
  ) {
    this.log = new TransactionLog(log);
    this.reconnectMs = reconnectMs;
    this.#maxStreams = { ...MAX_STREAMS, ...maxStreams };
    this.#unsubscribe = store.subscribe((event) => {
      const entry = this.log.append(event);
      for (const subscriber of this.#subscribers) subscriber.send(entry);
    });
    this.#heartbeat = setInterval(() => {
      for (const { stream } of this.#subscribers) stream.write(':\n\n');
    }, heartbeatMs);
    this.#heartbeat.unref();
  }

  /** Returns whether the maximum number of streams of this kind is open. */
  isFull(kind: StreamKind): boolean {
    return this.count(kind) >= this.#maxStreams[kind];
  }

  /** Returns the number of open streams of a kind. */
  count(kind: StreamKind): number {
    let count = 0;
    for (const subscriber of this.#subscribers) if (subscriber.kind === kind) count += 1;
    return count;
  }

  /** Sends all later transactions to a stream until it ends. */
  subscribe(subscriber: StreamSubscriber): void {
    this.#subscribers.add(subscriber);
    subscriber.stream.onEnd(() => this.#subscribers.delete(subscriber));
  }

  /** Clears the log and notifies all clients that any document may have changed. */
  restart(): void {
    this.log.clear();
    for (const subscriber of this.#subscribers) subscriber.restart();
  }

  /** Ends streams with a reason. */
  end(reason: string, kind?: StreamKind): void {
    for (const subscriber of this.#subscribers)
      if (kind === undefined || subscriber.kind === kind) subscriber.end(reason);
  }

  /** Closes connections like a network failure. */
  disconnect(kind?: StreamKind): void {
    for (const subscriber of this.#subscribers)
      if (kind === undefined || subscriber.kind === kind) subscriber.stream.abort();
  }

  /** Closes all streams. */
  close(): void {
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    this.disconnect();
  }
}
