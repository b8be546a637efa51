import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
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
   * Counts a request. Requests have to be counted in their order: the first one above the limit closes the connection.
   * @returns undefined for a request behind that one, which gets no response
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

/**
 * The server's `connectionTimeout`. Node needs two idle periods to detect a response that is not read, so a client has up
 * to twice this time.
 */
export const SOCKET_IDLE_TIMEOUT_MS = 5_000;
/** Bodies of this size or more must be read within a time that depends on their size. */
const MIN_TIMED_BYTES = 64 * 1024;
const MIN_BYTES_PER_MS = 16;
const MIN_READ_TIME_MS = 10_000;

/** Closes connections that read a large response too slowly. */
export function closeSlowClients(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, { raw: response }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    limitReadTime(raw, response, bytes);
    done();
  });
}

/** Closes the connection of a large response if the client reads it too slowly. @param bytes its length */
export function limitReadTime({ socket }: IncomingMessage, response: ServerResponse, bytes: number): void {
  if (bytes < MIN_TIMED_BYTES) return;
  const timeoutMs = MIN_READ_TIME_MS + bytes / MIN_BYTES_PER_MS;
  const timer = setTimeout(() => socket.destroy(), timeoutMs).unref();
  response.once('close', () => clearTimeout(timer));
}
