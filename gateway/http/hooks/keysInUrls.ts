import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';
import { containsKey } from '../../services/auth/token.ts';

/**
 * Rejects URLs that contain an API key: logs, browser histories and other sites would store it.
 * @param graphqlPath also rejects query parameters with the name of a key
 */
export function rejectKeysInUrls(app: FastifyInstance, graphqlPath: string): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const hasKey = routeOptions.url === graphqlPath ? hasKeyInUrl(url) : containsKey(url);
    if (hasKey) reply.code(400).send(errorBody('KEY_IN_URL', KEY_IN_URL_MESSAGE));
    else done();
  });
}
