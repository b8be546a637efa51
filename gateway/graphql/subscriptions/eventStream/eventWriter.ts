import type { ServerResponse } from 'node:http';

/** The id of the operation of a stream that serves one operation only. */
export const ONLY_OPERATION = '';

/**
 * Returns the parts of an event with a result (graphql-sse). The result is a part of its own, because streams share it.
 * @param id the client's id of the operation, or `ONLY_OPERATION`
 * @param result JSON without a newline, which would end the event
 */
export const nextEvent = <Result extends string | Buffer>(
  id: string,
  result: Result,
): readonly [start: string, result: Result, end: string] => {
  const [start, end] = id === ONLY_OPERATION ? ['', ''] : [`{"id":${JSON.stringify(id)},"payload":`, '}'];
  return [`event: next\ndata: ${start}`, result, `${end}\n\n`];
};

/** Returns the event that ends an operation. @param id as of `nextEvent` */
export const completeEvent = (id: string): string =>
  `event: complete\ndata:${id === ONLY_OPERATION ? '' : ` ${JSON.stringify({ id })}`}\n\n`;

/** Proxies close connections that are silent for longer, most of them after a minute. */
const KEEP_ALIVE_INTERVAL_MS = 12_000;
const COMMENT = ':\n\n';

/** Counts the bytes that a client has not read. */
export interface UnreadBytes {
  /** Counts a buffer. @returns stops counting it; undefined if the client has to read first */
  add(buffer: Buffer): (() => void) | undefined;
}

/** Writes the events of the protocol graphql-sse to a response. Events before `open` wait for it. */
export interface EventWriter {
  /** Starts writing, after the headers of the response. */
  open(response: ServerResponse): void;
  readonly isOpen: boolean;
  /**
   * Sends a result as JSON, and resolves when it is written or the stream has ended.
   * @param id the client's id of the operation, or `ONLY_OPERATION`
   */
  next(id: string, result: Buffer): Promise<void>;
  /** Tells the client that an operation has ended. */
  complete(id: string): void;
  /** Ends the stream. @param reason a comment, for people that read the stream */
  end(reason?: string): void;
}

interface EventWriterOptions {
  readonly unreadBytes: UnreadBytes;
  /** Runs if a result does not fit into the unread bytes of the client. */
  onSlowClient(): void;
  /** Runs once, when the stream has ended or the client has disconnected. */
  onClosed(): void;
  /** Interval of comments, which keep the connection open. */
  readonly keepAliveMs?: number;
}

/** Creates the writer of one stream. */
export function createEventWriter({
  unreadBytes,
  onSlowClient,
  onClosed,
  keepAliveMs = KEEP_ALIVE_INTERVAL_MS,
}: EventWriterOptions): EventWriter {
  const opened = Promise.withResolvers<void>();
  let response: ServerResponse | undefined;
  let isClosed = false;
  let keepAlive: NodeJS.Timeout | undefined;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(keepAlive);
    opened.resolve();
    onClosed();
  };
  /** Writes the parts of one event together. Buffers are shared with other streams, and not copied. */
  const write = async (...parts: readonly (string | Buffer)[]): Promise<void> => {
    if (!response) await opened.promise;
    if (!response || isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    response.cork();
    for (const part of parts.slice(0, -1)) response.write(part);
    response.write(parts.at(-1), () => resolve());
    response.uncork();
    await promise;
  };

  return {
    get isOpen() {
      return response !== undefined;
    },
    open(target) {
      response = target;
      // The stream has ended while its subscription was admitted.
      if (isClosed) return void response.end();
      response.once('close', close);
      if (response.destroyed) return close();
      // Some browsers report an open stream only after its first byte.
      response.write(COMMENT);
      keepAlive = setInterval(() => target.write(COMMENT), keepAliveMs).unref();
      opened.resolve();
    },
    async next(id, result) {
      if (isClosed) return;
      const release = unreadBytes.add(result);
      if (!release) return onSlowClient();
      await write(...nextEvent(id, result)).finally(release);
    },
    complete(id) {
      void write(completeEvent(id));
    },
    end(reason) {
      if (isClosed) return;
      response?.end(reason === undefined ? undefined : `: ${reason}\n\n`);
      close();
    },
  };
}
