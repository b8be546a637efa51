import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import type { Track } from '../assets/asset.ts';
import {
  languageName,
  type NewGeneratedTrack,
  type NewTrack,
  newTrack,
  requireUnusedName,
} from '../assets/textTrack.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { parseInputUrl } from '../inputs/inputUrl.ts';
import { requireAsset } from './assetRoutes.ts';
import { NEW_GENERATED_SUBTITLES, NEW_TRACK, TRACK_CHANGE } from './assetSchemas.ts';

interface Params {
  id: string;
  trackId: string;
}

/** Registers the routes of text and audio tracks that are added to an asset. */
export function trackRoutes(api: FastifyInstance, { store, generatedFiles, ingest }: ApiContext): void {
  const requireTrack = ({ id, trackId }: Params): Track => {
    const track = requireAsset(store, id).tracks?.find((t) => t.id === trackId);
    if (!track) throw notFound('track');
    return track;
  };

  api.post<{ Params: Params; Body: NewTrack }>(
    '/assets/:id/tracks',
    { schema: { body: NEW_TRACK } },
    ({ params, body }, reply) => {
      const asset = requireAsset(store, params.id);
      const url = parseInputUrl(body.url, 'url');
      if (asset.status === 'errored') throw invalidParameters('The asset is errored and accepts no tracks.');
      const data = newTrack(asset, body);
      store.putTrack(asset.id, data);
      ingest.downloadTrack(asset.id, data, url);
      return reply.code(201).send({ data });
    },
  );

  api.post<{ Params: Params; Body: { generated_subtitles: NewGeneratedTrack[] } }>(
    '/assets/:id/tracks/:trackId/generate-subtitles',
    { schema: { body: NEW_GENERATED_SUBTITLES } },
    ({ params, body }, reply) => {
      const asset = requireAsset(store, params.id);
      if (requireTrack(params).type !== 'audio')
        throw invalidParameters('Subtitles are generated from an audio track.');
      if (asset.status !== 'ready')
        throw invalidParameters(`The asset is ${asset.status}; expected a ready asset.`);
      for (const { name } of body.generated_subtitles) if (name) requireUnusedName(asset, 'text', name);
      return reply.code(201).send({ data: ingest.generateTracks(asset, body.generated_subtitles) });
    },
  );

  api.patch<{ Params: Params; Body: Partial<Track> }>(
    '/assets/:id/tracks/:trackId',
    { schema: { body: TRACK_CHANGE } },
    ({ params, body }) => {
      const track = requireTrack(params);
      if (track.type === 'video') throw invalidParameters('A video track cannot be changed.');
      const { language_code, name, closed_captions, passthrough } = body;
      const change = { language_code, name, closed_captions, passthrough };
      const data = {
        ...track,
        ...Object.fromEntries(Object.entries(change).filter(([, v]) => v !== undefined)),
      };
      if (language_code !== undefined) languageName(language_code);
      const asset = requireAsset(store, params.id);
      if (name !== undefined && name !== track.name) requireUnusedName(asset, track.type, name);
      store.putTrack(asset.id, data);
      return { data };
    },
  );

  api.delete<{ Params: Params }>('/assets/:id/tracks/:trackId', async ({ params }, reply) => {
    const track = requireTrack(params);
    const isPrimary = track.type === 'video' || (track.type === 'audio' && track.primary !== false);
    if (isPrimary) throw invalidParameters(`The primary ${track.type} track cannot be deleted.`);
    store.deleteTrack(params.id, track);
    await generatedFiles.remove(params.id, `${track.id}.vtt`);
    return reply.code(204).send();
  });
}
