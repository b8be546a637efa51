import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { PROBLEM_CODES } from '../../../gateway/cli/doctor/check.ts';
import { diagnose } from '../../../gateway/cli/doctor/doctor.ts';
import { redactedResults, textReport } from '../../../gateway/cli/doctor/report.ts';
import { startRedis } from '../../support/redisServer.ts';
import { ROOT } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { type Accounts, openAccounts, PUBLIC_URL } from './testing/accounts.ts';
import { CONTENT_ROWS, CONTENT_WEBHOOK_ROWS } from './testing/contentFaults.ts';
import type { FaultCase } from './testing/faultRow.ts';
import { MACHINE_ROWS } from './testing/machineFaults.ts';
import { MEDIA_ROWS } from './testing/mediaFaults.ts';
import { SEARCH_ROWS } from './testing/searchFaults.ts';

const FAULT_ROWS = [...MACHINE_ROWS, ...CONTENT_ROWS, ...CONTENT_WEBHOOK_ROWS, ...MEDIA_ROWS, ...SEARCH_ROWS];
/** The codes of the test with a Redis server. */
const REDIS_CODES = ['REDIS_NOT_DURABLE', 'REDIS_EVICTS_STATE'];

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

const DEADLINE_MS = 20_000;

beforeEach(async () => {
  for (const name of ['content', 'media', 'search'] as const) await accounts.setFaults(name, []);
  await accounts.setWebhooks('content', [{ url: `${PUBLIC_URL}/webhooks/content` }]);
  await accounts.setWebhooks('media', [{ url: `${PUBLIC_URL}/webhooks/media` }]);
});

async function findProblems({
  env = {},
  deadlineMs = DEADLINE_MS,
  now,
  minFreeMb,
  missingEmulators,
}: FaultCase) {
  const report = await diagnose(
    { ...accounts.env, ...env },
    { deadlineMs, now, minFreeMb, missingEmulators },
  );
  const results = redactedResults(report);
  return { results, problems: results.flatMap((result) => (result.status === 'ok' ? [] : [result])) };
}

test('doctor: finds nothing wrong with accounts that are set up', async () => {
  const { results, problems } = await findProblems({ codes: [] });
  expect(problems).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(['model', 'content-token', 'redis']));
});

test.each(FAULT_ROWS)('doctor: reports %s', async (_title, row) => {
  const restore = await row.arrange?.(accounts);
  try {
    const { results, problems } = await findProblems(row);
    expect([...new Set(problems.map(({ code }) => code))].sort()).toEqual([...row.codes].sort());
    for (const { expected, actual, fix } of problems) expect([expected, actual, fix]).not.toContain('');
    expect(textReport(results)).not.toMatch(/canary|PRIVATE KEY/);
  } finally {
    if (typeof restore === 'function') await restore();
  }
});

test('doctor: reports a rejected token once, with the checks that need it', async () => {
  const { results, problems } = await findProblems({
    codes: [],
    env: { MUX_TOKEN_SECRET: 'canary-wrong' },
  });
  expect(problems).toMatchObject([
    {
      id: 'media-token',
      code: 'MEDIA_TOKEN_REJECTED',
      alsoIn: ['Mux signing key', 'Mux webhook', 'Mux playback restrictions'],
    },
  ]);
  expect(textReport(results)).toMatch(
    /✗ Mux access token +MEDIA_TOKEN_REJECTED\n(?: .*\n)+ {4}also in +Mux signing key, Mux webhook, Mux playback/,
  );
});

test('doctor: reports a provider that does not respond once', async () => {
  const { problems } = await findProblems({
    codes: [],
    env: { MUX_HOST: 'http://127.0.0.1:9' },
  });
  expect(problems.map(({ code }) => code)).toEqual(['MEDIA_UNREACHABLE']);
});

test('doctor: shows a project id that the published tokens begin with', async () => {
  const { results } = await findProblems({
    codes: [],
    env: { SANITY_PROJECT_ID: 'emulator', SANITY_READ_TOKEN: 'emulator-content-read' },
  });
  expect(textReport(results)).toMatch(/the project emulator$/m);
  expect(textReport(results)).not.toContain('[secret]');
});

testWith(
  redisBinary(),
  'doctor: reports a Redis that evicts or loses state, and one that is away',
  async (path) => {
    const redis = await startRedis(path);
    try {
      const codesOf = async () =>
        (await findProblems({ codes: [], env: { REDIS_URL: redis.url } })).problems.map(({ code }) => code);
      expect(await codesOf()).toEqual(['REDIS_NOT_DURABLE']);
      await configureRedis(redis.url, 'maxmemory-policy', 'allkeys-lru');
      expect(await codesOf()).toEqual(['REDIS_EVICTS_STATE']);
      await redis.kill();
      expect(await codesOf()).toEqual(['REDIS_UNREACHABLE']);
    } finally {
      await redis.kill();
    }
  },
);

async function configureRedis(url: string, name: string, value: string): Promise<void> {
  const redis = new Redis(url);
  await redis.config('SET', name, value);
  redis.disconnect();
}

test('docs/doctor.md: explains every code, and each has a test', () => {
  const documented = readFileSync(`${ROOT}docs/doctor.md`, 'utf8').matchAll(/^\| `([A-Z_]+)`/gm);
  expect([...documented].map(([, code]) => code).sort()).toEqual([...PROBLEM_CODES].sort());
  const tested: readonly string[] = [...FAULT_ROWS.flatMap(([, { codes }]) => codes), ...REDIS_CODES];
  expect(PROBLEM_CODES.filter((code) => !tested.includes(code))).toEqual([]);
});
