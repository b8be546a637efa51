import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { admit, cacheControl } from './admission.ts';
import { ANIMATED_OPTIONS, animatedImage } from './animated.ts';
import { notFound } from './apiError.ts';
import type { Asset } from './asset.ts';
import { choiceOption, type Options } from './option.ts';
import type { Audience } from './playbackToken.ts';
import {
  STORYBOARD_OPTIONS,
  storyboardImage,
  storyboardJson,
  storyboardLayout,
  storyboardVtt,
} from './storyboard.ts';
import type { PlaybackContext } from './streamRoutes.ts';
import { THUMBNAIL_OPTIONS, thumbnail } from './thumbnail.ts';

/** Bytes of finished pictures kept for the next request. */
const CACHE_BYTES = 48 * 1024 * 1024;
/** Seconds a picture may be kept by its reader. */
const IMAGE_AGE = 600;

interface Params {
  pid: string;
  ext: string;
}

interface Kind {
  audience: Audience;
  options: readonly string[];
  extensions: readonly string[];
  draw(asset: Asset, ext: string, options: Options): Promise<Buffer>;
}

/** What image.mux.com serves: stills, animated previews, storyboards. */
export function imageRoutes(app: FastifyInstance, context: PlaybackContext): void {
  const { library } = context;
  const pictures = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 4,
    sizeCalculation: (picture) => picture.length,
    // Two requests for the same picture share one drawing of it.
    fetchMethod: (_key, _stale, { context: draw }) => draw(),
  });

  const kinds: Record<string, Kind> = {
    thumbnail: {
      audience: 't',
      options: THUMBNAIL_OPTIONS,
      extensions: ['jpg', 'png', 'webp'],
      draw: (asset, ext, options) => thumbnail(asset, { ext, options, library }),
    },
    animated: {
      audience: 'g',
      options: ANIMATED_OPTIONS,
      extensions: ['gif', 'webp'],
      draw: (asset, ext, options) => animatedImage(asset, { ext, options, library }),
    },
    storyboard: {
      audience: 's',
      options: STORYBOARD_OPTIONS,
      extensions: ['jpg', 'png', 'webp'],
      draw: (asset, ext, options) => storyboardImage(asset, { ext, options, library }),
    },
  };

  for (const [name, { audience, options: known, extensions, draw }] of Object.entries(kinds))
    app.get<{ Params: Params }>(`/:pid/${name}.:ext`, async (request, reply) => {
      const { pid, ext } = request.params;
      const admission = await admit(request, { playbackId: pid, audience, options: known }, context);
      const { asset, options, tokenQuery } = admission;
      reply.header('cache-control', cacheControl(admission, IMAGE_AGE));

      if (name === 'storyboard' && (ext === 'vtt' || ext === 'json')) {
        const layout = storyboardLayout(asset, await library.stills(asset.id));
        const format = choiceOption(options, 'format', extensions) ?? 'jpg';
        const url = `${request.protocol}://${request.host}/${pid}/storyboard.${format}${tokenQuery}`;
        if (ext === 'json') return storyboardJson(layout, url);
        return reply.type('text/vtt; charset=utf-8').send(storyboardVtt(layout, url));
      }
      if (!extensions.includes(ext)) throw notFound(`${name} format`);
      const key = JSON.stringify([asset.id, name, ext, asset.thumbnail_time, options]);
      const picture = await pictures.fetch(key, { context: () => draw(asset, ext, options) });
      return reply.type(ext === 'jpg' ? 'image/jpeg' : `image/${ext}`).send(picture);
    });
}
