import type { FastifyInstance } from 'fastify';
import {
  COST_DEBUG_HEADER,
  DEPRECATIONS_REQUEST_HEADER,
} from '../../graphql/operations/extensions/requestedExtensions.ts';
import { isNotModified } from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { varyBy } from './responseHeaders.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if responses are those of operations, which clients can revalidate. */
    readonly isConditional?: boolean;
  }
}

/** Adds the request headers that responses depend on. */
const addVary = varyBy('accept', ...PRINCIPAL_HEADERS, COST_DEBUG_HEADER, DEPRECATIONS_REQUEST_HEADER);

/** The media type of the body of a QUERY request (RFC 10008, `Accept-Query`). */
const QUERY_TYPE = 'application/json';

/**
 * Adds `Vary`, `Accept-Query` and a default `Cache-Control` to responses of conditional routes, and responds with 304 to a
 * matching `If-None-Match`.
 */
export function conditionalGet(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.routeOptions.config.isConditional) {
      done();
      return;
    }
    addVary(reply);
    reply.header('accept-query', QUERY_TYPE);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    if (!isNotModified(request, reply)) {
      done();
      return;
    }
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    // An empty text would have a `Content-Length` of 0, which is not that of the response.
    done(null, null);
  });
}
