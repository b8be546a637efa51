import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { ApiError, notFound, sendError } from './apiError.ts';
import { assetRoutes } from './assetRoutes.ts';
import { playbackIdRoutes } from './playbackIdRoutes.ts';
import type { RateLimiter } from './rateLimit.ts';
import { signingKeyRoutes } from './signingKeyRoutes.ts';
import { staticRenditionRoutes } from './staticRenditionRoutes.ts';
import { trackRoutes } from './trackRoutes.ts';
import { uploadRoutes } from './uploadRoutes.ts';

interface ApiOptions extends ApiContext {
  tokenId: string;
  tokenSecret: string;
  limiter: RateLimiter;
}

/**
 * Mounts the management API: Basic authentication, the account's rate limit, and the provider's error
 * shape around every route, unknown ones included.
 */
export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const guarded = (routes: (api: FastifyInstance, context: ApiContext) => void) => (api: FastifyInstance) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'max-age=0, private, must-revalidate');
      if (!authenticated(request, options)) throw new ApiError(401, 'unauthorized', 'Unauthorized request');
      // The limit is the account's, so only who has shown to be the account uses it up.
      if (!options.limiter.take(request.method))
        return reply.code(429).send({ errors: ['Too many requests, retry later.'] });
    });
    acceptEmptyJson(api);
    api.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
    api.setNotFoundHandler((_request, reply) => sendError(notFound('resource'), reply));
    // The playback half answers preflights for every path; the management API answers none.
    api.options('/*', (_request, reply) => sendError(notFound('resource'), reply));
    routes(api, options);
  };
  app.register(
    async (api) =>
      guarded((routed, context) => {
        assetRoutes(routed, context);
        playbackIdRoutes(routed, context);
        uploadRoutes(routed, context);
        trackRoutes(routed, context);
        staticRenditionRoutes(routed, context);
        signingKeyRoutes(routed, context);
      })(api),
    { prefix: '/video/v1' },
  );
  app.register(async (api) => guarded(signingKeyRoutes)(api), { prefix: '/system/v1' });
}

function authenticated(request: FastifyRequest, { tokenId, tokenSecret }: ApiOptions): boolean {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ', 2);
  return (
    scheme.toLowerCase() === 'basic' &&
    sameText(Buffer.from(credentials, 'base64').toString(), `${tokenId}:${tokenSecret}`)
  );
}

/** Compares digests, so that neither the length nor the first difference shows in the time it takes. */
function sameText(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

/** The SDK announces JSON on requests that carry none, such as the creation of a signing key. */
function acceptEmptyJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
