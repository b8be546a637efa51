import { ROOT } from '../../../support/stack.ts';
import { type Accounts, PUBLIC_URL } from './accounts.ts';
import { type FaultRow, respond } from './faultRow.ts';

const CONTENT_WEBHOOK = `${PUBLIC_URL}/webhooks/content`;

/** Gives the project one webhook with other parts than it should have. */
const contentWebhook =
  (parts: object) =>
  async (accounts: Accounts): Promise<void> => {
    await accounts.setWebhooks('content', [{ url: CONTENT_WEBHOOK, ...parts }]);
  };

export const CONTENT_ROWS: readonly FaultRow[] = [
  [
    'a rejected Sanity token',
    { codes: ['CONTENT_TOKEN_REJECTED'], env: { SANITY_READ_TOKEN: 'canary-wrong-token' } },
  ],
  [
    'a Sanity token that can write',
    { codes: ['CONTENT_TOKEN_TOO_POWERFUL'], env: { SANITY_READ_TOKEN: 'canary-content-write' } },
  ],
  [
    'a missing project',
    {
      codes: ['CONTENT_DATASET_MISSING', 'CONTENT_PROJECT_MISSING', 'SEARCH_INDEX_NOT_BUILT'],
      env: { SANITY_PROJECT_ID: 'elsewhere' },
    },
  ],
  [
    'a missing dataset',
    { codes: ['CONTENT_DATASET_MISSING', 'SEARCH_INDEX_NOT_BUILT'], env: { SANITY_DATASET: 'elsewhere' } },
  ],
  [
    'the model of another project',
    {
      codes: ['CONTENT_DATASET_EMPTY', 'SEARCH_INDEX_NOT_BUILT'],
      env: { SCHEMA_DIR: `${ROOT}tests/support/fixtures/recipes/schema` },
    },
  ],
  [
    'a Sanity token that may not read the dataset',
    { codes: ['CONTENT_PERMISSION_MISSING'], arrange: respond('content', '/data/query/', { status: 403 }) },
  ],
  [
    'a Sanity token that may not read its user',
    { codes: ['CONTENT_PERMISSION_MISSING'], arrange: respond('content', '/users/me', { status: 403 }) },
  ],
  [
    'the page of a proxy in place of Sanity',
    {
      codes: ['CONTENT_UNREACHABLE'],
      arrange: (accounts) =>
        accounts.setFaults('content', [{ kind: 'garbage', path: '/data/query/|/users/me|/hooks/|/cors$' }]),
    },
  ],
  [
    'other JSON in place of Sanity',
    {
      codes: ['CONTENT_UNREACHABLE'],
      arrange: (accounts) =>
        accounts.setFaults('content', [{ kind: 'shape', path: '/data/query/|/hooks/|/cors$' }]),
    },
  ],
  [
    'a rejected perspective',
    {
      codes: ['CONTENT_PERSPECTIVE_REJECTED'],
      arrange: (accounts) =>
        accounts.setFaults('content', [
          { kind: 'status', status: 403, path: '/data/query/', query: 'perspective=drafts' },
        ]),
    },
  ],
  [
    'a CORS origin that stands for every site',
    {
      codes: ['CONTENT_CORS_WILDCARD'],
      arrange: respond('content', '/cors$', { body: [{ origin: 'https://*', allowCredentials: true }] }),
    },
  ],
  [
    'live events that are rejected',
    {
      codes: ['CONTENT_LIVE_EVENTS_MISSING'],
      arrange: respond('content', '/data/live/', { status: 403 }),
    },
  ],
  [
    'a service that fails',
    {
      codes: ['CONTENT_UNREACHABLE'],
      arrange: respond('content', '/users/me', { status: 503 }),
    },
  ],
];

export const CONTENT_WEBHOOK_ROWS: readonly FaultRow[] = [
  [
    'a missing Sanity webhook',
    {
      codes: ['CONTENT_WEBHOOK_MISSING'],
      arrange: contentWebhook({ url: 'http://127.0.0.1:4/elsewhere' }),
    },
  ],
  [
    'a disabled Sanity webhook',
    { codes: ['CONTENT_WEBHOOK_DISABLED'], arrange: contentWebhook({ isDisabledByUser: true }) },
  ],
  [
    'a Sanity webhook without a trigger',
    { codes: ['CONTENT_WEBHOOK_TRIGGERS'], arrange: contentWebhook({ on: ['create', 'update'] }) },
  ],
  [
    'a Sanity webhook whose filter excludes types',
    { codes: ['CONTENT_WEBHOOK_FILTER'], arrange: contentWebhook({ filter: '_type == "film"' }) },
  ],
  [
    'a Sanity webhook whose filter excludes documents without an attribute',
    { codes: ['CONTENT_WEBHOOK_FILTER'], arrange: contentWebhook({ filter: 'defined(slug)' }) },
  ],
  [
    'a Sanity webhook whose projection lacks the type',
    { codes: ['CONTENT_WEBHOOK_PROJECTION'], arrange: contentWebhook({ projection: '{_id}' }) },
  ],
  [
    'a Sanity webhook with another secret',
    { codes: ['CONTENT_WEBHOOK_SECRET'], arrange: contentWebhook({ secret: 'canary-other-secret' }) },
  ],
  [
    'a token that may not read webhooks',
    { codes: ['CONTENT_WEBHOOKS_UNREADABLE'], env: { SANITY_WRITE_TOKEN: '' } },
  ],
];
