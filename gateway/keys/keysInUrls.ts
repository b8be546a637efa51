import type { FastifyInstance } from 'fastify';
import { refusalOf } from '../http/refusal.ts';
import { holdsKey } from './token.ts';

export const REFUSED_IN_URL =
  'expected no key in the address, where logs keep it; send it as `Authorization: Bearer <key>`, and rotate this one';

/** Names under which clients put keys into addresses. */
const KEY_PARAMETER = /^(key|api[-_]?key|x-api-key|access[-_]?token|token|authorization)$/i;

/**
 * Refuses, at every address, one that has a key in it: logs, histories and other sites would be told of it.
 * @param graph is the address where keys are taken, and where a parameter's name is enough to tell that one was meant
 */
export function refuseKeysInUrls(app: FastifyInstance, graph: string): void {
  app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
    if (!(routeOptions.url === graph ? hasKeyInUrl(url) : holdsKey(url))) return undefined;
    return reply.code(400).send(refusalOf('KEY_IN_URL', REFUSED_IN_URL));
  });
}

/** Whether the graph was asked with a key in the address, or with something under the name of one. */
export function hasKeyInUrl(url: string): boolean {
  const [, query = ''] = url.split('?', 2);
  return holdsKey(url) || [...new URLSearchParams(query).keys()].some((name) => KEY_PARAMETER.test(name));
}
