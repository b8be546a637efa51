import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notFound, sendError } from '../api/apiError.ts';
import type { RateLimiter } from '../api/rateLimit.ts';
import { validateLazily } from '../api/validation.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import type { MediaWebhooks } from '../webhooks/mediaWebhooks.ts';
import { assetRoutes } from './assetRoutes.ts';
import { playbackIdRoutes } from './playbackIdRoutes.ts';
import { playbackRestrictionRoutes } from './playbackRestrictionRoutes.ts';
import { signingKeyRoutes } from './signingKeyRoutes.ts';
import { staticRenditionRoutes } from './staticRenditionRoutes.ts';
import { trackRoutes } from './trackRoutes.ts';
import { uploadRoutes } from './uploadRoutes.ts';
import { webhookApiRoutes } from './webhookApiRoutes.ts';

interface ApiOptions extends ApiContext {
  tokenId: string;
  tokenSecret: string;
  limiter: RateLimiter;
  /** Undefined if the emulator sends no webhooks. */
  sentWebhooks: MediaWebhooks | undefined;
}

/**
 * Mounts the management API: Basic authentication, the account's rate limit and Mux's error format for all
 * routes, also unknown routes.
 */
export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const protect = (routes: (api: FastifyInstance, context: ApiContext) => void) => (api: FastifyInstance) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'max-age=0, private, must-revalidate');
      if (!isAuthenticated(request, options)) throw new ApiError(401, 'unauthorized', 'Unauthorized request');
      // The rate limit belongs to the account, so only authenticated requests count.
      if (!options.limiter.take(request.method))
        return reply.code(429).send({ errors: ['Too many requests, retry later.'] });
    });
    acceptEmptyJson(api);
    validateLazily(api);
    api.setErrorHandler((error: FastifyError, _request, reply) => sendError(error, reply));
    api.setNotFoundHandler((_request, reply) => sendError(notFound('resource'), reply));
    // The playback routes respond to preflight requests for every path; the management API does not support CORS.
    api.options('/*', (_request, reply) => sendError(notFound('resource'), reply));
    routes(api, options);
  };
  app.register(
    async (api) =>
      protect((routed, context) => {
        assetRoutes(routed, context);
        playbackIdRoutes(routed, context);
        playbackRestrictionRoutes(routed, context);
        uploadRoutes(routed, context);
        trackRoutes(routed, context);
        staticRenditionRoutes(routed, context);
        signingKeyRoutes(routed, context);
      })(api),
    { prefix: '/video/v1' },
  );
  app.register(
    async (api) =>
      protect((routed, context) => {
        signingKeyRoutes(routed, context);
        whoamiRoutes(routed);
        if (options.sentWebhooks) webhookApiRoutes(routed, options.sentWebhooks);
      })(api),
    { prefix: '/system/v1' },
  );
}

/** The access token of the emulator has every permission. */
const PERMISSIONS = ['video:read', 'video:write', 'data:read', 'data:write', 'system:read', 'system:write'];

/** Registers the description of the access token (https://www.mux.com/docs/api-reference/system/utilities). */
function whoamiRoutes(api: FastifyInstance): void {
  api.get('/whoami', () => ({
    data: {
      permissions: PERMISSIONS,
      organization_name: 'Emulator',
      organization_id: 'emulator',
      environment_type: 'development',
      environment_name: 'Emulator',
      environment_id: 'emulator',
      access_token_name: 'Emulator',
    },
  }));
}

function isAuthenticated(request: FastifyRequest, { tokenId, tokenSecret }: ApiOptions): boolean {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ', 2);
  return (
    scheme.toLowerCase() === 'basic' &&
    isSameText(Buffer.from(credentials, 'base64').toString(), `${tokenId}:${tokenSecret}`)
  );
}

/** Compares digests, so that the duration reveals neither the length nor the first difference. */
function isSameText(actual: string, expected: string): boolean {
  const [a, b] = [actual, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

/**
 * The SDK sends `content-type: application/json` without a body, for example when it creates a signing key.
 */
function acceptEmptyJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
