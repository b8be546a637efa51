import type { FastifyInstance } from 'fastify';
import { invalidParameters, notFound } from '../api/apiError.ts';
import type { MediaWebhook, MediaWebhooks } from '../webhooks/mediaWebhooks.ts';
import { LIST_QUERY, type ListQuery, pageOf } from './listQuery.ts';

const NEW_WEBHOOK = {
  type: 'object',
  required: ['address'],
  properties: { address: { type: 'string', minLength: 1 } },
};
const WEBHOOK_CHANGE = {
  type: 'object',
  minProperties: 1,
  properties: { address: { type: 'string', minLength: 1 }, enabled: { type: 'boolean' } },
};

interface WebhookId {
  Params: { id: string };
}
interface WebhookBody {
  Body: { address?: string; enabled?: boolean };
}

/** Registers the routes of webhooks (https://www.mux.com/docs/core/manage-webhooks). */
export function webhookApiRoutes(api: FastifyInstance, webhooks: MediaWebhooks): void {
  const toResponse = ({ id, url, createdAt, isEnabled }: MediaWebhook) => ({
    id,
    address: url,
    created_at: createdAt,
    enabled: isEnabled,
  });
  const require = (webhook: MediaWebhook | undefined): MediaWebhook => {
    if (!webhook) throw notFound('webhook');
    return webhook;
  };

  api.post<WebhookBody>('/webhooks', { schema: { body: NEW_WEBHOOK } }, ({ body }, reply) => {
    const added = withInvalidParameters(() => webhooks.add(body.address as string));
    // The secret is returned only here.
    return reply.code(201).send({ data: { ...toResponse(added), signing_secret: added.secret } });
  });
  api.get<ListQuery>('/webhooks', { schema: { querystring: LIST_QUERY } }, ({ query }) => ({
    data: pageOf(webhooks.all(), query).map(toResponse),
  }));
  api.get<WebhookId>('/webhooks/:id', ({ params }) => ({
    data: toResponse(require(webhooks.all().find(({ id }) => id === params.id))),
  }));
  api.patch<WebhookId & WebhookBody>(
    '/webhooks/:id',
    { schema: { body: WEBHOOK_CHANGE } },
    ({ params, body }) => ({
      data: toResponse(
        require(
          withInvalidParameters(() =>
            webhooks.change(params.id, {
              ...(body.address !== undefined && { url: body.address }),
              ...(body.enabled !== undefined && { isEnabled: body.enabled }),
            }),
          ),
        ),
      ),
    }),
  );
  api.delete<WebhookId>('/webhooks/:id', ({ params }, reply) => {
    if (!webhooks.remove(params.id)) throw notFound('webhook');
    return reply.code(204).send();
  });
}

/** Runs an action whose errors are faults of the request. @throws ApiError 400 */
function withInvalidParameters<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw invalidParameters((error as Error).message);
  }
}
