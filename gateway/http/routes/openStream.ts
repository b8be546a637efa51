import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamClient } from '../../graphql/subscriptions/eventStream/eventStream.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { clientIpOf, exchangeOf } from '../admission/exchange.ts';
import { EVENT_STREAM_TYPE } from '../graphql/mediaTypes.ts';
import { EVENT_STREAM_CACHE_CONTROL, recordStream } from '../graphql/writeResponse.ts';

/** Returns the client of a request as that of an event stream. */
export const streamClientOf = (request: FastifyRequest, principal: Principal): StreamClient => ({
  principal,
  credentials: {
    headers: request.headers,
    address: clientIpOf(request),
    allowsPreview: principal.caller.preview !== undefined,
  },
});

/**
 * Starts an event stream as the response.
 * @param send sends the events; it runs after the headers
 */
export function openStream(reply: FastifyReply, send: (response: ServerResponse) => void): FastifyReply {
  recordStream();
  reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': EVENT_STREAM_CACHE_CONTROL,
    // nginx would collect events.
    'x-accel-buffering': 'no',
  });
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  exchangeOf(reply.request.raw)?.slot?.[Symbol.dispose]();
  send(reply.raw);
  return reply;
}
