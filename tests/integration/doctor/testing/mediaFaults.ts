import { newPrivateKey, PUBLIC_URL } from './accounts.ts';
import { type FaultRow, respond } from './faultRow.ts';

const whoami = (permissions: readonly string[]) =>
  respond('media', '/system/v1/whoami', { body: { data: { permissions } } });

export const MEDIA_ROWS: readonly FaultRow[] = [
  ['a rejected Mux token', { codes: ['MEDIA_TOKEN_REJECTED'], env: { MUX_TOKEN_SECRET: 'canary-wrong' } }],
  [
    'a Mux token without the permission to read videos',
    { codes: ['MEDIA_PERMISSION_MISSING'], arrange: whoami(['data:read']) },
  ],
  [
    'a Mux token that may not list videos',
    { codes: ['MEDIA_PERMISSION_MISSING'], arrange: respond('media', '/video/v1/', { status: 403 }) },
  ],
  [
    'the page of a proxy in place of Mux',
    {
      codes: ['MEDIA_UNREACHABLE'],
      arrange: (accounts) => accounts.setFaults('media', [{ kind: 'garbage', path: '^/(system|video)/v1/' }]),
    },
  ],
  [
    'other JSON in place of Mux',
    {
      codes: ['MEDIA_UNREACHABLE'],
      arrange: (accounts) => accounts.setFaults('media', [{ kind: 'shape', path: '^/(system|video)/v1/' }]),
    },
  ],
  [
    'a missing signing key',
    { codes: ['MEDIA_SIGNING_KEY_MISSING'], env: { MUX_SIGNING_KEY: '', MUX_PRIVATE_KEY: '' } },
  ],
  [
    'an unknown signing key',
    { codes: ['MEDIA_SIGNING_KEY_UNKNOWN'], env: { MUX_SIGNING_KEY: 'canary-unknown' } },
  ],
  [
    'a private key of another signing key',
    { codes: ['MEDIA_SIGNATURE_REJECTED'], env: { MUX_PRIVATE_KEY: newPrivateKey() } },
  ],
  [
    'a missing Mux webhook',
    {
      codes: ['MEDIA_WEBHOOK_MISSING'],
      arrange: (accounts) => accounts.setWebhooks('media', []),
    },
  ],
  [
    'a disabled Mux webhook',
    {
      codes: ['MEDIA_WEBHOOK_DISABLED'],
      arrange: respond('media', '/system/v1/webhooks', {
        body: { data: [{ id: 'w', address: `${PUBLIC_URL}/webhooks/media`, enabled: false }] },
      }),
    },
  ],
  [
    'a Mux token that may not read webhooks',
    {
      codes: ['MEDIA_WEBHOOKS_UNREADABLE'],
      arrange: respond('media', '/system/v1/webhooks', { status: 403 }),
    },
  ],
  [
    'a playback restriction for the site',
    {
      codes: ['MEDIA_RESTRICTION_UNUSED'],
      arrange: respond('media', '/video/v1/playback-restrictions', {
        body: { data: [{ id: 'r', referrer: { allowed_domains: ['127.0.0.1'] } }] },
      }),
    },
  ],
  [
    'a Mux API that fails',
    { codes: ['MEDIA_UNREACHABLE'], arrange: respond('media', '/system/v1/whoami', { status: 500 }) },
  ],
];
