import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';
import { containsKey } from '../../services/auth/token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if query parameters with the name of a key are rejected, whatever their value. */
    readonly rejectsKeyParameters?: boolean;
  }
}

/** Rejects URLs that contain an API key: logs, browser histories and other sites would store it. */
export function rejectKeysInUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const hasKey = routeOptions.config.rejectsKeyParameters ? hasKeyInUrl(url) : containsKey(url);
    if (hasKey) reply.code(400).send(errorBody('KEY_IN_URL', KEY_IN_URL_MESSAGE));
    else done();
  });
}
