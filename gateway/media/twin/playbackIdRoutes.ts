import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import type { PlaybackId } from './asset.ts';
import { known } from './assetRoutes.ts';
import { POLICIES } from './assetSchemas.ts';
import { opaqueId } from './opaqueId.ts';

const NEW_PLAYBACK_ID = {
  type: 'object',
  properties: { policy: { enum: POLICIES, default: 'public' } },
};

interface Params {
  id: string;
  playbackId: string;
}

/** Playback ids of an asset, and the way back from a playback id to its asset. */
export function playbackIdRoutes(api: FastifyInstance, { store }: ApiContext): void {
  const find = ({ id, playbackId }: Params): PlaybackId => {
    const found = known(store, id).playback_ids?.find((p) => p.id === playbackId);
    if (!found) throw notFound('playback ID');
    return found;
  };

  api.post<{ Params: Params; Body: { policy: PlaybackId['policy'] } }>(
    '/assets/:id/playback-ids',
    { schema: { body: NEW_PLAYBACK_ID } },
    ({ params, body }, reply) => {
      const asset = known(store, params.id);
      if (body.policy === 'drm')
        throw invalid('policy: drm needs a drm_configuration_id, and this account has none');
      const data: PlaybackId = { id: opaqueId(), policy: body.policy };
      store.update(asset.id, { playback_ids: [...(asset.playback_ids ?? []), data] });
      return reply.code(201).send({ data });
    },
  );

  api.get<{ Params: Params }>('/assets/:id/playback-ids/:playbackId', ({ params }) => ({
    data: find(params),
  }));

  api.delete<{ Params: Params }>('/assets/:id/playback-ids/:playbackId', ({ params }, reply) => {
    const gone = find(params);
    const left = (known(store, params.id).playback_ids ?? []).filter((p) => p.id !== gone.id);
    store.update(params.id, { playback_ids: left.length > 0 ? left : undefined });
    return reply.code(204).send();
  });

  api.get<{ Params: Params }>('/playback-ids/:playbackId', ({ params }) => {
    const playback = store.playback(params.playbackId);
    if (!playback) throw notFound('playback ID');
    return {
      data: {
        id: params.playbackId,
        policy: playback.policy,
        object: { type: 'asset', id: playback.asset.id },
      },
    };
  });
}
