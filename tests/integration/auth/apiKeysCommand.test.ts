import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { freePort } from '../../support/freePort.ts';
import { startObservedGateway } from '../../support/observedGateway.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { statusWithKey } from '../../support/stackWithKeys.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

const secretPart = (secret: string) => secret.split('_')[3] as string;

describe('trivium keys', () => {
  const runCommandLine = createCommandRunner();
  /** The state of the stack, which an operator's process shares with the running gateway. */
  const environment = () => ({ ...process.env, STATE_DIR: stack.config.stateDir, REDIS_URL: '' });
  const run = (...args: string[]) => runCommandLine(['keys', ...args], environment());

  test('creates, lists, rotates and revokes keys of a running gateway', async () => {
    const args = ['--name', 'Reader', '--scopes', 'read:published,read:drafts', '--expires', '90d'];
    const created = await run('create', ...args, '--origin', 'https://example.org', '--json');
    const { id, secret, expiresAt, origins } = JSON.parse(created.out);
    expect(origins).toEqual(['https://example.org']);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);

    const plain = await run('create', '--name', 'Plain', '--scopes', 'read:published');
    const [plainSecret = ''] = plain.out.split('\n');
    const plainId = plainSecret.split('_')[2] as string;
    expect(await statusWithKey(stack, plainSecret)).toBe(200);
    const list = await run('list');
    expect(list.out).toMatch(new RegExp(`^${id}  Reader\\n  valid until `));
    expect(list.out).not.toContain('tv_live_');

    const rotated = await run('rotate', plainId, '--overlap', '0', '--json');
    expect(await statusWithKey(stack, plainSecret)).toBe(401);
    const { secret: rotatedSecret } = JSON.parse(rotated.out);
    expect(await statusWithKey(stack, rotatedSecret)).toBe(200);
    expect((await run('revoke', plainId)).code).toBe(0);
    expect(await statusWithKey(stack, rotatedSecret)).toBe(401);

    const audit = (await run('audit')).out;
    expect(audit.match(/key\.(create|rotate|revoke) /g)).toEqual([
      'key.create ',
      'key.create ',
      'key.rotate ',
      'key.revoke ',
    ]);
    for (const text of [secret, plainSecret, rotatedSecret]) expect(audit).not.toContain(secretPart(text));
  }, 60_000);

  test('creates, lists and revokes links to pages of a running gateway', async () => {
    const runPreview = (...args: string[]) => runCommandLine(['preview', ...args], environment());
    const created = JSON.parse(
      (await runPreview('create', '/films/lorenz', '--expires', '2d', '--json')).out,
    );
    expect(created).toMatchObject({ kind: 'link', path: '/films/lorenz', perspective: 'drafts' });
    const { pathname, search } = new URL(created.url);
    const open = () => fetch(`${stack.url}${pathname}${search}`, { redirect: 'manual' });
    expect((await open()).headers.get('location')).toBe('/films/lorenz');
    const list = (await runPreview('list')).out;
    expect(list).toContain(`${created.id}  link to /films/lorenz`);
    expect(list).not.toContain('tv_preview_');
    expect((await runPreview('revoke', created.id)).code).toBe(0);
    expect((await open()).status).toBe(401);
    expect((await runPreview('create', '//evil.example')).code).toBe(2);
    expect((await runPreview('create', '/films', '--expires', '31d')).code).toBe(2);
    expect((await runPreview('revoke', 'unknown')).code).toBe(1);
  }, 60_000);

  test.each([
    ['keys list', ['keys', 'list']],
    ['usage', ['usage']],
    ['index', ['index']],
    ['index --dead', ['index', '--dead']],
    ['index --retry', ['index', '--retry']],
  ])(
    '%s names the Redis that does not respond, without its password',
    async (_, args) => {
      const redisUrl = `redis://:canary@127.0.0.1:${await freePort()}/1`;
      const env = {
        ...stack.env,
        PATH: process.env.PATH,
        STATE_DIR: stack.config.stateDir,
        REDIS_URL: redisUrl,
      };
      const { code, out, err } = await runCommandLine(args, env);
      const address = redisUrl.replace(':canary@', '');
      expect({ code, out, err: err.trim() }).toEqual({
        code: 1,
        out: '',
        err: `REDIS_URL: expected a Redis that accepts the connection at ${address}, got no response; start it, or correct REDIS_URL`,
      });
    },
    60_000,
  );

  test('exits with 2 for invalid arguments and with 1 for an error, and states what it expected', async () => {
    for (const [args, expectedCode, message] of [
      [['create', '--scopes', 'read:drafts'], 2, /expected a value for name, got none/],
      [
        ['create', '--name', '', '--scopes', 'read:drafts'],
        2,
        /expected a name of 1 to 100 characters, got 0/,
      ],
      [['create', '--name', 'x', '--scopes', 'root'], 2, /expected scopes of .*got "root"/],
      [
        ['create', '--name', 'x', '--scopes', 'read:drafts', '--expires', 'soon'],
        2,
        /expected a duration such as 90d/,
      ],
      [['audit', '--last', '0'], 2, /--last: expected a number from 1 to 10000, got "0"/],
      [['rotate', 'nobody'], 1, /expected the id of an active key, got "nobody"/],
    ] as const) {
      const { code, err } = await run(...args);
      expect([args, code]).toEqual([args, expectedCode]);
      expect(err).toMatch(message);
    }
    const misconfigured = await runCommandLine(['keys', 'list'], { ...process.env, PORT: 'x' });
    expect(misconfigured).toMatchObject({ code: 1, err: expect.stringContaining('PORT: expected a port') });
  }, 60_000);
});

describe('gateway log', () => {
  test('has rejected keys but no secrets at level trace', async () => {
    const gateway = await startObservedGateway(stack, { STATE_DIR: stack.config.stateDir });
    const storage = openStorage(stack.config, () => undefined);
    try {
      const apiKeys = createApiKeys(storage.keys);
      const { key, secret } = await apiKeys.create({ name: 'canary', scopes: ['keys:write', 'read:drafts'] });
      const canary = secretPart(secret);
      expect(await statusWithKey(gateway, secret)).toBe(200);
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret, 'x-perspective': 'drafts' },
        body: JSON.stringify({ query: `{ apiKeys { keyId } nonsense(key: "${key.id}") }` }),
      });
      expect(await response.text()).not.toContain(canary);
      await fetch(`${gateway.url}/graphql?query={__typename}&key=${secret}`);
      await fetch(`${gateway.url}/films/${secret}`);
      await apiKeys.revoke(key.id);
      expect(await statusWithKey(gateway, secret)).toBe(401);
      expect(await statusWithKey(gateway, `${secret}x`)).toBe(401);
      await within(500, () => expect(gateway.output()).toContain('malformed'));
      expect(gateway.output()).toMatch(
        new RegExp(`"reason":"unknown","key":"${key.id}".*an API key was rejected`),
      );
      expect(gateway.output()).not.toContain(canary);
    } finally {
      await storage[Symbol.asyncDispose]();
      await gateway.close();
    }
  }, 60_000);
});
