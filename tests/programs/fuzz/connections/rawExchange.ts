import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The response of a server to the bytes of a connection. */
export interface Exchange {
  /** All received bytes, in Latin-1. */
  readonly text: string;
  readonly isClosed: boolean;
}

/** A server that sends nothing for this long has sent its response. */
const QUIET_MS = 25;

/**
 * Opens a connection, sends bytes, and waits for the end of the response: until the server closes the connection, or
 * sends nothing more.
 * @param bytes parts in Latin-1, sent one after another
 * @param firstByteTimeoutMs time for the first byte of the response
 */
export async function rawExchange(
  origin: string,
  bytes: readonly string[],
  firstByteTimeoutMs: number,
): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  const received = Promise.withResolvers<void>();
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    received.resolve();
  });
  // Servers reset connections with malformed input.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isClosed = true;
    received.resolve();
  });
  for (const part of bytes) socket.write(part, 'latin1');
  const firstByte = sleep(firstByteTimeoutMs, undefined, { ref: false });
  await Promise.race([received.promise, firstByte]);
  for (let length = -1; text !== '' && !isClosed && length !== text.length; ) {
    length = text.length;
    await sleep(QUIET_MS);
  }
  const exchange = { text, isClosed };
  if (!isClosed) {
    socket.destroy();
    await once(socket, 'close');
  }
  return exchange;
}
