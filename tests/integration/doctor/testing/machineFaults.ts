import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaultRow, respond } from './faultRow.ts';

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://films.example' };
/** A folder and a file of these tests. */
const MODEL_DIR = join(tmpdir(), `trivium-doctor-model-${process.pid}`);
const STATE_FILE = join(tmpdir(), `trivium-doctor-state-${process.pid}`);

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
    'a response in another shape',
    { codes: ['CHECK_FAILED'], arrange: respond('media', '/system/v1/whoami', { body: { data: {} } }) },
  ],
];
