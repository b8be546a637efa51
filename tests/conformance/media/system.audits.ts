import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { openReceiver } from '../shared/receiver.ts';
import { assertError, type Body, callApi, type MediaTarget } from './target.ts';

const WEBHOOKS = '/system/v1/webhooks';

/** Permissions and webhooks of the environment. */
export const mediaSystemAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-whoami-001',
    level: 'MUST',
    name: 'returns the permissions of the access token',
    run: async (target) => {
      const { data } = await callApi(target, 200, 'GET', '/system/v1/whoami');
      assert.ok(data.permissions.includes('video:read'), JSON.stringify(data));
      assert.equal(typeof data.environment_id, 'string');
    },
  },
  {
    id: 'media-webhooks-001',
    level: 'MUST',
    name: 'creates, returns, disables and deletes a webhook, and returns its secret once',
    run: async (target) => {
      const receiver = await openReceiver();
      const address = `${receiver.url}/audit`;
      const { data } = await callApi(target, 201, 'POST', WEBHOOKS, { address });
      const path = `${WEBHOOKS}/${data.id}`;
      try {
        assert.deepEqual([data.address, data.enabled], [address, true]);
        assert.ok(data.signing_secret.length >= 16);
        const { signing_secret: _secret, ...rest } = data;
        assert.deepEqual((await callApi(target, 200, 'GET', path)).data, rest);
        const changed = (await callApi(target, 200, 'PATCH', path, { enabled: false })).data;
        assert.deepEqual(changed, { ...rest, enabled: false });
        const listed: Body[] = (await callApi(target, 200, 'GET', `${WEBHOOKS}?limit=100`)).data;
        assert.deepEqual(
          listed.find(({ id }) => id === data.id),
          changed,
        );
        assertError(await callApi(target, 400, 'POST', WEBHOOKS, { address }), 'invalid_parameters');
      } finally {
        await callApi(target, 204, 'DELETE', path);
        await receiver.close();
      }
      assertError(await callApi(target, 404, 'GET', path), 'not_found');
    },
  },
];
