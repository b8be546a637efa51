import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import type { PlaybackId } from '../assets/asset.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { requireAsset } from './assetRoutes.ts';
import { POLICIES } from './assetSchemas.ts';

const NEW_PLAYBACK_ID = {
  type: 'object',
  properties: { policy: { enum: POLICIES, default: 'public' } },
};

interface Params {
  id: string;
  playbackId: string;
}

/** Registers the routes of playback ids and the lookup of an asset by playback id. */
export function playbackIdRoutes(api: FastifyInstance, { store }: ApiContext): void {
  const requirePlaybackId = ({ id, playbackId }: Params): PlaybackId => {
    const found = requireAsset(store, id).playback_ids?.find((p) => p.id === playbackId);
    if (!found) throw notFound('playback ID');
    return found;
  };

  api.post<{ Params: Params; Body: { policy: PlaybackId['policy'] } }>(
    '/assets/:id/playback-ids',
    { schema: { body: NEW_PLAYBACK_ID } },
    ({ params, body }, reply) => {
      const asset = requireAsset(store, params.id);
      if (body.policy === 'drm')
        throw invalidParameters('policy: drm needs a drm_configuration_id, and this account has none');
      const data: PlaybackId = { id: opaqueId(), policy: body.policy };
      store.update(asset.id, { playback_ids: [...(asset.playback_ids ?? []), data] });
      return reply.code(201).send({ data });
    },
  );

  api.get<{ Params: Params }>('/assets/:id/playback-ids/:playbackId', ({ params }) => ({
    data: requirePlaybackId(params),
  }));

  api.delete<{ Params: Params }>('/assets/:id/playback-ids/:playbackId', ({ params }, reply) => {
    const deleted = requirePlaybackId(params);
    const remaining = (requireAsset(store, params.id).playback_ids ?? []).filter((p) => p.id !== deleted.id);
    store.update(params.id, { playback_ids: remaining.length > 0 ? remaining : undefined });
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
