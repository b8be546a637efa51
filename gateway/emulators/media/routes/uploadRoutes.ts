import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import { type NewAssetBody, parseNewAsset } from '../assets/newAssetRequest.ts';
import type { Upload } from '../assets/upload.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import type { NewUpload } from '../uploads/uploadStore.ts';
import { ACCOUNT_FULL } from './assetRoutes.ts';
import { NEW_UPLOAD, UPLOAD_LIST } from './assetSchemas.ts';
import { uploadUrl } from './uploadTarget.ts';

interface Params {
  id: string;
}

type Body = Omit<NewUpload, 'new_asset_settings'> & { new_asset_settings?: NewAssetBody };

/**
 * Registers `/video/v1/uploads`: create, list, retrieve, cancel. The file is sent to the `url` of the upload.
 */
export function uploadRoutes(api: FastifyInstance, { store, uploads }: ApiContext): void {
  const requireUpload = ({ id }: Params): Upload => {
    const upload = uploads.get(id);
    if (!upload) throw notFound('upload');
    return upload;
  };

  api.post<{ Body: Body }>('/uploads', { schema: { body: NEW_UPLOAD } }, (request, reply) => {
    const { new_asset_settings: requestedSettings = {}, ...rest } = request.body;
    if (store.isFull) throw invalidParameters(ACCOUNT_FULL);
    const { inputs, ...settings } = parseNewAsset(requestedSettings, 'upload');
    const upload = uploads.create(
      {
        ...rest,
        new_asset_settings: { video_quality: 'basic', ...settings, ...(inputs.length > 0 && { inputs }) },
      },
      (id, secret) => uploadUrl(`${request.protocol}://${request.host}`, id, secret),
    );
    return reply.code(201).send({ data: upload });
  });

  api.get<{ Querystring: { limit: number; page: number } }>(
    '/uploads',
    { schema: { querystring: UPLOAD_LIST } },
    ({ query: { limit, page } }) => ({ data: uploads.list().slice((page - 1) * limit, page * limit) }),
  );

  api.get<{ Params: Params }>('/uploads/:id', ({ params }) => ({ data: requireUpload(params) }));

  api.put<{ Params: Params }>('/uploads/:id/cancel', ({ params }, reply) => {
    const { id, status } = requireUpload(params);
    // Mux's OpenAPI document: 403 without a body when the upload can no longer be cancelled.
    if (status !== 'waiting') return reply.code(403).send();
    return { data: uploads.cancel(id) };
  });
}
