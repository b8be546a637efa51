import type { Attack } from './attack.ts';
import { graphqlRequest, requestAttacks } from './requestAttack.ts';

/** Has the format of an API key; the gateway must not log it. */
const API_KEY = `tv_live_${'a'.repeat(12)}_${'a'.repeat(43)}_${'a'.repeat(6)}`;

/** Requests without the credentials that they need, or with credentials where logs would store them. */
export const ACCESS_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'an API key in the query string',
    path: `/graphql?api_key=${API_KEY}&query={__typename}`,
    status: 400,
    code: 'KEY_IN_URL',
  },
  {
    name: 'an API key in a malformed URL',
    path: `/%?x=${API_KEY}`,
    init: () => ({}),
    status: 400,
    code: 'KEY_IN_URL',
  },
  {
    name: 'an API key with percent-encoded characters in the path',
    path: `/films/${API_KEY.replace('tv_live', '%74v_l%69ve')}`,
    init: () => ({}),
    status: 400,
    code: 'KEY_IN_URL',
  },
  {
    name: 'the drafts perspective without an API key',
    init: () => {
      const { headers, ...rest } = graphqlRequest('{ films { nodes { title } } }');
      return { ...rest, headers: { ...(headers as Record<string, string>), 'x-perspective': 'drafts' } };
    },
    status: 403,
    code: 'FORBIDDEN',
  },
  {
    name: 'a webhook without a signature',
    path: '/webhooks/content',
    init: () => ({ method: 'POST', body: '{"_id":"film-lorenz","_type":"film"}' }),
    status: 401,
  },
  {
    name: 'a webhook with a forged signature',
    path: '/webhooks/media',
    init: () => ({
      method: 'POST',
      headers: { 'mux-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      body: '{"type":"video.asset.deleted","data":{"id":"a"}}',
    }),
    status: 401,
  },
  {
    name: 'sync tags without a signature',
    path: '/webhooks/sync-tags',
    init: () => ({ method: 'POST', body: '{"syncTags":["s1:a"]}' }),
    status: 401,
  },
  {
    name: 'a webhook of 3 MiB',
    path: '/webhooks/content',
    init: () => ({ method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) }),
    status: 413,
  },
]);
