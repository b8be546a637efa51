import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawConnectionResult {
  /** All data that was received, as text. */
  readonly text: string;
  /** Milliseconds until the server closed the connection; undefined when it did not. */
  readonly closedAfterMs: number | undefined;
}

/**
 * Opens a TCP connection, lets `write` send any bytes, and waits until the server closes the connection.
 * @param timeoutMs time after which the connection is destroyed
 */
export async function rawConnection(
  origin: string,
  write: (socket: Socket, isClosed: () => boolean) => Promise<void> | void,
  timeoutMs: number,
): Promise<RawConnectionResult> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const startedAt = performance.now();
  let text = '';
  const closed = Promise.withResolvers<number>();
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // Most callers expect the server to reset the connection.
  socket.on('error', () => undefined);
  socket.once('close', () => closed.resolve(performance.now() - startedAt));
  let isClosed = false;
  void closed.promise.then(() => {
    isClosed = true;
  });
  const writing = write(socket, () => isClosed);
  const closedAfterMs = await Promise.race([closed.promise, sleep(timeoutMs, undefined, { ref: false })]);
  isClosed = true;
  socket.destroy();
  await writing;
  return { text, closedAfterMs };
}
