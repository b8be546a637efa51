import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@sanity/client';
import { algoliasearch, type IndexSettings } from 'algoliasearch';
import type { ProblemCode } from '../../../../gateway/cli/doctor/check.ts';
import { hostOptions } from '../../../../gateway/providers/search/client.ts';
import { type Accounts, newPrivateKey, PUBLIC_URL } from '../../../support/accounts.ts';
import { type EmulatorName, ROOT } from '../../../support/stack.ts';

type Restore = () => Promise<void>;
type Row = readonly [title: string, row: FaultRow];

/** A fault of an account or of the machine, and the codes that the doctor reports. */
export interface FaultRow {
  readonly codes: readonly ProblemCode[];
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly deadlineMs?: number;
  readonly minFreeMb?: number;
  /** Causes the fault. It may return a function that removes it; faults and webhooks of emulators are always reset. */
  arrange?(accounts: Accounts): Promise<unknown>;
}

/** The codes of the test with a Redis server. */
export const REDIS_CODES: readonly ProblemCode[] = ['REDIS_NOT_DURABLE', 'REDIS_EVICTS_STATE'];

const CLOSED_PORT_URL = 'http://127.0.0.1:9';
const CONTENT_WEBHOOK = `${PUBLIC_URL}/webhooks/content`;

/** Makes an emulator respond to a path with this JSON, or with this status. */
const respond =
  (emulator: EmulatorName, path: string, response: { body?: unknown; status?: number }) =>
  async (accounts: Accounts): Promise<void> => {
    const kind = response.status === undefined ? 'shape' : 'status';
    await accounts.setFaults(emulator, [{ kind, path, ...response }]);
  };

/** Gives the project one webhook with other parts than it should have. */
const contentWebhook =
  (parts: object) =>
  async (accounts: Accounts): Promise<void> => {
    await accounts.setWebhooks('content', [{ url: CONTENT_WEBHOOK, ...parts }]);
  };

/** Changes the settings of the document index, and restores them. */
const indexSettings =
  (settings: IndexSettings) =>
  async ({ env, emulators }: Accounts): Promise<Restore> => {
    const host = hostOptions({ host: emulators.search.url });
    const client = algoliasearch(env.ALGOLIA_APP_ID as string, env.ALGOLIA_WRITE_KEY as string, host);
    const indexName = 'trivium_documents';
    const { searchableAttributes = [], userData } = await client.getSettings({ indexName });
    await client.setSettings({ indexName, indexSettings: settings });
    return async () =>
      void (await client.setSettings({ indexName, indexSettings: { searchableAttributes, userData } }));
  };

const whoami = (permissions: readonly string[]) =>
  respond('media', '/system/v1/whoami', { body: { data: { permissions } } });
const searchKey = (description: object) =>
  respond('search', '^/1/keys/canary-search-read', {
    body: { acl: ['search'], validity: 0, ...description },
  });

/** Adds a film with more topics than a record has space for, and removes it. */
async function tooLargeFilm({ env, emulators }: Accounts): Promise<Restore> {
  const client = createClient({
    projectId: env.SANITY_PROJECT_ID as string,
    dataset: env.SANITY_DATASET as string,
    apiVersion: '2025-02-19',
    token: env.SANITY_WRITE_TOKEN as string,
    apiHost: emulators.content.url,
    useProjectHostname: false,
    useCdn: false,
  });
  const topic = await client.fetch<string>('*[_type == "topic"][0]._id');
  const topics = Array.from({ length: 600 }, (_, i) => ({ _type: 'reference', _ref: topic, _key: `t${i}` }));
  const _id = 'film-too-large';
  await client.create({
    _id,
    _type: 'film',
    title: 'Large',
    slug: { _type: 'slug', current: 'large' },
    topics,
  });
  return async () => void (await client.delete(_id));
}

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://films.example' };
/** A folder and a file of these tests. */
const MODEL_DIR = join(tmpdir(), `trivium-doctor-model-${process.pid}`);
const STATE_FILE = join(tmpdir(), `trivium-doctor-state-${process.pid}`);

const MACHINE_ROWS: readonly Row[] = [
  [
    'missing and malformed settings',
    { codes: ['CONFIGURATION_INVALID'], env: { MUX_TOKEN_ID: '', PORT: 'x' } },
  ],
  [
    'an invalid model',
    {
      codes: ['MODEL_INVALID'],
      env: { SCHEMA_DIR: MODEL_DIR },
      async arrange() {
        mkdirSync(MODEL_DIR, { recursive: true });
        writeFileSync(join(MODEL_DIR, 'a.graphql'), 'type A @document { b: Missing }');
        return async () => rmSync(MODEL_DIR, { recursive: true });
      },
    },
  ],
  [
    'a local address in production',
    {
      codes: [
        'CONTENT_WEBHOOK_MISSING',
        'MEDIA_TOKEN_TOO_POWERFUL',
        'MEDIA_WEBHOOK_MISSING',
        'PUBLIC_URL_LOCAL',
      ],
      env: { ...PRODUCTION, PUBLIC_URL: 'http://127.0.0.1:5' },
    },
  ],
  ['a clock that is ahead', { codes: ['CLOCK_SKEWED'], now: () => Date.now() + 90_000 }],
  ['a clock that is behind', { codes: ['CLOCK_SKEWED'], now: () => Date.now() - 90_000 }],
  [
    'a state folder that cannot be created',
    {
      codes: ['STATE_FOLDER_NOT_WRITABLE'],
      env: { STATE_DIR: join(STATE_FILE, 'state') },
      async arrange() {
        writeFileSync(STATE_FILE, '');
        return async () => rmSync(STATE_FILE);
      },
    },
  ],
  ['a disk that is full', { codes: ['STATE_FOLDER_FULL'], minFreeMb: 1e12 }],
  [
    'a Redis that is away',
    { codes: ['REDIS_UNREACHABLE'], env: { REDIS_URL: 'redis://:canary-password@127.0.0.1:9' } },
  ],
  [
    'a service that does not respond',
    {
      codes: ['CHECK_TIMED_OUT'],
      deadlineMs: 2_000,
      arrange: (accounts) => accounts.setFaults('media', [{ kind: 'hang', path: '/system/v1/whoami' }]),
    },
  ],
  [
    'a response in another shape',
    { codes: ['CHECK_FAILED'], arrange: respond('media', '/system/v1/whoami', { body: { data: {} } }) },
  ],
];

const CONTENT_ROWS: readonly Row[] = [
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
      codes: ['CONTENT_DATASET_MISSING', 'CONTENT_PROJECT_MISSING'],
      env: { SANITY_PROJECT_ID: 'elsewhere' },
    },
  ],
  ['a missing dataset', { codes: ['CONTENT_DATASET_MISSING'], env: { SANITY_DATASET: 'elsewhere' } }],
  [
    'the model of another project',
    {
      codes: ['CONTENT_DATASET_EMPTY', 'SEARCH_INDEX_INCOMPLETE', 'SEARCH_INDEX_OF_ANOTHER_MODEL'],
      env: { SCHEMA_DIR: `${ROOT}tests/support/fixtures/recipes/schema` },
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
  ['an old API version', { codes: ['CONTENT_API_VERSION_OLD'], env: { SANITY_API_VERSION: '2021-03-25' } }],
  [
    'a CORS origin that stands for every site',
    {
      codes: ['CONTENT_CORS_WILDCARD'],
      arrange: respond('content', '/cors$', { body: [{ origin: 'https://*', allowCredentials: true }] }),
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

const CONTENT_WEBHOOK_ROWS: readonly Row[] = [
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

const MEDIA_ROWS: readonly Row[] = [
  ['a rejected Mux token', { codes: ['MEDIA_TOKEN_REJECTED'], env: { MUX_TOKEN_SECRET: 'canary-wrong' } }],
  [
    'a Mux token without the permission to read videos',
    { codes: ['MEDIA_PERMISSION_MISSING'], arrange: whoami(['data:read']) },
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

const SEARCH_ROWS: readonly Row[] = [
  [
    'a rejected search key',
    { codes: ['SEARCH_KEY_REJECTED'], env: { ALGOLIA_SEARCH_KEY: 'canary-wrong-key' } },
  ],
  [
    'a write key that only searches',
    { codes: ['SEARCH_KEY_ACL_MISSING'], env: { ALGOLIA_WRITE_KEY: 'canary-search-read' } },
  ],
  [
    'a search key that can write',
    { codes: ['SEARCH_KEY_TOO_POWERFUL'], arrange: searchKey({ acl: ['search', 'addObject'] }) },
  ],
  [
    'a search key for other indexes',
    { codes: ['SEARCH_KEY_INDEX_DENIED'], arrange: searchKey({ indexes: ['other_*'] }) },
  ],
  ['a search key that expires', { codes: ['SEARCH_KEY_EXPIRES'], arrange: searchKey({ validity: 3_600 }) }],
  ['missing indexes', { codes: ['SEARCH_INDEX_MISSING'], env: { ALGOLIA_INDEX_PREFIX: 'elsewhere' } }],
  [
    'an empty index',
    {
      codes: ['SEARCH_INDEX_EMPTY', 'SEARCH_INDEX_INCOMPLETE'],
      arrange: respond('search', '/trivium_documents/query$', { body: { hits: [], nbHits: 0 } }),
    },
  ],
  [
    'an index with other settings',
    {
      codes: ['SEARCH_INDEX_OF_ANOTHER_MODEL'],
      arrange: indexSettings({ searchableAttributes: ['other'] }),
    },
  ],
  [
    'an index with the records of another model and equal settings',
    {
      codes: ['SEARCH_INDEX_OF_ANOTHER_MODEL'],
      arrange: indexSettings({ userData: { records: 'other' } }),
    },
  ],
  [
    'a document that is too large for a record',
    { codes: ['SEARCH_RECORD_TOO_LARGE'], arrange: tooLargeFilm },
  ],
  [
    'a search service that is away',
    { codes: ['SEARCH_UNREACHABLE'], env: { ALGOLIA_HOST: CLOSED_PORT_URL } },
  ],
];

export const FAULT_ROWS: readonly Row[] = [
  ...MACHINE_ROWS,
  ...CONTENT_ROWS,
  ...CONTENT_WEBHOOK_ROWS,
  ...MEDIA_ROWS,
  ...SEARCH_ROWS,
];
