import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpErrorCode } from '../../core/errorBody.ts';
import { Rejected } from '../../core/rejected.ts';
import { writeError } from '../graphql/writeResponse.ts';

/** Browsers and proxies send the next request on a connection after the response. */
const MAX_REQUESTS_IN_PROGRESS = 16;

/** The requests of a connection. */
export interface PipelinedConnection {
  inProgress: number;
  /** A request was rejected; the connection closes after that response. */
  isClosing: boolean;
}

/** Counts the requests in progress of each connection. */
export interface Pipelining {
  /**
   * Counts a request before Fastify does, until `end`. Returns undefined, and does not count it, if the limit is reached.
   * Requests have to be counted in their order: one behind a rejected one gets no response.
   */
  tryStart(request: IncomingMessage): PipelinedConnection | undefined;
  /** Ends the count of one request. */
  end(connection: PipelinedConnection): void;
  /** Passes a counted request to Fastify, which does not count it again. */
  passOn(connection: PipelinedConnection, request: IncomingMessage, response: ServerResponse): void;
}

/** The property of a request that is counted before Fastify sees it. */
const IS_COUNTED = Symbol('is counted');

type CountedRequest = IncomingMessage & { [IS_COUNTED]?: boolean };

/**
 * Limits the requests that are in progress on one connection, since Node starts all requests of a packet at once. The
 * first request above the limit gets 429, and the connection closes after it; later requests get no response. Closes idle
 * connections, but none that waits for its response; one in progress is limited by the operation timeout.
 * @param onRejected receives the error code
 */
export function limitConnections(
  app: FastifyInstance,
  onRejected: (code: HttpErrorCode) => void,
): Pipelining {
  const connections = new WeakMap<Socket, PipelinedConnection>();
  const connectionOf = ({ socket }: IncomingMessage): PipelinedConnection => {
    const known = connections.get(socket);
    if (known) return known;
    const connection = { inProgress: 0, isClosing: false };
    connections.set(socket, connection);
    return connection;
  };
  const end = (connection: PipelinedConnection): void => {
    connection.inProgress -= 1;
  };
  // With this listener, Node closes no connection itself.
  app.server.on('timeout', (socket) => {
    const isWaiting = (connections.get(socket)?.inProgress ?? 0) > 0;
    if (!isWaiting || socket.writableLength > 0) socket.destroy();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if ((request.raw as CountedRequest)[IS_COUNTED]) {
      done();
      return;
    }
    const connection = connectionOf(request.raw);
    if (connection.isClosing) {
      reply.hijack();
      return;
    }
    connection.inProgress += 1;
    reply.raw.on('close', () => end(connection));
    if (connection.inProgress <= MAX_REQUESTS_IN_PROGRESS) {
      done();
      return;
    }
    connection.isClosing = true;
    onRejected('TOO_MANY_REQUESTS');
    reply.header('connection', 'close').send(writeError(reply, tooManyRequests()));
  });
  return {
    tryStart(request) {
      const connection = connectionOf(request);
      if (connection.isClosing || connection.inProgress >= MAX_REQUESTS_IN_PROGRESS) return undefined;
      connection.inProgress += 1;
      return connection;
    },
    end,
    passOn(connection, request, response) {
      (request as CountedRequest)[IS_COUNTED] = true;
      response.on('close', () => end(connection));
    },
  };
}

const RETRY_AFTER_SECONDS = 1;
const MESSAGE = `expected at most ${MAX_REQUESTS_IN_PROGRESS} requests in progress on a connection, got more; wait for responses, or use more connections`;
const tooManyRequests = (): Rejected =>
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
