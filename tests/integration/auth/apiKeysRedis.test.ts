import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { freePort } from '../../support/freePort.ts';
import { redis as redisTool, testWith } from '../../support/projectBinaries.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';

/** The status of an answer to who has this key. */
async function statusOf(gateway: { readonly url: string }, secret: string): Promise<number> {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  await answer.text();
  return answer.status;
}

describe('gateways that share a Redis', () => {
  const tool = redisTool();
  let redis: RedisServer;
  let house: House;
  let other: Gateway;
  beforeAll(async () => {
    if (!tool.path) return;
    redis = await startRedis(tool.path);
    house = await openHouse({ indexed: false, env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off' } });
    other = await createGateway(house.config);
  }, 60_000);
  afterAll(async () => {
    if (!tool.path) return;
    await other.close();
    await house.close();
    await redis.kill();
  });

  testWith(tool, 'know a key at once, and within a second that it is revoked', async () => {
    const durable = openStorage(house.config, () => undefined);
    try {
      const ring = createApiKeys(durable.keys);
      const { key, secret } = await ring.create({ name: 'shared', scopes: ['read:published'] });
      expect([await statusOf(house, secret), await statusOf(other, secret)]).toEqual([200, 200]);
      await Promise.all(
        [ring.rotate(key.id), ring.rotate(key.id), ring.revoke(key.id)].map((act) => act.catch(() => 0)),
      );
      await sleep(1000);
      expect([await statusOf(house, secret), await statusOf(other, secret)]).toEqual([401, 401]);
      const [known] = await ring.list();
      expect(known?.revokedAt).toBeGreaterThan(0);
      const acts = (await durable.audit.read(10)).map(({ action }) => action);
      expect(acts.at(0)).toBe('key.create');
      expect(acts.filter((action) => action === 'key.revoke')).toHaveLength(1);
      const entry = { at: 0, by: 'operator', from: '', action: 'editor.login', subject: 'é' } as const;
      await durable.audit.append(entry);
      expect((await durable.audit.read(10)).at(-1)).toEqual(entry);
    } finally {
      await durable.close();
    }
  });

  testWith(tool, 'go on with the keys they know while it is frozen, and let nobody else in', async () => {
    const durable = openStorage(house.config, () => undefined);
    try {
      const ring = createApiKeys(durable.keys);
      const { secret } = await ring.create({ name: 'known', scopes: ['read:published'] });
      const { secret: unknown } = await ring.create({ name: 'not yet known', scopes: ['read:published'] });
      expect(await statusOf(house, secret)).toBe(200);
      redis.freeze();
      await sleep(500);
      const begun = performance.now();
      for (let asked = 0; asked < 10; asked++) expect(await statusOf(house, secret)).toBe(200);
      expect(performance.now() - begun).toBeLessThan(1500);
      expect(await statusOf(house, unknown)).toBe(503);
      redis.thaw();
      for (let attempt = 0; attempt < 30 && (await statusOf(house, unknown)) !== 200; attempt++)
        await sleep(100);
      expect(await statusOf(house, unknown)).toBe(200);
    } finally {
      redis.thaw();
      await durable.close();
    }
  });
});

describe('npm run keys', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off' } });
  });
  afterAll(() => house.close());

  /** Runs the command over the house's state, as an operator beside the running gateway. */
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const env = { ...process.env, STATE_DIR: house.config.stateDir, REDIS_URL: '' };
      execFile(process.execPath, ['gateway/cli/keys.ts', ...args], { cwd: ROOT, env }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      );
    });

  test('makes a key that a running gateway takes, lists, turns and ends it', async () => {
    const args = ['--name', 'Reader', '--scopes', 'read:published,read:drafts', '--expires', '90d'];
    const made = await run('create', ...args, '--origin', 'https://example.org', '--json');
    const { id, secret, expiresAt, origins } = JSON.parse(made.out);
    expect(origins).toEqual(['https://example.org']);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);

    const plain = await run('create', '--name', 'Plain', '--scopes', 'read:published');
    const [open = ''] = plain.out.split('\n');
    expect(await statusOf(house, open)).toBe(200);
    const list = await run('list');
    expect(list.out).toMatch(new RegExp(`^${id}  Reader\\n  live until `));
    expect(list.out).not.toContain('tv_live_');

    const turned = await run('rotate', open.split('_')[2] as string, '--overlap', '0', '--json');
    expect(await statusOf(house, open)).toBe(401);
    const { secret: renewed } = JSON.parse(turned.out);
    expect(await statusOf(house, renewed)).toBe(200);
    expect((await run('revoke', open.split('_')[2] as string)).code).toBe(0);
    expect(await statusOf(house, renewed)).toBe(401);

    const audit = (await run('audit')).out;
    expect(audit.match(/key\.(create|rotate|revoke) /g)).toEqual([
      'key.create ',
      'key.create ',
      'key.rotate ',
      'key.revoke ',
    ]);
    for (const told of [secret, open, renewed]) expect(audit).not.toContain(told.split('_')[3]);
  }, 60_000);

  test('says what it expected', async () => {
    for (const [args, said] of [
      [[], /expected one of\n {2}npm run keys -- create/],
      [['revoke'], /expected one of/],
      [['create', '--name', 'x', '--scopes', 'root'], /expected scopes of .*got "root"/],
      [
        ['create', '--name', 'x', '--scopes', 'read:drafts', '--expires', 'soon'],
        /expected a time such as 90d/,
      ],
      [['rotate', 'nobody'], /expected the id of an active key, got "nobody"/],
      [['list', '--all'], /Unknown option/],
    ] as const) {
      const { code, err } = await run(...args);
      expect(code).not.toBe(0);
      expect(err).toMatch(said);
    }
  }, 60_000);
});

describe('the log of a gateway', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off' } });
  });
  afterAll(() => house.close());

  test('tells of refused keys and of nobody’s secret, at its most talkative', async () => {
    const port = await freePort();
    const { emulators, config } = house;
    const gateway = spawn(process.execPath, ['gateway/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')),
        PORT: String(port),
        LOG_LEVEL: 'trace',
        STATE_DIR: config.stateDir,
        CONSUME_CHANGES: 'off',
        SANITY_API_HOST: emulators.content.url,
        MUX_BASE_URL: emulators.media.url,
        ALGOLIA_HOST: emulators.search.url,
      },
    });
    let log = '';
    for (const stream of [gateway.stdout, gateway.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    const url = `http://127.0.0.1:${port}`;
    const durable = openStorage(config, () => undefined);
    try {
      const ready = () =>
        fetch(`${url}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
      for (let attempt = 0; attempt < 200 && !(await ready()); attempt++) await sleep(100);
      const ring = createApiKeys(durable.keys);
      const { key, secret } = await ring.create({ name: 'canary', scopes: ['keys:write', 'read:drafts'] });
      const canary = secret.split('_')[3] as string;
      expect(await statusOf({ url }, secret)).toBe(200);
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret, 'x-perspective': 'drafts' },
        body: JSON.stringify({ query: `{ keys { id } nonsense(key: "${key.id}") }` }),
      });
      expect(await answer.text()).not.toContain(canary);
      await fetch(`${url}/graphql?query={__typename}&key=${secret}`);
      await fetch(`${url}/films/${secret}`);
      await ring.revoke(key.id);
      expect(await statusOf({ url }, secret)).toBe(401);
      expect(await statusOf({ url }, `${secret}x`)).toBe(401);
      for (let attempt = 0; attempt < 50 && !log.includes('malformed'); attempt++) await sleep(20);
      expect(log).toMatch(new RegExp(`"reason":"unknown","key":"${key.id}".*an API key was rejected`));
      expect(log).not.toContain(canary);
    } finally {
      await durable.close();
      gateway.kill('SIGKILL');
    }
  }, 60_000);
});
