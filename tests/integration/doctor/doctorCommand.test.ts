import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { freePort } from '../../support/freePort.ts';
import { runCommand } from '../../support/runCommand.ts';
import { type Accounts, openAccounts, PUBLIC_URL } from './testing/accounts.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
  await accounts.setWebhooks('content', [{ url: `${PUBLIC_URL}/webhooks/content` }]);
  await accounts.setWebhooks('media', [{ url: `${PUBLIC_URL}/webhooks/media` }]);
});
afterAll(() => accounts.close());

const runCommandLine = createCommandRunner();
const COMMAND = ['doctor', '--timeout', '20'];
const environment = () => ({ ...process.env, ...accounts.env });
const runDoctor = (options: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommandLine([...COMMAND, ...options], { ...environment(), ...env });

test('doctor: prints a table and exits with 0 without failures, also without a folder that it can write', async () => {
  const env = { ...environment(), TMPDIR: '/dev/null/tmp' };
  const { code, out } = await runCommand(['gateway/cli/trivium.ts', ...COMMAND], env);
  expect(out).toMatch(/^✓ Sanity token +role viewer$/m);
  expect(out).toMatch(/^✓ Sites +app, reader, explorer, docs, mcp$/m);
  expect(out).toMatch(/^\d+ ok, 0 warnings, 0 failures$/m);
  expect(code).toBe(0);
}, 60_000);

test('doctor: prints JSON and exits with 1 with a failure', async () => {
  const { code, out } = await runDoctor(['--json'], { MUX_TOKEN_SECRET: 'canary-wrong' });
  const { counts, checks } = JSON.parse(out);
  expect(counts.failure).toBeGreaterThan(0);
  expect(checks).toContainEqual(
    expect.objectContaining({ id: 'media-token', status: 'failure', code: 'MEDIA_TOKEN_REJECTED' }),
  );
  expect(out).not.toContain('canary');
  expect(code).toBe(1);
}, 60_000);

test('doctor: tells indexes that are not yet built from a failure, and exits with 3', async () => {
  const { code, out } = await runDoctor([], { ALGOLIA_INDEX_PREFIX: 'elsewhere', SITES: 'docs' });
  expect(out).toMatch(/^✓ Sites +docs; not served: app, reader, explorer, mcp \(SITES\)$/m);
  expect(out).toMatch(/^○ Algolia index +SEARCH_INDEX_NOT_BUILT$/m);
  expect(out).toMatch(/fix +run trivium index,/);
  expect(out).toMatch(/^\d+ ok, 0 warnings, 0 failures, 1 not yet built$/m);
  expect(code).toBe(3);
}, 60_000);

test('doctor: ends when the deadline of a provider that does not respond has passed', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { SANITY_API_HOST: url, MUX_HOST: url, ALGOLIA_HOST: url };
  try {
    // A process that waits for a response exceeds the time of this test.
    const { code, out } = await runCommand(['gateway/cli/trivium.ts', 'doctor', '--timeout', '3'], {
      ...environment(),
      ...env,
    });
    expect(out).toContain('CHECK_TIMED_OUT');
    expect(code).toBe(1);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
}, 90_000);

test('doctor: is one failure without accounts and running emulators', async () => {
  const port = await freePort(3);
  const env = { PATH: process.env.PATH, EMULATOR_PORT: String(port) };
  const { code, out } = await runCommandLine(['doctor'], env);
  expect(out).toMatch(/^✗ Emulators +EMULATORS_NOT_RUNNING$/m);
  expect(out).toContain(`content (http://127.0.0.1:${port}), media (http://127.0.0.1:${port + 1})`);
  expect(out).toMatch(/^\d+ ok, 0 warnings, 1 failure$/m);
  expect(code).toBe(1);
}, 60_000);

test('doctor: warns of each setting that nothing reads, without its value', async () => {
  const { code, out } = await runDoctor(['--json'], { RATE_LIMIT_KEYS: 'canary', MUX_TOKEN: 'canary' });
  const found = JSON.parse(out).checks.filter(({ code }: { code: string }) => code === 'SETTING_UNKNOWN');
  expect(found).toMatchObject([
    { status: 'warning', actual: expect.stringMatching(/^MUX_TOKEN: .*did you mean MUX_TOKEN_ID\?$/) },
    {
      status: 'warning',
      actual: expect.stringMatching(/^RATE_LIMIT_KEYS: .*did you mean RATE_LIMIT_KEY\?$/),
    },
  ]);
  expect(out).not.toContain('canary');
  expect(code).toBe(0);
}, 60_000);

test('doctor: waits until a failure has gone', async () => {
  const faults = [{ kind: 'status', status: 503, path: '/system/v1/whoami', times: 1 }] as const;
  await accounts.setFaults('media', faults);
  const { code, out } = await runDoctor(['--wait', '60']);
  expect(out).toMatch(/0 failures/);
  expect(code).toBe(0);
}, 90_000);

test('doctor: exits with 2 for wrong usage', async () => {
  const { code, err } = await runDoctor(['--wait', '4000']);
  expect(err).toContain(
    'expected --timeout from 1 to 600 and --wait from 0 to 3600 seconds, got 20 and 4000',
  );
  expect(code).toBe(2);
}, 60_000);
