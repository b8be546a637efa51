import type { FastifyInstance } from 'fastify';
import { httpError } from '../api/apiError.ts';
import { attachment } from '../api/attachment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { createFileAsset } from '../files/fileAsset.ts';
import { uploadRoute } from './assetUploads.ts';

/** The URL of a file contains the hash of its content, so the file never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

const MIME_TYPE = /^[\x20-\x7e]+$/;

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
    const params = request.params as { project: string; name: string; file: string };
    const { file } = params;
    const asset =
      params.project === dataset.projectId && params.name === dataset.dataset
        ? dataset.files.get(file)
        : undefined;
    if (asset === undefined) throw httpError(404, 'File not found');
    const { dl } = request.query as { dl?: string | string[] };
    // The document of an asset of an export may have any values.
    const { originalFilename, mimeType } = asset.document;
    const name = typeof originalFilename === 'string' ? originalFilename : file;
    const isType = typeof mimeType === 'string' && MIME_TYPE.test(mimeType);
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('content-type', isType ? mimeType : 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', dl === undefined ? 'inline' : attachment(String(dl || name)))
      .send(asset.bytes);
  });
}
