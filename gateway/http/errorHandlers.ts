import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drainBody } from './hooks/drainBody.ts';
import { type HttpErrorCode, errorBody, writeErrorToSocket } from '../core/errorBody.ts';

/** Characters of what somebody has sent that are said back. */
const LONGEST_ECHO = 100;

/** What a client hears of a request that could not be read: the message says what was expected. */
const UNREAD: Readonly<Record<number, readonly [code: HttpErrorCode, message: string]>> = {
  400: ['BAD_REQUEST', 'expected a body of JSON, got one that cannot be read'],
  413: ['UNSUPPORTED_BODY', 'expected a body of at most 100 kB, got a larger one'],
  415: ['UNSUPPORTED_BODY', 'expected a body of the type application/json, got another'],
};

/** What is said on a connection whose words are no request; by the code of Node's parser, else by the last. */
const UNPARSED: Readonly<Record<string, readonly [status: number, code: HttpErrorCode, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'TOO_SLOW',
    'expected headers within 5 s and the whole request within 10 s',
  ],
  HPE_HEADER_OVERFLOW: [431, 'BAD_REQUEST', 'expected headers of at most 16 kB, got larger ones'],
  '': [400, 'BAD_REQUEST', 'expected a request of HTTP/1.1, got what cannot be read as one'],
};

/**
 * Answers what has no address here, and what failed before or beside GraphQL, in the shape of its errors. Clients hear of
 * their own faults; of the gateway's they learn no more than that there was one, for a thrown message may quote anything.
 * @param graph the address that has methods of its own
 */
export function handleNotFound(app: FastifyInstance, graph: string): void {
  app.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store');
    if (pathOf(request) === graph) return refuseMethod(request, reply);
    const { method, url } = request;
    return reply
      .code(404)
      .send(errorBody('NOT_FOUND', `expected an address of this server, got ${method} ${shortened(url)}`));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    reply.code(statusCode).header('cache-control', 'no-store');
    if (statusCode === 413) drainBody(request, reply);
    if (statusCode >= 500) {
      const { method, routeOptions } = request;
      request.log.error({ err: error, method, route: routeOptions.url }, 'the gateway failed at a request');
      const message = 'the gateway failed at this request; the operators have been told';
      return reply.send(errorBody('INTERNAL_SERVER_ERROR', message));
    }
    const [code, message] = UNREAD[statusCode] ?? ['BAD_REQUEST', shortened(error.message)];
    return reply.send(errorBody(code, message));
  });
}

/**
 * Answers on a connection whose words are no request: too slow, too large, or not HTTP.
 * @param observe hears with what code, as nothing else does
 */
export const handleParseErrors =
  (observe: (code: HttpErrorCode) => void) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const [status, code, message] = UNPARSED[error.code ?? ''] ?? (UNPARSED[''] as (typeof UNPARSED)['']);
    if (writeErrorToSocket(socket, status, errorBody(code, message))) observe(code);
  };

/** RFC 9110, 15.5.6. */
const refuseMethod = ({ method }: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(405)
    .header('allow', 'GET, HEAD, POST, OPTIONS')
    .send(errorBody('METHOD_NOT_ALLOWED', `expected GET or POST, got ${method}`));

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] as string;
const shortened = (text: string): string => text.slice(0, LONGEST_ECHO);
