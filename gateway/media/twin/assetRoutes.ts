import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import { type Asset, newAsset } from './asset.ts';
import { addWanted } from './assetParts.ts';
import { type NewAssetBody, readNewAsset } from './assetRequest.ts';
import { ASSET_CHANGE, ASSET_LIST, NEW_ASSET } from './assetSchemas.ts';
import { inputInfo } from './inputInfo.ts';
import type { MediaStore } from './store.ts';

interface ListQuery {
  limit: number;
  page: number;
  cursor?: string;
  live_stream_id?: string;
  upload_id?: string;
}

/** Said when no asset more fits into the account. */
export const FULL = 'This account is full: delete assets.';

/** `/video/v1/assets`: list, create, retrieve, change, delete, and what an asset was made from. */
export function assetRoutes(api: FastifyInstance, context: ApiContext): void {
  const { store, made, ingest } = context;
  api.get<{ Querystring: ListQuery }>('/assets', { schema: { querystring: ASSET_LIST } }, ({ query }) =>
    page(
      store
        .assets()
        .filter((a) => query.live_stream_id === undefined || a.live_stream_id === query.live_stream_id)
        .filter((a) => query.upload_id === undefined || a.upload_id === query.upload_id),
      query,
    ),
  );

  api.post<{ Body: NewAssetBody }>('/assets', { schema: { body: NEW_ASSET } }, ({ body }, reply) => {
    const wanted = readNewAsset(body, 'url');
    if (store.isFull) throw invalid(FULL);
    const asset = newAsset(wanted, Date.now());
    store.create(asset, wanted.inputs);
    addWanted(context, asset, wanted);
    ingest.fromUrl(asset, wanted.inputs);
    return reply.code(201).send({ data: store.asset(asset.id) });
  });

  api.get<{ Params: { id: string } }>('/assets/:id', ({ params }) => ({ data: known(store, params.id) }));

  api.patch<{ Params: { id: string }; Body: Pick<Asset, 'passthrough' | 'meta' | 'thumbnail_time'> }>(
    '/assets/:id',
    { schema: { body: ASSET_CHANGE } },
    ({ params, body }) => {
      const asset = known(store, params.id);
      return {
        data: store.update(asset.id, {
          // An empty string is how a client clears a value.
          ...(body.passthrough !== undefined && { passthrough: body.passthrough || undefined }),
          ...(body.meta && { meta: withoutEmpty({ ...asset.meta, ...body.meta }) }),
          ...(body.thumbnail_time !== undefined && { thumbnail_time: body.thumbnail_time }),
        }),
      };
    },
  );

  api.delete<{ Params: { id: string } }>('/assets/:id', async ({ params }, reply) => {
    const { id } = known(store, params.id);
    store.delete(id);
    await made.remove(id);
    return reply.code(204).send();
  });

  api.delete<{ Params: { id: string } }>('/assets/:id/thumbnail-time', ({ params }, reply) => {
    store.update(known(store, params.id).id, { thumbnail_time: undefined });
    return reply.code(204).send();
  });

  api.get<{ Params: { id: string } }>('/assets/:id/input-info', ({ params }) => {
    const asset = known(store, params.id);
    return { data: inputInfo(asset, store.inputs(asset.id)) };
  });
}

/** @throws ApiError 404 when the account has no such asset */
export function known(store: MediaStore, id: string): Asset {
  const asset = store.asset(id);
  if (!asset) throw notFound('asset');
  return asset;
}

function page(assets: Asset[], { limit, page: number, cursor }: ListQuery) {
  const from = cursor === undefined ? (number - 1) * limit : after(assets, cursor);
  const data = assets.slice(from, from + limit);
  const last = data.at(-1);
  return { data, next_cursor: last && from + limit < assets.length ? cursorOf(last) : null };
}

function cursorOf({ created_at, id }: Asset): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
}

/** Where the next page begins, also when the last page's last asset is gone by now. */
function after(assets: Asset[], cursor: string): number {
  let createdAt: unknown;
  let id: unknown;
  try {
    [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw invalid('cursor is not one that a list answered as next_cursor');
  }
  const at = assets.findIndex((asset) => asset.id === id);
  if (at >= 0) return at + 1;
  const older = assets.findIndex((asset) => Number(asset.created_at) < Number(createdAt));
  return older >= 0 ? older : assets.length;
}

function withoutEmpty(meta: NonNullable<Asset['meta']>): Asset['meta'] {
  const kept = Object.entries(meta).filter(([, value]) => value !== '');
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
