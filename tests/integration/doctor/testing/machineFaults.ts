import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../support/stack.ts';
import { PUBLIC_URL } from './accounts.ts';
import { type FaultRow, type Restore, respond } from './faultRow.ts';

const RECIPES = `${ROOT}tests/support/fixtures/recipes/schema`;
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://films.example' };
/** A folder and a file of these tests. */
const FOLDER = join(tmpdir(), `trivium-doctor-folder-${process.pid}`);
const STATE_FILE = join(tmpdir(), `trivium-doctor-state-${process.pid}`);

/** Creates a copy of a model with a file in one of its folders, and removes it. */
async function modelWith(folder: string, name: string, text: string): Promise<Restore> {
  cpSync(RECIPES, FOLDER, { recursive: true });
  mkdirSync(join(FOLDER, folder));
  writeFileSync(join(FOLDER, folder, name), text);
  return async () => rmSync(FOLDER, { recursive: true });
}

/** Creates the folder with a file, and removes it. */
async function folderWith(name: string, text: string): Promise<Restore> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), text);
  return async () => rmSync(FOLDER, { recursive: true });
}

export const MACHINE_ROWS: readonly FaultRow[] = [
  [
    'missing and malformed settings',
    { codes: ['CONFIGURATION_INVALID'], env: { MUX_TOKEN_ID: '', PORT: 'x' } },
  ],
  [
    'a setting that nothing reads, without its value',
    { codes: ['SETTING_UNKNOWN'], env: { RATE_LIMIT_KEYS: 'canary' } },
  ],
  [
    'an invalid model',
    {
      codes: ['MODEL_INVALID'],
      env: { SCHEMA_DIR: FOLDER },
      arrange: () => folderWith('a.graphql', 'type A @document { b: Missing }'),
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
  [
    'a site that is not built, or whose operations do not fit the model',
    {
      codes: ['CONTENT_DATASET_EMPTY', 'SEARCH_INDEX_NOT_BUILT', 'START_REFUSED'],
      env: { SITES: 'app', SCHEMA_DIR: RECIPES },
    },
  ],
  [
    'trusted documents that are no manifest',
    {
      codes: ['CONTENT_DATASET_EMPTY', 'SEARCH_INDEX_NOT_BUILT', 'START_REFUSED'],
      env: { SCHEMA_DIR: FOLDER },
      arrange: () => modelWith('trusted-documents', 'a.json', '{'),
    },
  ],
  [
    'an operation for assistants that does not fit the schema',
    {
      codes: ['CONTENT_DATASET_EMPTY', 'SEARCH_INDEX_NOT_BUILT', 'START_REFUSED'],
      env: { SCHEMA_DIR: FOLDER },
      arrange: () => modelWith('operations', 'a.graphql', 'query A { missing }'),
    },
  ],
  ['an address of another machine', { codes: ['ADDRESS_UNUSABLE'], env: { HOST: '192.0.2.1' } }],
  [
    'a damaged state file',
    {
      codes: ['STATE_FOLDER_NOT_WRITABLE'],
      env: { STATE_DIR: FOLDER },
      arrange: () => folderWith('trivium.sqlite', 'not a database, but a text of some length'.repeat(40)),
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
  [
    'emulators that do not run, once for all their checks',
    { codes: ['EMULATORS_NOT_RUNNING'], missingEmulators: ['content', 'media', 'search'] },
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
      deadlineMs: 1_000,
      arrange: (accounts) => accounts.setFaults('media', [{ kind: 'hang', path: '/system/v1/whoami' }]),
    },
  ],
  [
    'a response with a part of another shape',
    {
      codes: ['CHECK_FAILED'],
      arrange: respond('content', '/hooks/projects/', {
        body: [
          { id: 'w', type: 'document', url: `${PUBLIC_URL}/webhooks/content`, dataset: '*', rule: { on: 7 } },
        ],
      }),
    },
  ],
];
