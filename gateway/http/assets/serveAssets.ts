import type { FastifyInstance } from 'fastify';
import type { Asset } from './asset.ts';

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** Serves files whose addresses change with their content. */
export function serveAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, content } of assets)
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}, immutable`).type(type).send(content),
    );
}
