import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

/** Closes connections after their response while the gateway drains, so that clients use another instance. */
export function closeWhileDraining(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
}
