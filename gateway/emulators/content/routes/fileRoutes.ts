import type { FastifyInstance } from 'fastify';
import { httpError } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';

/** The URL of a file contains the hash of its content, so the file never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Registers files, `/files/{project}/{dataset}/{file}`. */
export function fileRoutes(app: FastifyInstance, dataset: Dataset): void {
  app.get('/files/:project/:name/:file', async (request, reply) => {
    const { project, name, file } = request.params as { project: string; name: string; file: string };
    const asset =
      project === dataset.projectId && name === dataset.dataset ? dataset.files.get(file) : undefined;
    if (asset === undefined) throw httpError(404, 'File not found');
    const { dl } = request.query as { dl?: unknown };
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('content-type', asset.document.mimeType)
      .header('x-content-type-options', 'nosniff')
      .header(
        'content-disposition',
        dl === undefined ? 'inline' : attachment(String(dl || asset.document.originalFilename)),
      )
      .send(asset.bytes);
  });
}

/** Returns the header of a download with a name of any characters (RFC 6266). */
const attachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
