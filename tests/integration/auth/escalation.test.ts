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
  const CREATE = `mutation ($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      secret apiKey { keyId name scopes origins expiresAt createdAt lastUsedAt } userErrors { code message field }
    }
  }`;

  const ROTATE = `mutation ($id: ID!) {
    rotateApiKey(input: { keyId: $id, overlapHours: 0 }) { secret userErrors { code message field } }
  }`;
  const REVOKE = `mutation ($id: ID!) {
    revokeApiKey(input: { keyId: $id }) { apiKey { revokedAt } userErrors { code message field } }
  }`;
  const userErrorsOf = async (...request: Parameters<typeof query>) => {
    const { data, errors } = await query(...request);
    expect(errors).toBeUndefined();
    const [payload] = Object.values(data) as { apiKey?: unknown; secret?: unknown; userErrors: unknown[] }[];
    expect([payload?.apiKey ?? null, payload?.secret ?? null]).toEqual([null, null]);
    return payload?.userErrors;
  };
  const forbidden = (field: string) => [{ code: 'FORBIDDEN', message: expect.any(String), field }];

  test('create, list, rotate and revoke keys, and the audit log records it', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write', 'read:drafts'] });
    const headers = bearer(admin.secret);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const input = { name: 'preview', scopes: ['read:drafts'], origins: ['http://localhost:3000'], expiresAt };
    const { data, headers: responseHeaders } = await query(headers, CREATE, { input });
    const { secret, apiKey: key } = data.createApiKey;
    expect(responseHeaders.get('cache-control')).toBe('private, no-store');
    expect(key).toMatchObject({
      ...input,
      expiresAt: expect.anything(),
      scopes: ['read:drafts', 'read:published'],
    });

    const listed = await query(
      headers,
      '{ apiKeys { keyId name revokedAt createdBy { kind keyId subject } } }',
    );
    expect(listed.data.apiKeys).toContainEqual({
      keyId: key.keyId,
      name: 'preview',
      revokedAt: null,
      createdBy: { kind: 'API_KEY', keyId: admin.key.id, subject: null },
    });
    expect(listed.data.apiKeys).toContainEqual({
      keyId: admin.key.id,
      name: 'admin',
      revokedAt: null,
      createdBy: { kind: 'OPERATOR', keyId: null, subject: null },
    });
    expect(listed.text).not.toContain('tv_live_');
    expect(listed.headers.get('cache-control')).toBe('private, no-store');

    const rotate =
      'mutation ($id: ID!) { rotateApiKey(input: { keyId: $id, overlapHours: 0.5 }) { secret apiKey { previousSecretExpiresAt } } }';
    const rotated = (await query(headers, rotate, { id: key.keyId })).data.rotateApiKey;
    expect(Date.parse(rotated.apiKey.previousSecretExpiresAt)).toBeLessThan(Date.now() + 1_800_001);
    expect((await query(headers, REVOKE, { id: key.keyId })).data.revokeApiKey).toEqual({
      apiKey: { revokedAt: expect.any(String) },
      userErrors: [],
    });
    const origin = 'http://localhost:3000';
    for (const revokedSecret of [secret, rotated.secret])
      expect(await query({ ...bearer(revokedSecret), origin })).toMatchObject(UNAUTHENTICATED);

    const entries = (await storage.audit.read(100)).filter(({ subject }) => subject === key.keyId);
    const by = `key:${admin.key.id}`;
    expect(entries).toMatchObject(
      ['key.create', 'key.rotate', 'key.revoke'].map((action) => ({ action, by, from: '127.0.0.1' })),
    );
    expect(JSON.stringify(entries)).not.toMatch(
      new RegExp(`${secret.split('_')[3]}|${rotated.secret.split('_')[3]}`),
    );
  });

  test('cannot create, rotate or revoke keys with scopes that they lack', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const greater = await apiKeys.create({ name: 'greater', scopes: ['keys:write', 'index:write'] });
    const headers = bearer(admin.secret);
    const input = { name: 'more', scopes: ['index:write'] };
    const { id } = greater.key;
    expect(await userErrorsOf(headers, CREATE, { input })).toEqual(forbidden('scopes'));
    expect(await userErrorsOf(headers, ROTATE, { id })).toEqual(forbidden('keyId'));
    expect(await userErrorsOf(headers, REVOKE, { id })).toEqual(forbidden('keyId'));
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
      expect(await userErrorsOf(headers, CREATE, { input })).toEqual(forbidden(Object.keys(change)[0] ?? ''));
      const { expiresAt: at, ...rest } = { ...within, ...change };
      const { key } = await apiKeys.create({ ...rest, ...(at !== undefined && { expiresAt: at }) });
      expect(await userErrorsOf(headers, ROTATE, { id: key.id })).toEqual(forbidden('keyId'));
      expect(
        (await query(headers, REVOKE, { id: key.id })).data.revokeApiKey.apiKey.revokedAt,
      ).not.toBeNull();
    }
    const created = (await query(headers, CREATE, { input: toInput(within) })).data.createApiKey;
    expect((await query(headers, ROTATE, { id: created.apiKey.keyId })).data.rotateApiKey.secret).toMatch(
      /^tv_live_/,
    );
    expect((await query(headers, ROTATE, { id: admin.key.id })).data.rotateApiKey.secret).toMatch(
      /^tv_live_/,
    );
  });

  test('rotate and revoke every key whose scopes they hold; revoking a key ends no other key', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const peer = await apiKeys.create({ name: 'peer', scopes: ['keys:write'] });
    const input = { name: 'created', scopes: ['read:published'] };
    const created = (await query(bearer(admin.secret), CREATE, { input })).data.createApiKey;
    const rotated = (await query(bearer(peer.secret), ROTATE, { id: created.apiKey.keyId })).data
      .rotateApiKey;
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
      expect(await query(headers, '{ apiKeys { keyId } }')).toMatchObject({
        code: 'FORBIDDEN',
        data: { apiKeys: null },
      });
    }
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    for (const [invalid, field, message] of [
      [{ name: ' ' }, 'name', /name of 1 to 100/],
      [{ name: 'ops\u202Eyek nimda' }, 'name', /name of visible characters/],
      [{ scopes: [] }, 'scopes', /expected scopes of .*got none/],
      [{ origins: ['https://example.org/page'] }, 'origins', /without a path/],
      [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt', /in the future/],
    ] as const)
      expect(await userErrorsOf(bearer(admin.secret), CREATE, { input: { ...input, ...invalid } })).toEqual([
        { code: 'INVALID', message: expect.stringMatching(message), field },
      ]);
    const unknown = await query(bearer(admin.secret), CREATE, { input: { ...input, scopes: ['root'] } });
    expect([unknown.code, unknown.errors[0].message]).toEqual([
      'BAD_USER_INPUT',
      expect.stringMatching(/expected a scope of .*got \\?"root/),
    ]);
  });

  test('get all faults of an input at once', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const faulty = {
      name: '',
      scopes: [],
      origins: ['nothing', 'https://example.org', 'https://example.org/page'],
      expiresAt: '2001-01-01T00:00:00Z',
    };
    const errors = await userErrorsOf(bearer(admin.secret), CREATE, { input: faulty });
    const fields = ['name', 'scopes', 'origins', 'origins', 'expiresAt'];
    expect(errors).toEqual(fields.map((field) => ({ code: 'INVALID', message: expect.any(String), field })));
  });

  test.each([
    [ROTATE, 'unknown', 'NOT_FOUND', 'keyId'],
    [REVOKE, 'unknown', 'NOT_FOUND', 'keyId'],
    [ROTATE.replace('overlapHours: 0', 'overlapHours: -1'), 'unknown', 'INVALID', 'overlapHours'],
    [ROTATE.replace('overlapHours: 0', 'overlapHours: 2161'), 'unknown', 'INVALID', 'overlapHours'],
  ])('get an error of the input for %s with %s', async (text, id, code, field) => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const errors = await userErrorsOf(bearer(admin.secret), text, { id });
    expect(errors).toEqual([{ code, message: expect.stringContaining('expected'), field }]);
  });

  test('see a last use that is not before the creation', async () => {
    const admin = await apiKeys.create({ name: 'admin', scopes: ['keys:write'] });
    const text =
      '{ viewer { apiKey { keyId createdAt lastUsedAt } } apiKeys { keyId createdAt lastUsedAt } }';
    await query(bearer(admin.secret), text);
    const { data } = await query(bearer(admin.secret), text);
    const listed = data.apiKeys.find(({ keyId }: { keyId: string }) => keyId === admin.key.id);
    for (const { createdAt, lastUsedAt } of [listed, data.viewer.apiKey])
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
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
