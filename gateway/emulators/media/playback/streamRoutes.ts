import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../api/apiError.ts';
import type { Track } from '../assets/asset.ts';
import type { MediaStore } from '../assets/store.ts';
import type { MediaLibrary } from '../files/mediaLibrary.ts';
import { clipPlaylist, clippedPath, clipSubtitles, parseClipRange, readClip } from './clip.ts';
import {
  mediaPlaylist,
  multivariantPlaylist,
  PLAYBACK_MODIFIERS,
  type SignPath,
  subtitlesPlaylist,
} from './manifest.ts';
import { type AuthorizedPlayback, authorizePlayback, cacheControl } from './playbackAuth.ts';
import { transcript } from './transcript.ts';
import type { UriSigner } from './uriSigner.ts';

/** Parameters of the files of a playback id, or of its clip. */
interface PartParams {
  pid: string;
  range?: string;
}

/** Dependencies of the playback routes. */
export interface PlaybackContext {
  store: MediaStore;
  library: MediaLibrary;
  signer: UriSigner;
}

const PLAYLIST_TYPE = 'application/x-mpegURL';
/** Maximum age in caches: playlists change with tracks, media files do not. */
const PLAYLIST_MAX_AGE_SECONDS = 10;
const MEDIA_MAX_AGE_SECONDS = 3600;

/** Registers the routes of stream.mux.com: playlists, media with byte ranges, text tracks, downloads. */
export function streamRoutes(app: FastifyInstance, context: PlaybackContext): void {
  const { library, signer } = context;
  const authorize = (request: FastifyRequest, playbackId: string, options: readonly string[] = []) =>
    authorizePlayback(request, { playbackId, audience: 'v', options }, context);
  const signFor = ({ expires }: AuthorizedPlayback): SignPath =>
    expires === undefined ? () => '' : (path) => signer.query(path, expires);
  const media = (reply: FastifyReply, playback: AuthorizedPlayback, file: string) =>
    reply
      .header('cache-control', cacheControl(playback, MEDIA_MAX_AGE_SECONDS))
      .sendFile(`${playback.asset.id}/${file}`, library.rootOf(playback.asset.id, file));

  app.get<{ Params: { pid: string } }>('/:pid.m3u8', async (request, reply) => {
    const { pid } = request.params;
    const playback = await authorize(request, pid, PLAYBACK_MODIFIERS);
    const master = await library.text(playback.asset.id, 'master.m3u8');
    if (master === undefined) throw notFound('playlist');
    const text = multivariantPlaylist(master, {
      playbackId: pid,
      subtitles: textTracks(playback),
      options: playback.options,
      clip: readClip(playback.options, playback.asset.duration ?? 0),
      sign: signFor(playback),
    });
    return playlist(reply, playback, text);
  });

  for (const prefix of ['/:pid', '/:pid/clip/:range']) {
    app.get<{ Params: PartParams & { file: string } }>(
      `${prefix}/rendition/:file`,
      async (request, reply) => {
        const { pid, range, file } = request.params;
        const playback = await authorize(request, pid);
        const clip = parseClipRange(range);
        const { id } = playback.asset;
        if ((await library.playable(id, file)) === undefined || file === 'master.m3u8')
          throw notFound('rendition');
        if (!file.endsWith('.m3u8')) return media(reply, playback, file);
        const whole = (await library.text(id, file)) as string;
        const text = clip ? clipPlaylist(whole, clip) : whole;
        const folder = `/${pid}/${clippedPath('rendition', clip)}`;
        return playlist(reply, playback, mediaPlaylist(text, { folder, sign: signFor(playback) }));
      },
    );

    app.get<{ Params: PartParams & { trackId: string; ext: string } }>(
      `${prefix}/text/:trackId.:ext`,
      async (request, reply) => {
        const { pid, range, trackId, ext } = request.params;
        const playback = await authorize(request, pid);
        const clip = parseClipRange(range);
        const track = textTracks(playback).find(({ id }) => id === trackId);
        const vtt = track && (await library.text(playback.asset.id, `${track.id}.vtt`));
        if (vtt === undefined) throw notFound('text track');
        if (ext === 'm3u8')
          return playlist(
            reply,
            playback,
            subtitlesPlaylist(trackId, {
              duration: clip ? clip.end - clip.start : (playback.asset.duration ?? 0),
              folder: `/${pid}/${clippedPath('text', clip)}`,
              sign: signFor(playback),
            }),
          );
        reply.header('cache-control', cacheControl(playback, PLAYLIST_MAX_AGE_SECONDS));
        if (ext === 'vtt') return reply.type('text/vtt; charset=utf-8').send(clip ? clipSubtitles(vtt) : vtt);
        if (ext === 'txt') return reply.type('text/plain; charset=utf-8').send(await transcript(vtt));
        throw notFound('text track');
      },
    );
  }

  for (const ext of ['mp4', 'm4a'])
    app.get<{ Params: { pid: string; name: string }; Querystring: { download?: unknown } }>(
      `/:pid/:name.${ext}`,
      async (request, reply) => {
        const playback = await authorize(request, request.params.pid);
        const rendition = playback.asset.static_renditions?.files?.find(
          (f) => f.name === `${request.params.name}.${ext}` && f.status === 'ready',
        );
        const file =
          ext === 'm4a'
            ? rendition?.name
            : rendition && (await library.encoded(playback.asset.id, rendition.resolution));
        if (!file) throw notFound('static rendition');
        const { download } = request.query;
        if (typeof download === 'string')
          reply.header(
            'content-disposition',
            `attachment; filename="${download.replace(/[^\w .-]/g, '_')}.${ext}"`,
          );
        return media(reply, playback, file);
      },
    );
}

function playlist(reply: FastifyReply, playback: AuthorizedPlayback, text: string): FastifyReply {
  return reply
    .header('cache-control', cacheControl(playback, PLAYLIST_MAX_AGE_SECONDS))
    .type(PLAYLIST_TYPE)
    .send(text);
}

/** Returns the ready text tracks; tracks in any other state are not in the manifest. */
function textTracks({ asset }: AuthorizedPlayback): Track[] {
  return (asset.tracks ?? []).filter((t) => t.type === 'text' && (t.status ?? 'ready') === 'ready');
}
