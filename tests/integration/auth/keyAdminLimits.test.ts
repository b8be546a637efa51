import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { KeyStore, StoredKey } from '../../../gateway/services/auth/keyStore.ts';
import { createSqliteAuditLog } from '../../../gateway/services/storage/sqlite/sqliteAuditLog.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let keyed: StackWithKeys;
beforeAll(async () => {
  keyed = await startStackWithKeys();
});
afterAll(() => keyed.close());

const CREATE =
  'mutation { createApiKey(input: {name: "x", scopes: ["keys:write"]}) { secret apiKey { keyId } } }';

test('API keys: one key creates at most 60 in an hour, and can still revoke them', async () => {
  const { apiKeys, query, storage } = keyed;
  const stolen = await apiKeys.create({ name: 'stolen', scopes: ['keys:write'] });
  const headers = bearer(stolen.secret);
  const before = (await apiKeys.list()).length;
  const responses = [];
  for (let n = 0; n < 80; n++) responses.push(await query(headers, CREATE));
  expect(responses.filter(({ data }) => data.createApiKey !== null)).toHaveLength(60);
  expect(await apiKeys.list()).toHaveLength(before + 60);
  expect(await storage.audit.read(1000)).toHaveLength(before + 60);
  expect(responses.at(-1)?.errors[0].extensions).toEqual({
    code: 'RATE_LIMITED',
    reason: 'HOURLY_LIMIT',
    limit: 60,
    retryAfter: expect.any(Number),
    url: '/docs/errors#rate_limited',
  });
  // A created key does not get further, and rotating is limited too.
  const [first] = responses;
  const { secret, apiKey: key } = first?.data.createApiKey ?? {};
  expect((await query(bearer(secret), CREATE)).code).toBe('RATE_LIMITED');
  const rotate = `mutation { rotateApiKey(input: { keyId: "${key.keyId}" }) { secret } }`;
  expect((await query(headers, rotate)).code).toBe('RATE_LIMITED');
  const revoke = `mutation { revokeApiKey(input: { keyId: "${key.keyId}" }) { apiKey { revokedAt } } }`;
  expect((await query(headers, revoke)).data.revokeApiKey.apiKey.revokedAt).not.toBeNull();
  // The operator is not limited.
  await apiKeys.create({ name: 'operator', scopes: ['keys:write'] });
});

test('API keys: an administrator has at most 100 active keys, and a deployment at most 1,000', async () => {
  const now = Date.now();
  const keysOf = (createdBy: string, count: number, change: Partial<StoredKey> = {}) =>
    Array.from({ length: count }, () => ({ key: { createdBy, ...change } as StoredKey, usedAt: null }));
  const check = (stored: ReturnType<typeof keysOf>, name: string) =>
    createApiKeys(
      { all: async () => stored, write: async () => true } as unknown as KeyStore,
      () => now,
    ).create(
      { name: 'x', scopes: ['read:drafts'] },
      { caller: { kind: 'editor', name, address: '' }, scopes: SCOPES },
    );
  const tooMany = { extensions: { code: 'TOO_MANY_KEYS' } };
  await expect(check(keysOf('key:a', 99), 'key:a')).resolves.toBeDefined();
  await expect(check(keysOf('key:a', 100), 'key:a')).rejects.toMatchObject(tooMany);
  await expect(check(keysOf('key:a', 100), 'key:b')).resolves.toBeDefined();
  await expect(check(keysOf('key:a', 1000), 'key:b')).rejects.toMatchObject(tooMany);
  const inactive = [...keysOf('key:a', 500, { revokedAt: now }), ...keysOf('key:a', 500, { expiresAt: now })];
  await expect(check(inactive, 'key:a')).resolves.toBeDefined();
});

test('audit log: keeps the newest 100,000 entries', async () => {
  const { DatabaseSync } = await import('node:sqlite');
  const state = new DatabaseSync(':memory:');
  const audit = createSqliteAuditLog(state);
  const entry = (at: number) =>
    ({ at, by: 'operator', from: '', action: 'key.create', subject: 'x' }) as const;
  state.exec('BEGIN');
  for (let n = 1; n <= 100_010; n++) audit.insert(entry(n));
  state.exec('COMMIT');
  const { count } = state.prepare('SELECT count(*) AS count FROM audit').get() as { count: number };
  expect(count).toBe(100_000);
  expect((await audit.read(100_001))[0]?.at).toBe(11);
  expect(() => state.exec('DELETE FROM audit')).toThrow('append-only');
  state.close();
});
