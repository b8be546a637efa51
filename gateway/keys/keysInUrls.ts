import type { FastifyInstance } from 'fastify';
import { KEY_IN_URL, REFUSED_IN_URL } from './refusals.ts';
import { holdsKey } from './token.ts';

/** Refuses, at every address, one that has a key in it: logs, histories and other sites would be told of it. */
export function refuseKeysInUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!holdsKey(url)) return undefined;
    const error = { message: REFUSED_IN_URL, extensions: { code: KEY_IN_URL } };
    return reply.code(400).send({ errors: [error] });
  });
}
