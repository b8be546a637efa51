import type { FastifyInstance } from 'fastify';
import { httpError } from '../api/apiError.ts';
import { attachment } from '../api/attachment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { createFileAsset } from '../files/fileAsset.ts';
import { uploadRoute } from './assetUploads.ts';

/** The URL of a file contains the hash of its content, so the file never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Maximum size of an upload. The emulator holds all files in memory. */
const MAX_FILE_BYTES = 100_000_000;

/** Registers uploads, `POST /assets/files/{dataset}`, and files, `/files/{project}/{dataset}/{file}`. */
export function fileRoutes(app: FastifyInstance, dataset: Dataset): void {
  uploadRoute(app, dataset, {
    kind: 'files',
    maxBytes: MAX_FILE_BYTES,
    store: async ({ bytes, filename = '', description }) =>
      dataset.addAsset('files', createFileAsset(bytes, filename, filename), description),
  });
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
        dl === undefined ? 'inline' : attachment(String(dl || (asset.document.originalFilename ?? file))),
      )
      .send(asset.bytes);
  });
}
