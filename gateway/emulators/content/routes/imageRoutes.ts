import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, httpError } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { createImageAsset, MAX_IMAGE_BYTES, mimeTypeOf } from '../images/imageAsset.ts';
import { readImageSpec } from '../images/imageSpec.ts';
import { type RenderedImage, transformImage } from '../images/imageTransform.ts';

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
  app.register(async (uploads) => {
    // An upload is the raw image, whatever its content type.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    uploads.post(`/:version/assets/images/:dataset`, { bodyLimit: MAX_IMAGE_BYTES }, async (request) => {
      dataset.authorize(request, 'write');
      return { document: await upload(request, dataset) };
    });
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
    const accept = spec.auto ? String(request.headers.accept ?? '') : '';
    const key = `${file}?${query}#${accept.includes('image/webp')}`;
    let result = rendered.get(key);
    if (result === undefined) {
      result = await transformImage({ bytes: image.bytes, format: extension }, spec, accept);
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

async function upload(request: FastifyRequest, dataset: Dataset): Promise<unknown> {
  const query = new URL(request.url, 'http://emulator').searchParams;
  if (!Buffer.isBuffer(request.body) || request.body.length === 0)
    throw httpError(400, 'expected the bytes of an image as the body');
  const meta = query.getAll('meta');
  // Sanity's defaults include lqip and palette; `none` switches all metadata off.
  const includes = (name: string) => meta.length === 0 || meta.includes(name);
  try {
    const asset = await createImageAsset(request.body, query.get('filename') ?? undefined, {
      lqip: includes('lqip'),
      palette: includes('palette'),
    });
    const description = Object.fromEntries(
      ['label', 'title', 'description', 'creditLine'].flatMap((name) => {
        const text = query.get(name);
        return text === null ? [] : [[name, text]];
      }),
    );
    return dataset.addImage(asset, description);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw httpError(400, `Invalid image, could not read metadata: ${(error as Error).message}`);
  }
}

function attachment(name: string): string {
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}
