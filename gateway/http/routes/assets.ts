import type { FastifyInstance } from 'fastify';

/** A file in memory that pages load. */
export interface Asset {
  /** The address, which contains the hash of the content. */
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** Serves files whose addresses change with their content. */
export function serveAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, content } of assets)
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}, immutable`).type(type).send(content),
    );
}
