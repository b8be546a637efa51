import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, admit, cacheControl } from './admission.ts';
import { notFound } from './apiError.ts';
import type { Track } from './asset.ts';
import type { MediaLibrary } from './library.ts';
import {
  mediaPlaylist,
  multivariantPlaylist,
  PLAYBACK_MODIFIERS,
  type Sign,
  subtitlesPlaylist,
} from './manifest.ts';
import type { UriSigner } from './signedUri.ts';
import type { MediaStore } from './store.ts';
import { transcript } from './transcript.ts';

/** What the playback routes work with. */
export interface PlaybackContext {
  store: MediaStore;
  library: MediaLibrary;
  signer: UriSigner;
}

const PLAYLIST = 'application/x-mpegURL';
/** Seconds an answer may be kept: playlists follow tracks that come and go, media files stay. */
const PLAYLIST_AGE = 10;
const MEDIA_AGE = 3600;

/** What stream.mux.com serves: playlists, media by byte ranges, text tracks, downloads. */
export function streamRoutes(app: FastifyInstance, context: PlaybackContext): void {
  const { library, signer } = context;
  const admitted = (request: FastifyRequest, playbackId: string, options: readonly string[] = []) =>
    admit(request, { playbackId, audience: 'v', options }, context);
  const signFor = ({ expires }: Admission): Sign =>
    expires === undefined ? () => '' : (path) => signer.query(path, expires);
  const media = (reply: FastifyReply, admission: Admission, file: string) =>
    reply
      .header('cache-control', cacheControl(admission, MEDIA_AGE))
      .sendFile(`${admission.asset.id}/${file}`, library.rootOf(admission.asset.id, file));

  app.get<{ Params: { pid: string } }>('/:pid.m3u8', async (request, reply) => {
    const { pid } = request.params;
    const admission = await admitted(request, pid, PLAYBACK_MODIFIERS);
    const master = await library.text(admission.asset.id, 'master.m3u8');
    if (master === undefined) throw notFound('playlist');
    const text = multivariantPlaylist(master, {
      playbackId: pid,
      subtitles: textTracks(admission),
      options: admission.options,
      sign: signFor(admission),
    });
    return playlist(reply, admission, text);
  });

  app.get<{ Params: { pid: string; file: string } }>('/:pid/rendition/:file', async (request, reply) => {
    const { pid, file } = request.params;
    const admission = await admitted(request, pid);
    const { id } = admission.asset;
    if ((await library.playable(id, file)) === undefined || file === 'master.m3u8')
      throw notFound('rendition');
    if (!file.endsWith('.m3u8')) return media(reply, admission, file);
    const text = (await library.text(id, file)) as string;
    return playlist(
      reply,
      admission,
      mediaPlaylist(text, { folder: `/${pid}/rendition`, sign: signFor(admission) }),
    );
  });

  app.get<{ Params: { pid: string; trackId: string; ext: string } }>(
    '/:pid/text/:trackId.:ext',
    async (request, reply) => {
      const { pid, trackId, ext } = request.params;
      const admission = await admitted(request, pid);
      const track = textTracks(admission).find(({ id }) => id === trackId);
      const vtt = track && (await library.text(admission.asset.id, `${track.id}.vtt`));
      if (vtt === undefined) throw notFound('text track');
      if (ext === 'm3u8')
        return playlist(
          reply,
          admission,
          subtitlesPlaylist(trackId, {
            duration: admission.asset.duration ?? 0,
            folder: `/${pid}/text`,
            sign: signFor(admission),
          }),
        );
      reply.header('cache-control', cacheControl(admission, PLAYLIST_AGE));
      if (ext === 'vtt') return reply.type('text/vtt; charset=utf-8').send(vtt);
      if (ext === 'txt') return reply.type('text/plain; charset=utf-8').send(await transcript(vtt));
      throw notFound('text track');
    },
  );

  app.get<{ Params: { pid: string; name: string }; Querystring: { download?: unknown } }>(
    '/:pid/:name.mp4',
    async (request, reply) => {
      const admission = await admitted(request, request.params.pid);
      const rendition = admission.asset.static_renditions?.files?.find(
        (f) => f.name === `${request.params.name}.mp4` && f.status === 'ready',
      );
      const file = rendition && (await library.encoded(admission.asset.id, rendition.resolution));
      if (!file) throw notFound('static rendition');
      const { download } = request.query;
      if (typeof download === 'string')
        reply.header(
          'content-disposition',
          `attachment; filename="${download.replace(/[^\w .-]/g, '_')}.mp4"`,
        );
      return media(reply, admission, file);
    },
  );
}

function playlist(reply: FastifyReply, admission: Admission, text: string): FastifyReply {
  return reply.header('cache-control', cacheControl(admission, PLAYLIST_AGE)).type(PLAYLIST).send(text);
}

/** Only ready tracks are played: one still being fetched, or errored, does not stand in the manifest. */
function textTracks({ asset }: Admission): Track[] {
  return (asset.tracks ?? []).filter((t) => t.type === 'text' && (t.status ?? 'ready') === 'ready');
}
