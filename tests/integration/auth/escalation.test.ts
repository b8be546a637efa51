import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import type { Stack } from '../../support/stack.ts';
import {
  bearer,
  type StackWithKeys,
  startStackWithKeys,
  UNAUTHENTICATED,
} from '../../support/stackWithKeys.ts';

let keyed: StackWithKeys;
let stack: Stack;
let storage: Storage;
let apiKeys: ApiKeys;
let query: StackWithKeys['query'];
beforeAll(async () => {
  keyed = await startStackWithKeys();
  ({ stack, storage, apiKeys, query } = keyed);
});
afterAll(() => keyed.close());

describe('API key administrators', () => {
  const CREATE = `mutation ($input: CreateKeyInput!) {
    createKey(input: $input) { secret key { id name scopes origins expiresAt usedAt } }
  }`;

  test('create, list, rotate and revoke keys, and the audit log records it', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write', 'read:drafts'] });
    const headers = bearer(admin.secret);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const input = { name: 'preview', scopes: ['read:drafts'], origins: ['http://localhost:3000'], expiresAt };
    const { data, headers: responseHeaders } = await query(headers, CREATE, { input });
    const { secret, key } = data.createKey;
    expect(responseHeaders.get('cache-control')).toBe('private, no-store');
    expect(key).toMatchObject({
      ...input,
      expiresAt: expect.anything(),
      scopes: ['read:drafts', 'read:published'],
    });

    const listed = await query(headers, '{ keys { id name revokedAt } }');
    expect(listed.data.keys).toContainEqual({ id: key.id, name: 'preview', revokedAt: null });
    expect(listed.text).not.toContain('tv_live_');
    expect(listed.headers.get('cache-control')).toBe('private, no-store');

    const rotate =
      'mutation ($id: ID!) { rotateKey(id: $id, overlapHours: 0.5) { secret key { overlapsUntil } } }';
    const rotated = (await query(headers, rotate, { id: key.id })).data.rotateKey;
    expect(Date.parse(rotated.key.overlapsUntil)).toBeLessThan(Date.now() + 1_800_001);
    const revoke = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }';
    expect((await query(headers, revoke, { id: key.id })).data.revokeKey.revokedAt).not.toBeNull();
    const origin = 'http://localhost:3000';
    for (const revokedSecret of [secret, rotated.secret])
      expect(await query({ ...bearer(revokedSecret), origin })).toMatchObject(UNAUTHENTICATED);

    const entries = (await storage.audit.read(100)).filter(({ subject }) => subject === key.id);
    const by = `key:${admin.key.id}`;
    expect(entries).toMatchObject(
      ['key.create', 'key.rotate', 'key.revoke'].map((action) => ({ action, by, from: '127.0.0.1' })),
    );
    expect(JSON.stringify(entries)).not.toMatch(
      new RegExp(`${secret.split('_')[3]}|${rotated.secret.split('_')[3]}`),
    );
  });

  const ROTATE = 'mutation ($id: ID!) { rotateKey(id: $id, overlapHours: 0) { secret } }';
  const REVOKE = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }';

  test('cannot create, rotate or revoke keys with scopes that they lack', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const greater = await apiKeys.create({ name: 'greater', scopes: ['keys:write', 'index:write'] });
    const headers = bearer(admin.secret);
    const input = { name: 'more', scopes: ['index:write'] };
    const { id } = greater.key;
    expect(await query(headers, CREATE, { input })).toMatchObject({
      code: 'FORBIDDEN',
      data: { createKey: null },
    });
    expect(await query(headers, ROTATE, { id })).toMatchObject({
      code: 'FORBIDDEN',
      data: { rotateKey: null },
    });
    expect(await query(headers, REVOKE, { id })).toMatchObject({
      code: 'FORBIDDEN',
      data: { revokeKey: null },
    });
    expect(await query(bearer(greater.secret))).toMatchObject({ status: 200 });
  });

  test('cannot create or rotate, with a key, keys that expire later or are valid for other origins', async () => {
    const origins = ['https://admin.example', 'https://other.example'];
    const expiresAt = Date.now() + 3_600_000;
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'], origins, expiresAt });
    const headers = { ...bearer(admin.secret), origin: 'https://admin.example' };
    const limits = { origins: origins.slice(0, 1), expiresAt };
    const within = { name: 'within', scopes: ['read:published'], ...limits };
    const beyond = [
      { expiresAt: expiresAt + 1 },
      { expiresAt: undefined },
      { origins: [] },
      { origins: ['https://admin.example', 'https://third.example'] },
    ];
    const toInput = ({ expiresAt: at, ...input }: { expiresAt?: number | undefined }) => ({
      ...input,
      ...(at !== undefined && { expiresAt: new Date(at).toISOString() }),
    });
    for (const change of beyond) {
      const input = toInput({ ...within, ...change });
      expect(await query(headers, CREATE, { input })).toMatchObject({ code: 'FORBIDDEN' });
      const { expiresAt: at, ...rest } = { ...within, ...change };
      const { key } = await apiKeys.create({ ...rest, ...(at !== undefined && { expiresAt: at }) });
      expect(await query(headers, ROTATE, { id: key.id })).toMatchObject({ code: 'FORBIDDEN' });
      expect((await query(headers, REVOKE, { id: key.id })).data.revokeKey.revokedAt).not.toBeNull();
    }
    const created = (await query(headers, CREATE, { input: toInput(within) })).data.createKey;
    expect((await query(headers, ROTATE, { id: created.key.id })).data.rotateKey.secret).toMatch(/^tv_live_/);
    expect((await query(headers, ROTATE, { id: admin.key.id })).data.rotateKey.secret).toMatch(/^tv_live_/);
  });

  test('rotate and revoke every key whose scopes they hold; revoking a key ends no other key', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const peer = await apiKeys.create({ name: 'peer', scopes: ['keys:write'] });
    const input = { name: 'created', scopes: ['read:published'] };
    const created = (await query(bearer(admin.secret), CREATE, { input })).data.createKey;
    const rotated = (await query(bearer(peer.secret), ROTATE, { id: created.key.id })).data.rotateKey;
    expect(await query(bearer(created.secret))).toMatchObject(UNAUTHENTICATED);
    await query(bearer(peer.secret), REVOKE, { id: admin.key.id });
    expect(await query(bearer(admin.secret))).toMatchObject(UNAUTHENTICATED);
    expect(await query(bearer(rotated.secret))).toMatchObject({ status: 200 });
  });

  test('need the scope keys:write and valid input', async () => {
    const reader = await apiKeys.create({ name: 'reader', scopes: ['read:drafts'] });
    const input = { name: 'x', scopes: ['read:published'] };
    for (const headers of [{}, bearer(reader.secret)]) {
      expect(await query(headers, CREATE, { input })).toMatchObject({ code: 'FORBIDDEN' });
      expect(await query(headers, '{ keys { id } }')).toMatchObject({
        code: 'FORBIDDEN',
        data: { keys: null },
      });
    }
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    for (const [invalid, message] of [
      [{ name: ' ' }, /name of 1 to 100/],
      [{ name: 'ops\u202Eyek nimda' }, /name of visible characters/],
      [{ scopes: [] }, /expected scopes of .*got none/],
      [{ scopes: ['root'] }, /expected a scope of .*got \\?"root/],
      [{ origins: ['https://example.org/page'] }, /without a path/],
      [{ expiresAt: '2001-01-01T00:00:00Z' }, /in the future/],
    ] as const) {
      const response = await query(bearer(admin.secret), CREATE, { input: { ...input, ...invalid } });
      expect(response.code).toBe('BAD_USER_INPUT');
      expect(response.errors[0].message).toMatch(message);
    }
  });

  test('cannot change the audit log', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const state = new DatabaseSync(`${stack.config.stateDir}/trivium.sqlite`);
    try {
      const into = "INTO audit (seq, entry) VALUES (1, '{}')";
      for (const change of [
        'DELETE FROM audit',
        "UPDATE audit SET entry = '{}'",
        `INSERT OR REPLACE ${into}`,
        `REPLACE ${into}`,
        `INSERT ${into} ON CONFLICT DO UPDATE SET entry = '{}'`,
        "INSERT INTO audit (seq, entry) VALUES (-5, '{}')",
      ])
        expect(() => state.exec(change)).toThrow('append-only');
    } finally {
      state.close();
    }
  });
});
