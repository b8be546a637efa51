import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/apiError.ts';
import { generateSigningKey, type SigningKey } from '../assets/signingKey.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { LIST_QUERY, type ListQuery, pageOf } from './listQuery.ts';

/** Registers the routes of URL signing keys, under `/system/v1` and the older `/video/v1`. */
export function signingKeyRoutes(api: FastifyInstance, { store }: ApiContext): void {
  const toResponse = ({ id, createdAt }: SigningKey) => ({ id, created_at: createdAt });
  const requireKey = (id: string): SigningKey => {
    const key = store.key(id);
    if (!key) throw notFound('signing key');
    return key;
  };

  api.post('/signing-keys', async (_request, reply) => {
    const { key, privateKey } = await generateSigningKey(Date.now());
    store.addKey(key);
    return reply.code(201).send({ data: { ...toResponse(key), private_key: privateKey } });
  });

  api.get<ListQuery>('/signing-keys', { schema: { querystring: LIST_QUERY } }, ({ query }) => ({
    data: pageOf(store.keys(), query).map(toResponse),
  }));

  api.get<{ Params: { id: string } }>('/signing-keys/:id', ({ params }) => ({
    data: toResponse(requireKey(params.id)),
  }));

  api.delete<{ Params: { id: string } }>('/signing-keys/:id', ({ params }, reply) => {
    store.deleteKey(requireKey(params.id).id);
    return reply.code(204).send();
  });
}
