import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { addRendition, type NewRendition, renditionsOf } from '../ingest/staticRenditions.ts';
import { requireAsset } from './assetRoutes.ts';
import { NEW_RENDITION } from './assetSchemas.ts';

/** Registers `/video/v1/assets/{id}/static-renditions`: MP4 files to download. */
export function staticRenditionRoutes(api: FastifyInstance, context: ApiContext): void {
  const { store } = context;

  api.post<{ Params: { id: string }; Body: NewRendition }>(
    '/assets/:id/static-renditions',
    { schema: { body: NEW_RENDITION } },
    ({ params, body }, reply) => {
      const asset = requireAsset(store, params.id);
      if (renditionsOf(asset).some((f) => f.resolution === body.resolution))
        throw invalidParameters(`resolution: this asset has a static rendition ${body.resolution} already`);
      return reply.code(201).send({ data: addRendition(context, asset.id, body) });
    },
  );

  api.delete<{ Params: { id: string; renditionId: string } }>(
    '/assets/:id/static-renditions/:renditionId',
    ({ params }, reply) => {
      const asset = requireAsset(store, params.id);
      const files = renditionsOf(asset);
      const part = files.find((f) => f.id === params.renditionId);
      if (!part) throw notFound('static rendition');
      store.putRenditions(
        asset.id,
        files.filter((f) => f !== part),
        { verb: 'deleted', part },
      );
      return reply.code(204).send();
    },
  );
}
