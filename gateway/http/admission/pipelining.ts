import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Rejected } from '../../core/rejected.ts';

/** Browsers and proxies send the next request on a connection after the response. */
const MAX_REQUESTS_IN_PROGRESS = 16;

/** The requests of a connection. */
export interface PipelinedConnection {
  inProgress: number;
  /** A request was rejected; the connection closes after that response. */
  isClosing: boolean;
}

/** Counts the requests in progress of each connection. */
interface Pipelining {
  /**
   * Counts a request on its connection. Requests have to be counted in their order: the first request above the limit closes the
   * connection.
   * @returns undefined for a request behind that request, which gets no response
   */
  start(request: IncomingMessage): PipelinedConnection | undefined;
  /** Closes a connection that is idle, but none that waits for its response, which the operation timeout limits. */
  closeIdle(socket: Socket): void;
}

/** Limits the requests that are in progress on one connection, since Node starts all requests of a packet at once. */
export function createPipelining(): Pipelining {
  const connections = new WeakMap<Socket, PipelinedConnection>();
  return {
    start({ socket }) {
      const connection = connections.get(socket) ?? { inProgress: 0, isClosing: false };
      if (connection.isClosing) return undefined;
      connections.set(socket, connection);
      connection.inProgress += 1;
      connection.isClosing = connection.inProgress > MAX_REQUESTS_IN_PROGRESS;
      return connection;
    },
    closeIdle(socket) {
      const isWaiting = (connections.get(socket)?.inProgress ?? 0) > 0;
      if (!isWaiting || socket.writableLength > 0) socket.destroy();
    },
  };
}

const RETRY_AFTER_SECONDS = 1;
const MESSAGE = `expected at most ${MAX_REQUESTS_IN_PROGRESS} requests in progress on a connection, got more; wait for responses, or use more connections`;
/** Returns the error of a request above the limit of its connection, which closes after the response. */
export const tooManyRequests = (): Rejected =>
  new Rejected('TOO_MANY_REQUESTS', MESSAGE, RETRY_AFTER_SECONDS, {
    reason: 'PIPELINED_REQUESTS',
    limit: MAX_REQUESTS_IN_PROGRESS,
  });
