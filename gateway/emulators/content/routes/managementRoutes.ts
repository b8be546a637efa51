import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest, httpError } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { ContentWebhooks } from '../webhooks/contentWebhooks.ts';
import type { WebhookRecord } from '../webhooks/webhook.ts';
import { describeWebhook, readWebhookDescription } from '../webhooks/webhookDescription.ts';

interface ManagementContext {
  dataset: Dataset;
  webhooks: ContentWebhooks;
  /** The CORS origins of the project. */
  origins: readonly string[];
}

const ROLES = {
  read: { name: 'viewer', title: 'Viewer' },
  write: { name: 'administrator', title: 'Administrator' },
};

/**
 * Registers the part of the management API that concerns the access of a gateway: the user of a token, the CORS origins and
 * the webhooks of the project (https://www.sanity.io/docs/http-reference/projects-api, …/webhooks).
 */
export function managementRoutes(
  app: FastifyInstance,
  { dataset, webhooks, origins }: ManagementContext,
): void {
  const { projectId } = dataset;
  const hookPath = '/:version/hooks/projects/:projectId';
  const describe = (record: WebhookRecord) => describeWebhook(record, projectId);
  const accept = (request: FastifyRequest, act: (id: string) => WebhookRecord | undefined) => {
    dataset.authorizeProject(request, 'manage');
    const { hookId = '' } = request.params as { hookId?: string };
    const record = withBadRequest(() => act(hookId));
    if (!record) throw httpError(404, `Webhook not found: ${hookId.slice(0, 80)}`);
    return describe(record);
  };

  app.get('/:version/users/me', (request) => {
    const access = dataset.authorizeProject(request, 'read');
    const role = ROLES[access === 'write' ? 'write' : 'read'];
    return {
      id: dataset.identityOf(request),
      name: 'Token',
      email: '',
      profileImage: null,
      role: role.name,
      roles: [{ ...role, description: '' }],
      provider: 'sanity-token',
    };
  });
  app.get('/:version/projects/:projectId/cors', (request) => {
    dataset.authorizeProject(request, 'manage');
    return origins.map((origin, i) => ({
      id: i + 1,
      origin,
      allowCredentials: true,
      projectId,
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
      deletedAt: null,
    }));
  });
  app.get(hookPath, (request) => {
    dataset.authorizeProject(request, 'manage');
    return webhooks.records().map(describe);
  });
  app.post(hookPath, (request, reply) => {
    const created = accept(request, () => webhooks.add(readWebhookDescription(request.body)));
    return reply.code(201).send(created);
  });
  app.get(`${hookPath}/:hookId`, (request) =>
    accept(request, (id) => webhooks.records().find((record) => record.id === id)),
  );
  app.put(`${hookPath}/:hookId`, (request) =>
    accept(request, (id) => webhooks.replace(id, readWebhookDescription(request.body))),
  );
  app.delete(`${hookPath}/:hookId`, (request, reply) => {
    accept(request, (id) => webhooks.records().find((record) => record.id === id));
    webhooks.remove((request.params as { hookId: string }).hookId);
    return reply.code(204).send();
  });
}

/** Runs an action whose plain errors are faults of the request. @throws ApiError 400 */
function withBadRequest<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest((error as Error).message);
  }
}
