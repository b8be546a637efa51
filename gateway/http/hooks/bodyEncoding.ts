import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';

/**
 * Refuses bodies that are not read as they come: compressed ones, of which a small one could become a large one, and
 * those in another encoding than UTF-8 (GraphQL over HTTP, "Media Types"). 415 says what is taken.
 */
export function checkBodyEncoding(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return reply
        .code(415)
        .header('accept-encoding', 'identity')
        .send(refusal('a body without Content-Encoding', encoding));
    const charset = /charset\s*=\s*"?([^\s";,]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      return reply.code(415).send(refusal('a body in UTF-8', charset));
  });
}

const refusal = (expected: string, got: string) =>
  errorBody('UNSUPPORTED_BODY', `expected ${expected}, got ${JSON.stringify(got.slice(0, 40))}`);
