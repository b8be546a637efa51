import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { RATE_LIMIT_HEADERS } from '../../graphql/operations/rateLimit/rateLimitHeaders.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
/** Addresses that web pages have no use for. */
const NO_CORS = /^\/(metrics|webhooks|health)\b/;

/** Allows pages of every origin to send requests; API keys can be bound to origins. */
export async function allowCors(app: FastifyInstance): Promise<void> {
  const options = {
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // Clients other than browsers send OPTIONS without the headers of a preflight.
    strictPreflight: false,
    exposedHeaders: ['retry-after', 'x-request-id', ...RATE_LIMIT_HEADERS],
  };
  await app.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...options, origin: !NO_CORS.test(request.url) }),
  });
}
