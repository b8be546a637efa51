import type { FastifyReply } from 'fastify';

/** Bytes that may wait for a reader who does not keep up; then the connection is dropped, and its client comes back. */
const MOST_WAITING = 16_000_000;
/** Characters of nothing, for readers that wait for a first buffer to fill (`evs_preamble`). */
const PREAMBLE = 2056;

/** One event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface ServerSentEvent {
  event: string;
  /** Where a client that was cut off can go on. */
  id?: string;
  /** JSON; on one line, as JSON can be. */
  data: string;
}

/** An event as it is written, for one stream or for many. */
export function frameOf({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** A connection that server-sent events are written to. */
export class EventStream {
  readonly #reply: FastifyReply;

  /**
   * Answers a request with a stream.
   * @param reconnect milliseconds that the client is told to wait when it is cut off; its own default when absent
   */
  constructor(reply: FastifyReply, { reconnect, preamble }: { reconnect?: number; preamble: boolean }) {
    this.#reply = reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    reply.raw.flushHeaders();
    if (preamble) this.write(`:${' '.repeat(PREAMBLE)}\n\n`);
    if (reconnect !== undefined) this.write(`retry: ${reconnect}\n\n`);
  }

  /** Calls back once, when the connection has ended, whoever ended it. */
  onEnd(tell: () => void): void {
    const { raw } = this.#reply;
    // A client may be gone before its stream has begun.
    if (raw.destroyed) queueMicrotask(tell);
    else raw.once('close', tell);
  }

  /** Writes what `frameOf` made, or a comment. */
  write(frame: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(frame);
    if (raw.writableLength > MOST_WAITING) this.cut();
  }

  /** Ends the stream after what has been written. */
  end(): void {
    this.#reply.raw.end();
  }

  /** Ends the connection at once, as a network does. */
  cut(): void {
    this.#reply.raw.destroy();
  }
}
