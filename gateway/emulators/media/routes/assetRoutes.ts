import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import { type Asset, newAsset } from '../assets/asset.ts';
import { inputInfo } from '../assets/inputInfo.ts';
import { type NewAssetBody, parseNewAsset } from '../assets/newAssetRequest.ts';
import type { MediaStore } from '../assets/store.ts';
import { checkTime } from '../images/thumbnail.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { addRequestedParts } from '../ingest/requestedParts.ts';
import { ASSET_CHANGE, ASSET_LIST, NEW_ASSET } from './assetSchemas.ts';

interface ListQuery {
  limit: number;
  page: number;
  cursor?: string;
  live_stream_id?: string;
  upload_id?: string;
}

/** Error message when the account is full. */
export const ACCOUNT_FULL = 'This account is full: delete assets.';

/** Registers `/video/v1/assets`: list, create, retrieve, update, delete, and input info. */
export function assetRoutes(api: FastifyInstance, context: ApiContext): void {
  const { store, readable, generatedFiles, ingest } = context;
  api.get<{ Querystring: ListQuery }>('/assets', { schema: { querystring: ASSET_LIST } }, ({ query }) =>
    paginate(
      readable
        .all()
        .filter((a) => query.live_stream_id === undefined || a.live_stream_id === query.live_stream_id)
        .filter((a) => query.upload_id === undefined || a.upload_id === query.upload_id),
      query,
    ),
  );

  api.post<{ Body: NewAssetBody }>('/assets', { schema: { body: NEW_ASSET } }, ({ body }, reply) => {
    const request = parseNewAsset(body, 'url');
    if (store.isFull) throw invalidParameters(ACCOUNT_FULL);
    const asset = newAsset(request, { now: Date.now(), ingestType: 'on_demand_url' });
    store.create(asset, request.inputs);
    addRequestedParts(context, asset, request);
    ingest.ingestUrl(asset, request.inputs);
    return reply.code(201).send({ data: store.asset(asset.id) });
  });

  api.get<{ Params: { id: string } }>('/assets/:id', ({ params }) => {
    const data = readable.get(params.id);
    if (!data) throw notFound('asset');
    return { data };
  });

  api.patch<{ Params: { id: string }; Body: Pick<Asset, 'passthrough' | 'meta' | 'thumbnail_time'> }>(
    '/assets/:id',
    { schema: { body: ASSET_CHANGE } },
    ({ params, body }) => {
      const asset = requireAsset(store, params.id);
      if (body.thumbnail_time !== undefined) checkThumbnailTime(asset, body.thumbnail_time);
      return {
        data: store.update(asset.id, {
          // An empty string clears a value.
          ...(body.passthrough !== undefined && { passthrough: body.passthrough || undefined }),
          ...(body.meta && { meta: withoutEmpty({ ...asset.meta, ...body.meta }) }),
          ...(body.thumbnail_time !== undefined && { thumbnail_time: body.thumbnail_time }),
        }),
      };
    },
  );

  api.delete<{ Params: { id: string } }>('/assets/:id', async ({ params }, reply) => {
    const { id } = requireAsset(store, params.id);
    store.delete(id);
    await generatedFiles.remove(id);
    return reply.code(204).send();
  });

  api.delete<{ Params: { id: string } }>('/assets/:id/thumbnail-time', ({ params }, reply) => {
    store.update(requireAsset(store, params.id).id, { thumbnail_time: undefined });
    return reply.code(204).send();
  });

  api.get<{ Params: { id: string } }>('/assets/:id/input-info', ({ params }) => {
    const asset = requireAsset(store, params.id);
    return { data: inputInfo(asset, store.inputs(asset.id)) };
  });
}

/** @throws ApiError 400 for an asset that is not ready, or a time at or after its end */
function checkThumbnailTime({ status, duration = 0 }: Asset, time: number): void {
  if (status !== 'ready')
    throw invalidParameters(`thumbnail_time needs a ready asset, got an asset that is ${status}`);
  checkTime('thumbnail_time', time, duration);
}

/** @throws ApiError 404 when the asset does not exist */
export function requireAsset(store: MediaStore, id: string): Asset {
  const asset = store.asset(id);
  if (!asset) throw notFound('asset');
  return asset;
}

function paginate(assets: Asset[], { limit, page: number, cursor }: ListQuery) {
  const from = cursor === undefined ? (number - 1) * limit : indexAfter(assets, cursor);
  const data = assets.slice(from, from + limit);
  const last = data.at(-1);
  return { data, next_cursor: last && from + limit < assets.length ? cursorOf(last) : null };
}

function cursorOf({ created_at, id }: Asset): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
}

/** Returns the start index of the next page, even when the last asset of the previous page was deleted. */
function indexAfter(assets: Asset[], cursor: string): number {
  const { createdAt, id } = readCursor(cursor);
  const at = assets.findIndex((asset) => asset.id === id);
  if (at >= 0) return at + 1;
  const older = assets.findIndex((asset) => Number(asset.created_at) < Number(createdAt));
  return older >= 0 ? older : assets.length;
}

/** @throws ApiError 400 for a text that is not the cursor of a response */
function readCursor(cursor: string): { createdAt: string; id: string } {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof createdAt === 'string' && typeof id === 'string') return { createdAt, id };
  } catch {
    // A cursor that is not JSON is rejected below.
  }
  throw invalidParameters('cursor is not a next_cursor of a list response');
}

function withoutEmpty(meta: NonNullable<Asset['meta']>): Asset['meta'] {
  const values = Object.entries(meta).filter(([, value]) => value !== '');
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
