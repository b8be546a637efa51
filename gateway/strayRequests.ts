import type { FastifyError, FastifyInstance } from 'fastify';
import type { ErrorCode } from './errors.ts';

/** Characters of what somebody has sent that are said back. */
const LONGEST_ECHO = 100;

/** What a client hears of a request that could not be read: the message says what was expected. */
const UNREAD: Readonly<Record<number, readonly [code: ErrorCode | 'BAD_REQUEST', message: string]>> = {
  400: ['BAD_REQUEST', 'expected a body of JSON, got one that cannot be read'],
  413: ['UNSUPPORTED_BODY', 'expected a body of at most 100 kB, got a larger one'],
  415: ['UNSUPPORTED_BODY', 'expected a body of the type application/json, got another'],
};

/**
 * Answers what has no address here, and what failed before or beside GraphQL, in the shape of its errors. Clients hear of
 * their own faults; of the gateway's they learn no more than that there was one, for a thrown message may quote anything.
 */
export function answerStrays(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      message: `expected an address of this server, got ${request.method} ${request.url.slice(0, LONGEST_ECHO)}`,
    }),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    reply.code(statusCode).header('cache-control', 'no-store');
    if (statusCode >= 500) {
      const { method, routeOptions } = request;
      request.log.error({ err: error, method, route: routeOptions.url }, 'the gateway failed at a request');
      const message = 'the gateway failed at this request; the operators have been told';
      return reply.send({ errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    }
    const [code, message] = UNREAD[statusCode] ?? ['BAD_REQUEST', error.message.slice(0, LONGEST_ECHO)];
    return reply.send({ errors: [{ message, extensions: { code } }] });
  });
}
