import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** What the server says by itself: of its own faults only. Answers have a line of their own, without what was sent. */
export class QuietLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }
  override defaultErrorLog(err: Error, { method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500)
      reply.log.error({ err, method, route: routeOptions.url }, 'the gateway failed at a request');
  }
}
