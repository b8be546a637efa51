import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';
import { containsKey } from '../../services/auth/token.ts';

/**
 * Refuses, at every address, one that has a key in it: logs, histories and other sites would be told of it.
 * @param graph is the address where keys are taken, and where a parameter's name is enough to tell that one was meant
 */
export function rejectKeysInUrls(app: FastifyInstance, graph: string): void {
  app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
    if (!(routeOptions.url === graph ? hasKeyInUrl(url) : containsKey(url))) return undefined;
    return reply.code(400).send(errorBody('KEY_IN_URL', KEY_IN_URL_MESSAGE));
  });
}
