import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { StaticFiles } from './webBundle.ts';

/** Serves a folder. What is named by its content never changes under its name; its documents carry its policy. */
export async function serveFiles(
  app: FastifyInstance,
  { folder, prefix, policy }: StaticFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    // The files there are, and nothing else: other addresses are left to pages.
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const isNamedByContent = /\/assets\//.test(path);
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      if (policy && path.endsWith('.html')) reply.header('content-security-policy', policy);
    },
  });
  if (prefix !== '/') app.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
}
