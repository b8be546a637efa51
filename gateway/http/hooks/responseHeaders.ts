import type { FastifyInstance, FastifyReply } from 'fastify';

/** Browsers must not guess another content type than the stated one. */
export const NO_SNIFF_HEADER = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Adds the headers that every response has: `X-Content-Type-Options: nosniff`, and `Vary: Accept-Encoding`, also if the
 * response is not compressed: a shared cache would send it to clients that accept compressed ones. Compression runs later.
 */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(NO_SNIFF_HEADER);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    addVary(reply, 'accept-encoding');
    done();
  });
}

/** Adds request headers to the `Vary` of a response. */
export function addVary(reply: FastifyReply, ...names: readonly string[]): void {
  const present = [reply.getHeader('vary') ?? []].flat().flatMap((value) => String(value).split(/\s*,\s*/));
  const known = new Set(present.map((name) => name.toLowerCase()));
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length > 0) reply.header('vary', [...present, ...missing].join(', '));
}
