import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, httpError } from '../api/apiError.ts';
import { attachment } from '../api/attachment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { createImageAsset, MAX_IMAGE_BYTES, mimeTypeOf, readMetadataParts } from '../images/imageAsset.ts';
import { readImageSpec } from '../images/imageSpec.ts';
import { autoFormat, type RenderedImage, transformImage } from '../images/imageTransform.ts';
import { uploadRoute } from './assetUploads.ts';

/** The URL of an image contains the hash of its content, so the image never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
/** Size of the cache of rendered images. */
const RENDERED_CACHE_BYTES = 64_000_000;

/** Registers uploads, `POST /assets/images/{dataset}`, and images, `/images/{project}/{dataset}/{file}`. */
export function imageRoutes(app: FastifyInstance, dataset: Dataset): void {
  const rendered = new LRUCache<string, RenderedImage>({
    maxSize: RENDERED_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  uploadRoute(app, dataset, {
    kind: 'images',
    maxBytes: MAX_IMAGE_BYTES,
    store: async ({ bytes, filename, query, description }) => {
      const parts = readMetadataParts(query.getAll('meta'));
      return createImageAsset(bytes, filename, parts)
        .catch((error: unknown) => {
          if (error instanceof ApiError) throw error;
          throw httpError(400, `Invalid image, could not read metadata: ${(error as Error).message}`);
        })
        .then((image) => dataset.addAsset('images', image, description));
    },
  });

  const serve = async (request: FastifyRequest) => {
    const { project, name, file } = request.params as { project: string; name: string; file: string };
    const image =
      project === dataset.projectId && name === dataset.dataset ? dataset.images.get(file) : undefined;
    if (image === undefined) throw httpError(404, 'Image not found');
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const extension = file.slice(file.lastIndexOf('.') + 1);
    if (!request.url.includes('?') || query === '')
      return { bytes: image.bytes, format: extension, spec: undefined };

    const spec = readImageSpec(new URLSearchParams(query));
    const preferred = autoFormat(spec, String(request.headers.accept ?? ''));
    const key = `${file}?${query}#${preferred}`;
    let result = rendered.get(key);
    if (result === undefined) {
      result = await transformImage({ bytes: image.bytes, format: extension }, spec, preferred);
      rendered.set(key, result);
    }
    return { ...result, spec };
  };

  for (const path of ['/images/:project/:name/:file', '/images/:project/:name/:file/:vanity'])
    app.get(path, async (request, reply) => {
      const { bytes, format, spec } = await serve(request);
      reply.header('cache-control', CACHE_CONTROL).header('content-type', mimeTypeOf(format));
      reply.header('x-content-type-options', 'nosniff');
      if (spec?.auto) reply.header('vary', 'accept');
      if (spec?.download !== undefined) reply.header('content-disposition', attachment(spec.download));
      return reply.send(bytes);
    });
}
