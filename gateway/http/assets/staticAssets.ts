import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { packageFile } from '../../core/packageFiles.ts';

/** A file in memory that pages load. */
export interface StaticAsset {
  /** The address, which contains the hash of the content. */
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/** Creates a file that pages load. @param folder of its address, e.g. `/reader` */
export const createStaticAsset = (
  folder: string,
  name: string,
  extension: keyof typeof TYPES,
  content: string,
): StaticAsset => ({
  path: `${folder}/${name}-${hash('sha256', content).slice(0, 12)}.${extension}`,
  type: TYPES[extension],
  content,
});

/** Returns one style sheet of several. @param folder relative to the root @param names in the order of the cascade */
export const readStyles = (folder: string, names: readonly string[]): string =>
  names.map((name) => readFileSync(packageFile(`${folder}/${name}.css`), 'utf8')).join('\n');

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** Serves files whose addresses change with their content. */
export function serveStaticAssets(app: FastifyInstance, assets: readonly StaticAsset[]): void {
  for (const { path, type, content } of assets)
    app.get(path, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}, immutable`).type(type).send(content),
    );
}
