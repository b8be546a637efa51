import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import type { Asset, Track } from './asset.ts';
import { known } from './assetRoutes.ts';
import { NEW_TRACK, TRACK_CHANGE } from './assetSchemas.ts';
import { checkedUrl, INGEST_MS } from './ingest.ts';
import { opaqueId } from './opaqueId.ts';

interface Params {
  id: string;
  trackId: string;
}

type NewTrack = Pick<Track, 'type' | 'name' | 'closed_captions' | 'passthrough'> & {
  url: string;
  language_code: string;
};

/** Text and audio tracks that join an asset after it was made. */
export function trackRoutes(api: FastifyInstance, { store }: ApiContext): void {
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
      checkedUrl(body.url, 'url');
      if (asset.status === 'errored') throw invalid('The asset is errored and takes no tracks.');
      const data = newTrack(asset, body);
      store.putTrack(asset.id, data);
      store.later(INGEST_MS, () => {
        if (store.asset(asset.id)?.tracks?.some((t) => t.id === data.id))
          store.putTrack(asset.id, { ...data, status: 'errored' });
      });
      return reply.code(201).send({ data });
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

  api.delete<{ Params: Params }>('/assets/:id/tracks/:trackId', ({ params }, reply) => {
    const track = find(params);
    const isPrimary = track.type === 'video' || (track.type === 'audio' && track.primary !== false);
    if (isPrimary) throw invalid(`The primary ${track.type} track cannot be deleted.`);
    store.deleteTrack(params.id, track);
    return reply.code(204).send();
  });
}

function newTrack(asset: Asset, body: NewTrack): Track {
  const name = body.name || languageName(body.language_code);
  unusedName(asset, body.type, name);
  return {
    id: opaqueId(),
    type: body.type,
    status: 'preparing',
    language_code: body.language_code,
    name,
    ...(body.type === 'text' && {
      text_type: 'subtitles' as const,
      text_source: 'uploaded',
      closed_captions: body.closed_captions ?? false,
    }),
    ...(body.type === 'audio' && { primary: false }),
    ...(body.passthrough && { passthrough: body.passthrough }),
  };
}

function unusedName(asset: Asset, type: Track['type'], name: string): void {
  if (asset.tracks?.some((t) => t.type === type && t.name === name))
    throw invalid(`name: this asset has a ${type} track named ${JSON.stringify(name)} already`);
}

/** The name a player shows when the client gave none. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    throw invalid(`language_code ${JSON.stringify(code)} is no BCP 47 code`);
  }
}
