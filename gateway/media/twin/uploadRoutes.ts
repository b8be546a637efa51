import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { invalid, notFound } from './apiError.ts';
import { type NewAssetBody, readNewAsset } from './assetRequest.ts';
import { FULL } from './assetRoutes.ts';
import { NEW_UPLOAD, UPLOAD_LIST } from './assetSchemas.ts';
import type { Upload } from './upload.ts';
import type { NewUpload } from './uploadStore.ts';
import { uploadUrl } from './uploadTarget.ts';

interface Params {
  id: string;
}

type Body = Omit<NewUpload, 'new_asset_settings'> & { new_asset_settings?: NewAssetBody };

/** `/video/v1/uploads`: create, list, retrieve, cancel. The file itself goes to the address each is given. */
export function uploadRoutes(api: FastifyInstance, { store, uploads }: ApiContext): void {
  const known = ({ id }: Params): Upload => {
    const upload = uploads.get(id);
    if (!upload) throw notFound('upload');
    return upload;
  };

  api.post<{ Body: Body }>('/uploads', { schema: { body: NEW_UPLOAD } }, (request, reply) => {
    const { new_asset_settings: asked = {}, ...wanted } = request.body;
    if (store.isFull) throw invalid(FULL);
    const { inputs, ...settings } = readNewAsset(asked, 'upload');
    const upload = uploads.create(
      {
        ...wanted,
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

  api.get<{ Params: Params }>('/uploads/:id', ({ params }) => ({ data: known(params) }));

  api.put<{ Params: Params }>('/uploads/:id/cancel', ({ params }, reply) => {
    const { id, status } = known(params);
    // Mux's document: 403 without a body when cancellation is no longer possible.
    if (status !== 'waiting') return reply.code(403).send();
    return { data: uploads.cancel(id) };
  });
}
