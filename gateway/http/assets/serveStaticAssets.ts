import type { FastifyInstance } from 'fastify';
import type { StaticAsset } from './staticAsset.ts';

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** Serves files whose addresses change with their content. */
export function serveStaticAssets(app: FastifyInstance, assets: readonly StaticAsset[]): void {
  for (const { path, type, content } of assets)
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}, immutable`).type(type).send(content),
    );
}
