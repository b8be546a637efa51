import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came of a connection on which a client says whatever it likes. */
export interface Ended {
  /** What came, as text. */
  readonly text: string;
  /** Milliseconds until the other side closed it; undefined where it did not. */
  readonly closedAfter: number | undefined;
}

/**
 * Opens a connection, lets `talk` write to it, and waits until it is closed.
 * @param patience milliseconds after which it is given up
 */
export async function rawConnection(
  origin: string,
  talk: (socket: Socket, isOver: () => boolean) => Promise<void> | void,
  patience: number,
): Promise<Ended> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const begun = performance.now();
  let text = '';
  const closed = Promise.withResolvers<number>();
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  // A connection that is cut is what most of these are due.
  socket.on('error', () => undefined);
  socket.once('close', () => closed.resolve(performance.now() - begun));
  let isOver = false;
  void closed.promise.then(() => {
    isOver = true;
  });
  const talking = talk(socket, () => isOver);
  const closedAfter = await Promise.race([closed.promise, sleep(patience, undefined, { ref: false })]);
  isOver = true;
  socket.destroy();
  await talking;
  return { text, closedAfter };
}
