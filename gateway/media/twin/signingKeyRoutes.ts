import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './apiContext.ts';
import { notFound } from './apiError.ts';
import { generateSigningKey, type SigningKey } from './signingKey.ts';

const LIST = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    page: { type: 'integer', minimum: 1, default: 1 },
  },
};

/** The keys that sign playback URLs. The same routes stand under `/system/v1` and, older, `/video/v1`. */
export function signingKeyRoutes(api: FastifyInstance, { store }: ApiContext): void {
  const shown = ({ id, createdAt }: SigningKey) => ({ id, created_at: createdAt });
  const find = (id: string): SigningKey => {
    const key = store.key(id);
    if (!key) throw notFound('signing key');
    return key;
  };

  api.post('/signing-keys', async (_request, reply) => {
    const { key, privateKey } = await generateSigningKey(Date.now());
    store.addKey(key);
    return reply.code(201).send({ data: { ...shown(key), private_key: privateKey } });
  });

  api.get<{ Querystring: { limit: number; page: number } }>(
    '/signing-keys',
    { schema: { querystring: LIST } },
    ({ query: { limit, page } }) => ({
      data: store
        .keys()
        .slice((page - 1) * limit, page * limit)
        .map(shown),
    }),
  );

  api.get<{ Params: { id: string } }>('/signing-keys/:id', ({ params }) => ({
    data: shown(find(params.id)),
  }));

  api.delete<{ Params: { id: string } }>('/signing-keys/:id', ({ params }, reply) => {
    store.deleteKey(find(params.id).id);
    return reply.code(204).send();
  });
}
