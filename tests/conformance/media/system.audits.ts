import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { openReceiver } from '../shared/receiver.ts';
import { assertError, type Body, callApi, type MediaTarget } from './target.ts';

const WEBHOOKS = '/system/v1/webhooks';
const RESTRICTIONS = '/video/v1/playback-restrictions';

/** Permissions, webhooks and playback restrictions of the environment. */
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
  {
    id: 'media-restrictions-001',
    level: 'MUST',
    name: 'creates, lists, changes and deletes a playback restriction',
    run: async (target) => {
      const rules = {
        referrer: { allowed_domains: ['*.audit.example'], allow_no_referrer: true },
        user_agent: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
      };
      const { data } = await callApi(target, 201, 'POST', RESTRICTIONS, rules);
      const path = `${RESTRICTIONS}/${data.id}`;
      try {
        assert.deepEqual([data.referrer, data.user_agent], [rules.referrer, rules.user_agent]);
        const referrer = { allowed_domains: ['audit.example'], allow_no_referrer: false };
        const changed = (await callApi(target, 200, 'PUT', `${path}/referrer`, referrer)).data;
        assert.deepEqual([changed.id, changed.referrer], [data.id, referrer]);
        const listed: Body[] = (await callApi(target, 200, 'GET', `${RESTRICTIONS}?limit=100`)).data;
        assert.deepEqual(
          listed.find(({ id }) => id === data.id),
          changed,
        );
      } finally {
        await callApi(target, 204, 'DELETE', path);
      }
      assertError(await callApi(target, 404, 'GET', path), 'not_found');
    },
  },
];
