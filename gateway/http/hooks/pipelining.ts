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

/**
 * Limits the requests that are in progress on one connection, since Node starts all requests of a packet at once. The
 * first request above the limit gets 429, and the connection closes after it; later requests get no response.
 * @param onRejected receives the error code
 */
export function limitPipelining(app: FastifyInstance, onRejected: (code: HttpErrorCode) => void): Pipelining {
  const connections = new WeakMap<Socket, PipelinedConnection>();
  const started = new WeakSet<IncomingMessage>();
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
  app.addHook('onRequest', (request, reply, done) => {
    if (started.has(request.raw)) {
      done();
      return;
    }
    const connection = connectionOf(request.raw);
    if (connection.isClosing) {
      reply.hijack();
      return;
    }
    connection.inProgress += 1;
    reply.raw.once('close', () => end(connection));
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
      started.add(request);
      response.once('close', () => end(connection));
    },
  };
}

const RETRY_AFTER_SECONDS = 1;
const MESSAGE = `expected at most ${MAX_REQUESTS_IN_PROGRESS} requests in progress on a connection, got more; wait for responses, or use more connections`;
const tooManyRequests = (): Rejected =>
  new Rejected('TOO_MANY_REQUESTS', MESSAGE, RETRY_AFTER_SECONDS, { limit: MAX_REQUESTS_IN_PROGRESS });
