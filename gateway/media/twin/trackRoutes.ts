import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import type { Track } from './asset.ts';
import { known } from './assetRoutes.ts';
import { NEW_GENERATED, NEW_TRACK, TRACK_CHANGE } from './assetSchemas.ts';
import { checkedUrl } from './inputUrl.ts';
import { type NewGenerated, type NewTrack, newTrack, unusedName } from './textTrack.ts';

interface Params {
  id: string;
  trackId: string;
}

/** Text and audio tracks that join an asset after it was made. */
export function trackRoutes(api: FastifyInstance, { store, made, ingest }: ApiContext): void {
  const find = ({ id, trackId }: Params): Track => {
    const track = known(store, id).tracks?.find((t) => t.id === trackId);
    if (!track) throw notFound('track');
    return track;
  };

  api.post<{ Params: Params; Body: NewTrack }>(
    '/assets/:id/tracks',
    { schema: { body: NEW_TRACK } },
    ({ params, body }, reply) => {
      const asset = known(store, params.id);
      const url = checkedUrl(body.url, 'url');
      if (asset.status === 'errored') throw invalid('The asset is errored and takes no tracks.');
      const data = newTrack(asset, body);
      store.putTrack(asset.id, data);
      ingest.track(asset.id, data, url);
      return reply.code(201).send({ data });
    },
  );

  api.post<{ Params: Params; Body: { generated_subtitles: NewGenerated[] } }>(
    '/assets/:id/tracks/:trackId/generate-subtitles',
    { schema: { body: NEW_GENERATED } },
    ({ params, body }, reply) => {
      const asset = known(store, params.id);
      if (find(params).type !== 'audio') throw invalid('Subtitles are generated from an audio track.');
      if (asset.status !== 'ready')
        throw invalid(`The asset is ${asset.status}; expected one that is ready.`);
      for (const { name } of body.generated_subtitles) if (name) unusedName(asset, 'text', name);
      return reply.code(201).send({ data: ingest.generate(asset, body.generated_subtitles) });
    },
  );

  api.patch<{ Params: Params; Body: Partial<Track> }>(
    '/assets/:id/tracks/:trackId',
    { schema: { body: TRACK_CHANGE } },
    ({ params, body }) => {
      const track = find(params);
      if (track.type === 'video') throw invalid('A video track cannot be changed.');
      const { language_code, name, closed_captions, passthrough } = body;
      const change = { language_code, name, closed_captions, passthrough };
      const data = {
        ...track,
        ...Object.fromEntries(Object.entries(change).filter(([, v]) => v !== undefined)),
      };
      const asset = known(store, params.id);
      if (name !== undefined && name !== track.name) unusedName(asset, track.type, name);
      store.putTrack(asset.id, data);
      return { data };
    },
  );

  api.delete<{ Params: Params }>('/assets/:id/tracks/:trackId', async ({ params }, reply) => {
    const track = find(params);
    const isPrimary = track.type === 'video' || (track.type === 'audio' && track.primary !== false);
    if (isPrimary) throw invalid(`The primary ${track.type} track cannot be deleted.`);
    store.deleteTrack(params.id, track);
    await made.remove(params.id, `${track.id}.vtt`);
    return reply.code(204).send();
  });
}
