import type { FastifyInstance, FastifyReply } from 'fastify';

/** Browsers must not guess another content type than the stated one. */
export const NO_SNIFF_HEADER = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Responses that are not compressed have the `Vary` too: otherwise a shared cache would send them to clients that accept
 * compressed ones.
 */
export const RESPONSE_HEADERS = { ...NO_SNIFF_HEADER, vary: 'accept-encoding' } as const;

/** Adds the headers that every response has: `X-Content-Type-Options: nosniff`, and `Vary: Accept-Encoding`. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(RESPONSE_HEADERS);
    done();
  });
}

/** Returns a function that adds request headers to the `Vary` of a response. */
export function varyBy(...names: readonly string[]): (reply: FastifyReply) => void {
  // By the present value, of which there are few.
  const values = new Map<string, string>();
  const added = (present: string): string => {
    const known = present.split(/\s*,\s*/).filter((name) => name !== '');
    const missing = names.filter((name) => !known.some((other) => other.toLowerCase() === name));
    return [...known, ...missing].join(', ');
  };
  return (reply) => {
    const present = String(reply.getHeader('vary') ?? '');
    const value = values.get(present) ?? added(present);
    values.set(present, value);
    reply.header('vary', value);
  };
}
