import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { notFound } from '../api/apiError.ts';
import type { Asset } from '../assets/asset.ts';
import { CLIP_OPTIONS } from '../playback/clip.ts';
import { authorizePlayback, cacheControl } from '../playback/playbackAuth.ts';
import type { TokenAudience } from '../playback/playbackToken.ts';
import type { PlaybackContext } from '../playback/streamRoutes.ts';
import { choiceOption, type UrlOptions } from '../playback/urlOptions.ts';
import { ANIMATED_OPTIONS, animatedImage } from './animatedImage.ts';
import {
  STORYBOARD_OPTIONS,
  storyboardImage,
  storyboardJson,
  storyboardLayout,
  storyboardVtt,
} from './storyboard.ts';
import { THUMBNAIL_OPTIONS, thumbnail } from './thumbnail.ts';

/** Size of the cache of drawn images. */
const IMAGE_CACHE_BYTES = 48 * 1024 * 1024;
/** Maximum age of an image in caches. */
const IMAGE_MAX_AGE_SECONDS = 600;

interface Params {
  pid: string;
  ext: string;
}

interface ImageFormat {
  audience: TokenAudience;
  options: readonly string[];
  extensions: readonly string[];
  draw(asset: Asset, ext: string, options: UrlOptions): Promise<Buffer>;
}

/** Registers the routes of image.mux.com: stills, animated images, storyboards. */
export function imageRoutes(app: FastifyInstance, context: PlaybackContext): void {
  const { library } = context;
  const images = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: IMAGE_CACHE_BYTES,
    maxEntrySize: IMAGE_CACHE_BYTES / 4,
    sizeCalculation: (image) => image.length,
    // Concurrent requests for the same image draw it once.
    fetchMethod: (_key, _stale, { context: draw }) => draw(),
  });

  const kinds: Record<string, ImageFormat> = {
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
      const playback = await authorizePlayback(
        request,
        { playbackId: pid, audience, options: known },
        context,
      );
      const { asset, options, tokenQuery } = playback;
      reply.header('cache-control', cacheControl(playback, IMAGE_MAX_AGE_SECONDS));

      if (name === 'storyboard' && (ext === 'vtt' || ext === 'json')) {
        const layout = storyboardLayout(asset, await library.stills(asset.id), options);
        const format = choiceOption(options, 'format', extensions) ?? 'jpg';
        const query = tokenQuery || clipQuery(options);
        const url = `${request.protocol}://${request.host}/${pid}/storyboard.${format}${query}`;
        if (ext === 'json') return storyboardJson(layout, url);
        return reply.type('text/vtt; charset=utf-8').send(storyboardVtt(layout, url));
      }
      if (!extensions.includes(ext)) throw notFound(`${name} format`);
      const key = JSON.stringify([asset.id, name, ext, asset.thumbnail_time, options]);
      const image = await images.fetch(key, { context: () => draw(asset, ext, options) });
      return reply.type(ext === 'jpg' ? 'image/jpeg' : `image/${ext}`).send(image);
    });
}

/** Returns the query with the clip of a public storyboard; a signed one has the clip in its token. */
function clipQuery(options: UrlOptions): string {
  const times = CLIP_OPTIONS.flatMap((name) =>
    options[name] === undefined ? [] : [`${name}=${options[name]}`],
  );
  return times.length > 0 ? `?${times.join('&')}` : '';
}
