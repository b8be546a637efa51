import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { RATE_LIMIT_HEADERS } from '../../graphql/operations/rateLimit/rateLimitHeaders.ts';
import { DEPRECATED_HEADER } from '../../graphql/operations/usage/deprecations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Differences from the default, such as the methods; false if web pages have no use for the route. */
    readonly cors?: FastifyCorsOptions | false;
  }
}

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
/** The methods of pages, files and the schema. */
const DEFAULT_METHODS = ['GET', 'HEAD'];

/** The headers of docs/http.md that browsers hide from pages of other origins. */
const EXPOSED_HEADERS = [
  'etag',
  'cache-status',
  'link',
  'retry-after',
  'server-timing',
  'x-request-id',
  DEPRECATED_HEADER,
  ...RATE_LIMIT_HEADERS,
];

/** The headers by which pages of other origins can read responses. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
} as const;

/**
 * Allows pages of every origin to send requests. The header is the same for all origins, so that a CDN stores a response
 * once; there are no cookies. API keys can be bound to origins: `authenticate` checks that.
 */
export async function allowCors(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCors, {
    origin: CORS_HEADERS['access-control-allow-origin'],
    methods: DEFAULT_METHODS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // Clients other than browsers send OPTIONS without the headers of a preflight.
    strictPreflight: false,
    exposedHeaders: CORS_HEADERS['access-control-expose-headers'],
  });
}
