import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import type { Asset, StaticRendition } from './asset.ts';
import { known } from './assetRoutes.ts';
import { INGEST_MS } from './ingest.ts';
import { opaqueId } from './opaqueId.ts';

const RESOLUTIONS = [
  'highest',
  'audio-only',
  '2160p',
  '1440p',
  '1080p',
  '720p',
  '540p',
  '480p',
  '360p',
  '270p',
] as const;

const NEW_RENDITION = {
  type: 'object',
  required: ['resolution'],
  properties: { resolution: { enum: RESOLUTIONS }, passthrough: { type: 'string', maxLength: 255 } },
};

/** Heights the seed is encoded in, best first. */
const ENCODED = [720, 360];

/** The encoded file behind a static rendition, e.g. `720p.mp4` for `highest`. */
export function encodedName(resolution: string): string {
  return `${resolution === 'highest' ? `${ENCODED[0]}p` : resolution}.mp4`;
}

/** Downloadable MP4 files. A resolution that is not among the encoded ones ends as `skipped`. */
export function staticRenditionRoutes(api: FastifyInstance, { store, library }: ApiContext): void {
  const files = (asset: Asset) => asset.static_renditions?.files ?? [];

  api.post<{ Params: { id: string }; Body: Pick<StaticRendition, 'resolution' | 'passthrough'> }>(
    '/assets/:id/static-renditions',
    { schema: { body: NEW_RENDITION } },
    ({ params, body: { resolution, passthrough } }, reply) => {
      const asset = known(store, params.id);
      if (files(asset).some((f) => f.resolution === resolution))
        throw invalid(`resolution: this asset has a static rendition ${resolution} already`);
      const isAudio = resolution === 'audio-only';
      const data: StaticRendition = {
        id: opaqueId(),
        name: isAudio ? 'audio.m4a' : `${resolution}.mp4`,
        ext: isAudio ? 'm4a' : 'mp4',
        type: 'advanced',
        resolution,
        status: 'preparing',
        ...(passthrough && { passthrough }),
      };
      store.putRenditions(asset.id, [...files(asset), data], { verb: 'created', part: data });
      store.later(INGEST_MS, async () => {
        const size = await library.playable(asset.id, encodedName(resolution));
        const now = store.asset(asset.id);
        if (!now || !files(now).some((f) => f.id === data.id)) return;
        const part = size === undefined ? { ...data, status: 'skipped' as const } : ready(data, now, size);
        store.putRenditions(
          asset.id,
          files(now).map((f) => (f.id === data.id ? part : f)),
          { verb: part.status === 'skipped' ? 'skipped' : 'ready', part },
        );
      });
      return reply.code(201).send({ data });
    },
  );

  api.delete<{ Params: { id: string; renditionId: string } }>(
    '/assets/:id/static-renditions/:renditionId',
    ({ params }, reply) => {
      const asset = known(store, params.id);
      const part = files(asset).find((f) => f.id === params.renditionId);
      if (!part) throw notFound('static rendition');
      store.putRenditions(
        asset.id,
        files(asset).filter((f) => f !== part),
        { verb: 'deleted', part },
      );
      return reply.code(204).send();
    },
  );
}

function ready(rendition: StaticRendition, asset: Asset, bytes: number): StaticRendition {
  const height = Number.parseInt(encodedName(rendition.resolution), 10);
  const [across = 16, down = 9] = (asset.aspect_ratio ?? '16:9').split(':').map(Number);
  return {
    ...rendition,
    status: 'ready',
    resolution_tier: '720p',
    height,
    width: Math.round((height * across) / down),
    bitrate: Math.round((bytes * 8) / (asset.duration ?? 1)),
    filesize: String(bytes),
  };
}
