import type { FastifyReply } from 'fastify';

/** Maximum unsent data of a slow client. Beyond it the connection is closed, and the client reconnects. */
const MAX_BUFFERED_BYTES = 16_000_000;
/** Length of the comment for clients that wait until a first buffer is full (`evs_preamble`). */
const PREAMBLE_CHARACTERS = 2056;

/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface ServerSentEvent {
  event: string;
  /** Position from which a disconnected client can resume. */
  id?: string;
  /** JSON on one line. */
  data: string;
}

/** Formats an event, for one stream or for many. */
export function formatEvent({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** A connection that sends server-sent events. */
export class EventStream {
  readonly #reply: FastifyReply;

  /**
   * Starts the stream as the response to a request.
   * @param reconnectMs retry delay sent to the client. Default: the client's own.
   */
  constructor(reply: FastifyReply, { reconnectMs, preamble }: { reconnectMs?: number; preamble: boolean }) {
    this.#reply = reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    reply.raw.flushHeaders();
    if (preamble) this.write(`:${' '.repeat(PREAMBLE_CHARACTERS)}\n\n`);
    if (reconnectMs !== undefined) this.write(`retry: ${reconnectMs}\n\n`);
  }

  /** Calls the listener once when the connection has ended. */
  onEnd(listener: () => void): void {
    const { raw } = this.#reply;
    // The client may disconnect before its stream starts.
    if (raw.destroyed) queueMicrotask(listener);
    else raw.once('close', listener);
  }

  /** Writes a formatted event or a comment. */
  write(frame: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(frame);
    if (raw.writableLength > MAX_BUFFERED_BYTES) this.abort();
  }

  /** Ends the stream after the written data. */
  end(): void {
    this.#reply.raw.end();
  }

  /** Closes the connection at once, like a network failure. */
  abort(): void {
    this.#reply.raw.destroy();
  }
}
