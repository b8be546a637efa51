import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { createClient } from '@sanity/client';
import { diagnose } from '../../../gateway/cli/doctor/doctor.ts';
import { setUpWebhooks } from '../../../gateway/cli/setup/setUpWebhooks.ts';
import { syncTagSteps } from '../../../gateway/cli/setup/syncTagSteps.ts';
import { ROOT } from '../../support/stack.ts';
import {
  type Accounts,
  MANAGEMENT_TOKEN,
  openAccounts,
  PRODUCTION_URL,
  PUBLIC_URL,
} from './testing/accounts.ts';

let accounts: Accounts;
let muxSecretFile: string;
beforeAll(async () => {
  accounts = await openAccounts();
  muxSecretFile = join(accounts.stateDir, 'mux-webhook-secret');
});
afterAll(() => accounts.close());

beforeEach(async () => {
  for (const name of ['content', 'media'] as const) {
    await accounts.setFaults(name, []);
    await accounts.setWebhooks(name, []);
  }
  rmSync(muxSecretFile, { force: true });
});

async function setUp({
  isDryRun = false,
  env = {},
}: {
  isDryRun?: boolean;
  env?: Record<string, string>;
} = {}) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const failures = await setUpWebhooks({ ...accounts.env, ...env }, { isDryRun, print });
  return { text: lines.join('\n'), failures };
}

/** The webhooks of both accounts, read with the official SDKs. */
async function readWebhooks() {
  const { env, emulators } = accounts;
  const sanity = createClient({
    projectId: env.SANITY_PROJECT_ID as string,
    apiVersion: '2025-02-19',
    token: env.SANITY_WRITE_TOKEN as string,
    apiHost: emulators.content.url,
    useProjectHostname: false,
    useCdn: false,
  });
  const mux = new Mux({
    tokenId: env.MUX_TOKEN_ID as string,
    tokenSecret: env.MUX_TOKEN_SECRET as string,
    baseURL: emulators.media.url,
    maxRetries: 0,
  });
  const content = await sanity.request<Record<string, unknown>[]>({ url: '/hooks/projects/doctor' });
  const { data: media } = await mux.system.webhooks.list();
  return { content, media, mux };
}

test('setup webhooks: creates both webhooks, with which the doctor finds nothing wrong', async () => {
  const { text, failures } = await setUp();
  expect(failures).toEqual([]);
  expect(text).toMatch(/^Sanity: created the webhook \w+ to http:\/\/127\.0\.0\.1:4\/webhooks\/content$/m);
  expect(text).toMatch(/^Mux: created the webhook \w+ to http:\/\/127\.0\.0\.1:4\/webhooks\/media$/m);
  const { content, media } = await readWebhooks();
  expect(content).toEqual([
    expect.objectContaining({
      url: `${PUBLIC_URL}/webhooks/content`,
      dataset: 'films',
      includeDrafts: false,
      secret: accounts.env.SANITY_WEBHOOK_SECRET,
    }),
  ]);
  expect(media).toEqual([
    expect.objectContaining({ address: `${PUBLIC_URL}/webhooks/media`, enabled: true }),
  ]);
  const { results } = await diagnose(accounts.env, { deadlineMs: 20_000 });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
});

test('setup webhooks: rehearses a production deployment over emulators, with which the doctor finds no failure', async () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: PRODUCTION_URL,
    SANITY_WRITE_TOKEN: '',
    SANITY_MANAGEMENT_TOKEN: MANAGEMENT_TOKEN,
  };
  const { text, failures } = await setUp({ env });
  expect(failures).toEqual([]);
  expect(text).toContain(`to ${PRODUCTION_URL}/webhooks/content`);
  expect(text).toContain(`to ${PRODUCTION_URL}/webhooks/media`);
  const { results } = await diagnose({ ...accounts.env, ...env }, { deadlineMs: 20_000 });
  const problems = results.filter(({ status }) => status !== 'ok');
  expect(problems).toMatchObject([{ status: 'warning', code: 'MEDIA_TOKEN_TOO_POWERFUL' }]);
  rmSync(muxSecretFile);
  const elsewhere = await setUp({ env: { ...env, PUBLIC_URL: 'https://films.example.org' } });
  expect(elsewhere.failures).toEqual([
    expect.stringContaining(`or below ${PRODUCTION_URL} (PUBLIC_URL at the start of the emulator)`),
    expect.stringContaining('expected a webhook URL on this machine'),
  ]);
});

test('setup webhooks: names the documents of videos only with media in PROVIDERS', async () => {
  for (const [providers, hasVideos] of [
    ['content,media,search', true],
    ['content,search', false],
  ] as const) {
    const { text } = await setUp({ isDryRun: true, env: { PROVIDERS: providers } });
    expect(text).toContain('"sanity.imageAsset"');
    expect(text.includes('"mux.videoAsset"')).toBe(hasVideos);
  }
});

test('setup webhooks: writes the secret of the Mux webhook to a file of this user, and prints none', async () => {
  const { text } = await setUp();
  expect(readFileSync(muxSecretFile, 'utf8').trim()).toMatch(/^\w{16,}$/);
  expect(statSync(muxSecretFile).mode & 0o777).toBe(0o600);
  expect(text).toContain(`its secret is in ${muxSecretFile}`);
  expect(text).not.toContain(readFileSync(muxSecretFile, 'utf8').trim());
  expect(text).not.toContain('canary');
});

test('setup webhooks: changes nothing the second time', async () => {
  await setUp();
  const before = await readWebhooks();
  const { text, failures } = await setUp();
  expect(failures).toEqual([]);
  expect(text.match(/is as it should be/g)).toHaveLength(2);
  const after = await readWebhooks();
  expect([after.content, after.media]).toEqual([before.content, before.media]);
});

test('setup webhooks: corrects a webhook that differs, and enables a disabled one', async () => {
  await accounts.setWebhooks('content', [
    { url: `${PUBLIC_URL}/webhooks/content`, on: ['create'], isDisabledByUser: true },
  ]);
  const { mux } = await readWebhooks();
  const { id } = await mux.system.webhooks.create({ address: `${PUBLIC_URL}/webhooks/media` });
  await mux.system.webhooks.update(id, { enabled: false });
  const { text } = await setUp();
  expect(text).toMatch(/^Sanity: replaced the webhook/m);
  expect(text).toMatch(/^Mux: enabled the webhook/m);
  const { content, media } = await readWebhooks();
  expect(content).toEqual([
    expect.objectContaining({
      isDisabledByUser: false,
      rule: expect.objectContaining({ on: ['create', 'update', 'delete'] }),
    }),
  ]);
  expect(media).toEqual([expect.objectContaining({ id, enabled: true })]);
});

test('setup webhooks: --dry-run prints what would be done and changes nothing', async () => {
  const { text } = await setUp({ isDryRun: true });
  expect(text).toContain('Sanity: would create');
  expect(text).toContain('Mux: would create');
  const { content, media } = await readWebhooks();
  expect([content, media]).toEqual([[], []]);
  expect(existsSync(muxSecretFile)).toBe(false);
});

test.each([false, true])(
  'setup webhooks: fails with the steps by hand for tokens that may not manage webhooks (dry run: %s)',
  async (isDryRun) => {
    await accounts.setFaults('media', [{ kind: 'status', status: 403, path: '/system/v1/webhooks' }]);
    const { text, failures } = await setUp({ isDryRun, env: { SANITY_WRITE_TOKEN: '' } });
    expect(text).toBe('');
    expect(failures).toEqual([
      expect.stringMatching(
        /^Sanity: the token may not manage webhooks[\s\S]*manage\.sanity\.io → the project → API → Webhooks[\s\S]*URL http:\/\/127\.0\.0\.1:4\/webhooks\/content/,
      ),
      expect.stringMatching(
        /^Mux: the access token may not manage webhooks[\s\S]*dashboard\.mux\.com → Settings → Webhooks/,
      ),
    ]);
  },
);

test('setup webhooks: a failure at one provider does not prevent the other', async () => {
  const { failures, text } = await setUp({ env: { SANITY_WEBHOOK_SECRET: '' } });
  expect(failures).toEqual([expect.stringContaining('SANITY_WEBHOOK_SECRET: expected a secret')]);
  expect(text).toContain('Mux: created the webhook');
});

test('setup webhooks: rejects an address that the providers cannot reach', async () => {
  await expect(
    setUp({ env: { SANITY_API_HOST: '', MUX_HOST: '', PUBLIC_URL: 'http://127.0.0.1:4000' } }),
  ).rejects.toThrow('PUBLIC_URL: expected an address that the providers can reach');
});

describe('setup sync-tags', () => {
  test('prints the steps with the values of the deployment and without its secret', () => {
    const text = syncTagSteps({ ...accounts.env, PUBLIC_URL: PRODUCTION_URL });
    expect(text).toContain(`cp -R ${ROOT}deploy/sanity trivium-sync-tags`);
    expect(text).toContain('--project-id doctor --stack-name films');
    expect(text).toContain('export SANITY_PROJECT_ID=doctor SANITY_DATASET=films');
    expect(text).toContain(`export TRIVIUM_URLS=${PRODUCTION_URL} `);
    expect(text).not.toContain('canary');
  });

  test('needs a secret, and an address that Sanity can reach', () => {
    expect(() => syncTagSteps({ ...accounts.env, SANITY_WEBHOOK_SECRET: '' })).toThrow(
      'SANITY_WEBHOOK_SECRET: expected a secret',
    );
    expect(() => syncTagSteps({ ...accounts.env, SANITY_API_HOST: '', MUX_HOST: '' })).toThrow(
      'PUBLIC_URL: expected an address that the providers can reach',
    );
  });
});

test('setup webhooks: names the settings of a rejected Mux token', async () => {
  const { failures } = await setUp({ env: { MUX_TOKEN_SECRET: 'canary-wrong' } });
  expect(failures).toEqual([
    expect.stringMatching(
      /^Mux: expected an access token.*got a rejected token.*set MUX_TOKEN_ID and MUX_TOKEN_SECRET/,
    ),
  ]);
});

test('setup webhooks: names the provider, what it got and the fix of a failure that it does not expect', async () => {
  const unreachable = 'http://127.0.0.1:9';
  const { failures } = await setUp({
    isDryRun: true,
    env: { SANITY_API_HOST: unreachable, MUX_HOST: unreachable },
  });
  expect(failures).toEqual([
    expect.stringMatching(
      /^Sanity: expected a response of the service, got .*; check the network, .* and SANITY_API_HOST$/,
    ),
    expect.stringMatching(
      /^Mux: expected a response of the service, got .*; check the network, .* and MUX_HOST$/,
    ),
  ]);
  for (const name of ['content', 'media'] as const)
    await accounts.setFaults(name, [{ kind: 'status', status: 500 }]);
  expect((await setUp({ isDryRun: true })).failures).toEqual([
    expect.stringMatching(
      /^Sanity: expected a response of the service, got status 500 \(.*\); check the service's status page/,
    ),
    expect.stringMatching(
      /^Mux: expected a response of the service, got status 500 \(.*\); check the service's status page/,
    ),
  ]);
});

test.each([false, true])(
  'setup webhooks: rejects the page of a proxy, and other JSON (dry run: %s)',
  async (isDryRun) => {
    for (const kind of ['garbage', 'shape'] as const) {
      for (const name of ['content', 'media'] as const) await accounts.setFaults(name, [{ kind }]);
      const { text, failures } = await setUp({ isDryRun });
      expect(text).toBe('');
      const actual =
        kind === 'garbage' ? 'a page of HTML or XML that begins with .*' : 'an object with unexpected';
      expect(failures).toEqual([
        expect.stringMatching(
          `^Sanity: expected a list of webhooks from the service, got ${actual}; check that a proxy and SANITY_API_HOST lead`,
        ),
        expect.stringMatching(
          `^Mux: expected a list of webhooks from the service, got ${actual}; check that a proxy and MUX_HOST lead`,
        ),
      ]);
      expect(existsSync(muxSecretFile)).toBe(false);
    }
  },
);

test('setup webhooks: keeps no secret file if Mux creates no webhook', async () => {
  await accounts.setFaults('media', [{ kind: 'shape', method: 'POST' }]);
  const { failures } = await setUp();
  expect(failures).toEqual([
    expect.stringMatching(/^Mux: expected a webhook with its secret from the service/),
  ]);
  expect(existsSync(muxSecretFile)).toBe(false);
});
