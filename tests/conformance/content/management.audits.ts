import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type Body, type ContentTarget, send } from './target.ts';

const NEW_WEBHOOK = {
  type: 'document',
  name: 'Audit',
  url: 'http://127.0.0.1:9/webhooks/audit',
  dataset: '*',
  apiVersion: 'v2025-02-19',
  httpMethod: 'POST',
  rule: { on: ['create', 'delete'], filter: '_type == "audit"', projection: '{_id}' },
  secret: 'audit-secret',
};

/** Sends a request with the token that manages the project. */
async function manage(target: ContentTarget, status: number, path: string, options = {}): Promise<Body> {
  const response = await send(target, path, { token: target.writeToken, ...options });
  assert.equal(response.status, status, JSON.stringify(response.body));
  return response.body;
}

/** The management API (https://www.sanity.io/docs/http-reference/projects-api, …/webhooks). */
export const contentManagementAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-management-001',
    level: 'MUST',
    name: 'returns the role of a token',
    run: async (target) => {
      const read = await send(target, '/users/me');
      assert.deepEqual([read.status, read.body.role], [200, 'viewer']);
      assert.equal((await manage(target, 200, '/users/me')).roles[0].name, 'administrator');
      assert.equal((await send(target, '/users/me', { token: 'wrong' })).status, 401);
    },
  },
  {
    id: 'content-management-002',
    level: 'MUST',
    name: 'creates, returns, replaces, disables and deletes a webhook',
    run: async (target) => {
      const path = `/hooks/projects/${target.projectId}`;
      const created = await manage(target, 201, path, { body: NEW_WEBHOOK });
      const one = `${path}/${created.id}`;
      try {
        assert.deepEqual(created.rule, NEW_WEBHOOK.rule);
        assert.deepEqual([created.secret, created.isDisabledByUser], ['audit-secret', false]);
        assert.deepEqual(await manage(target, 200, one), created);
        const body = { ...NEW_WEBHOOK, rule: { on: ['update'] }, isDisabledByUser: true };
        const replaced = await manage(target, 200, one, { method: 'PUT', body });
        assert.deepEqual([replaced.id, replaced.createdAt], [created.id, created.createdAt]);
        assert.deepEqual(replaced.rule, { on: ['update'], filter: null, projection: null });
        assert.equal(replaced.isDisabledByUser, true);
        const listed: Body[] = await manage(target, 200, path);
        assert.deepEqual(
          listed.find(({ id }) => id === created.id),
          replaced,
        );
      } finally {
        await manage(target, 204, one, { method: 'DELETE' });
      }
      await manage(target, 404, one);
    },
  },
  {
    id: 'content-management-003',
    level: 'MUST',
    name: 'rejects a token without the role, another project and a webhook without a URL',
    run: async (target) => {
      const path = `/hooks/projects/${target.projectId}`;
      assert.equal((await send(target, path)).status, 403);
      assert.equal((await send(target, `/projects/${target.projectId}/cors`)).status, 403);
      assert.equal((await send(target, path, { token: null })).status, 401);
      const other = { headers: { 'x-sanity-project-id': 'zzzzzzzz' } };
      await manage(target, 404, '/hooks/projects/zzzzzzzz', other);
      await manage(target, 400, path, { body: { ...NEW_WEBHOOK, url: undefined } });
    },
  },
  {
    id: 'content-management-004',
    level: 'MUST',
    name: 'lists the CORS origins',
    run: async (target) => {
      assert.ok(Array.isArray(await manage(target, 200, `/projects/${target.projectId}/cors`)));
    },
  },
];
