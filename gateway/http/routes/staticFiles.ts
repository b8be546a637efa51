import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { StaticFiles } from '../pages/builtWeb.ts';

/** Serves a folder of built files. Files under `assets/` have a content hash in their name and are immutable. */
export async function serveFiles(
  app: FastifyInstance,
  { folder, prefix, policy }: StaticFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    // One route per file, so that other addresses reach the pages.
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders(reply, path) {
      const isImmutable = /\/assets\//.test(path);
      reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('referrer-policy', 'strict-origin-when-cross-origin');
      if (policy && path.endsWith('.html')) reply.header('content-security-policy', policy);
    },
  });
  if (prefix !== '/') app.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308));
}
