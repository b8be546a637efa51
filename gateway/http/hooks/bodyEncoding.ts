import type { FastifyInstance } from 'fastify';
import { errorBody } from '../../core/errorBody.ts';

/**
 * Rejects compressed bodies (a small one can expand into a large one) and bodies in another charset than UTF-8 (GraphQL
 * over HTTP, "Media Types") with 415.
 */
export function checkBodyEncoding(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding'];
    const charset = /charset\s*=\s*"?([^\s";,]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (encoding !== undefined && encoding !== 'identity')
      reply
        .code(415)
        .header('accept-encoding', 'identity')
        .send(unsupportedBody('a body without Content-Encoding', encoding, 'identity'));
    else if (charset !== undefined && !/^utf-?8$/i.test(charset))
      reply.code(415).send(unsupportedBody('a body in UTF-8', charset, 'utf-8'));
    else done();
  });
}

const unsupportedBody = (expected: string, got: string, allowed: string) =>
  errorBody('UNSUPPORTED_BODY', `expected ${expected}, got ${JSON.stringify(got.slice(0, 40))}`, {
    allowed: [allowed],
  });
