import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errorBody, type HttpErrorCode } from '../../core/errorBody.ts';

/** Browsers and proxies send the next request on a connection after the response. */
const MAX_REQUESTS_IN_PROGRESS = 16;

interface Connection {
  inProgress: number;
  /** A request was rejected; the connection closes after that response. */
  isClosing: boolean;
}

/**
 * Limits the requests that are in progress on one connection, since Node starts all requests of a packet at once. The
 * first request above the limit gets 429, and the connection closes after it; later requests get no response.
 * @param onRejected receives the error code
 */
export function limitPipelining(app: FastifyInstance, onRejected: (code: HttpErrorCode) => void): void {
  const connections = new WeakMap<Socket, Connection>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket) ?? { inProgress: 0, isClosing: false };
    connections.set(socket, connection);
    if (connection.isClosing) {
      reply.hijack();
      return;
    }
    connection.inProgress += 1;
    reply.raw.once('close', () => {
      connection.inProgress -= 1;
    });
    if (connection.inProgress <= MAX_REQUESTS_IN_PROGRESS) {
      done();
      return;
    }
    connection.isClosing = true;
    onRejected('TOO_MANY_REQUESTS');
    reply
      .code(429)
      .headers({ connection: 'close', 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS })
      .send(ERROR);
  });
}

const RETRY_AFTER_SECONDS = 1;
const MESSAGE = `expected at most ${MAX_REQUESTS_IN_PROGRESS} requests in progress on a connection, got more; wait for responses, or use more connections`;
const ERROR = errorBody('TOO_MANY_REQUESTS', MESSAGE, {
  limit: MAX_REQUESTS_IN_PROGRESS,
  retryAfter: RETRY_AFTER_SECONDS,
});
