import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import type { House } from '../../support/stack.ts';
import { bearer, type KeyedHouse, openKeyedHouse, REFUSED } from '../../support/stackWithKeys.ts';

let keyed: KeyedHouse;
let house: House;
let durable: Storage;
let ring: ApiKeys;
let ask: KeyedHouse['ask'];
beforeAll(async () => {
  keyed = await openKeyedHouse();
  ({ house, durable, ring, ask } = keyed);
});
afterAll(() => keyed.close());

describe('administrators of API keys', () => {
  const CREATE = `mutation ($input: CreateKeyInput!) {
    createKey(input: $input) { secret key { id name scopes origins expiresAt usedAt } }
  }`;

  test('create, list, rotate and revoke keys, and the audit log records it', async () => {
    const giver = await ring.create({ name: 'giver', scopes: ['keys:write', 'read:drafts'] });
    const headers = bearer(giver.secret);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const input = { name: 'preview', scopes: ['read:drafts'], origins: ['http://localhost:3000'], expiresAt };
    const { data, headers: answered } = await ask(headers, CREATE, { input });
    const { secret, key } = data.createKey;
    expect(answered.get('cache-control')).toBe('private, no-store');
    expect(key).toMatchObject({
      ...input,
      expiresAt: expect.anything(),
      scopes: ['read:drafts', 'read:published'],
    });

    const listed = await ask(headers, '{ keys { id name revokedAt } }');
    expect(listed.data.keys).toContainEqual({ id: key.id, name: 'preview', revokedAt: null });
    expect(listed.text).not.toContain('tv_live_');
    expect(listed.headers.get('cache-control')).toBe('private, no-store');

    const turn =
      'mutation ($id: ID!) { rotateKey(id: $id, overlapHours: 0.5) { secret key { overlapsUntil } } }';
    const turned = (await ask(headers, turn, { id: key.id })).data.rotateKey;
    expect(Date.parse(turned.key.overlapsUntil)).toBeLessThan(Date.now() + 1_800_001);
    const end = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }';
    expect((await ask(headers, end, { id: key.id })).data.revokeKey.revokedAt).not.toBeNull();
    const origin = 'http://localhost:3000';
    for (const gone of [secret, turned.secret])
      expect(await ask({ ...bearer(gone), origin })).toMatchObject(REFUSED);

    const acts = (await durable.audit.read(100)).filter(({ subject }) => subject === key.id);
    const by = `key:${giver.key.id}`;
    expect(acts).toMatchObject(
      ['key.create', 'key.rotate', 'key.revoke'].map((action) => ({ action, by, from: '127.0.0.1' })),
    );
    expect(JSON.stringify(acts)).not.toMatch(
      new RegExp(`${secret.split('_')[3]}|${turned.secret.split('_')[3]}`),
    );
  });

  const ROTATE = 'mutation ($id: ID!) { rotateKey(id: $id, overlapHours: 0) { secret } }';
  const REVOKE = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }';

  test('cannot create, rotate or revoke keys with scopes that they lack', async () => {
    const admin = await ring.create({ name: 'admin', scopes: ['keys:write'] });
    const greater = await ring.create({ name: 'greater', scopes: ['keys:write', 'index:write'] });
    const headers = bearer(admin.secret);
    const input = { name: 'more', scopes: ['index:write'] };
    const { id } = greater.key;
    expect(await ask(headers, CREATE, { input })).toMatchObject({
      code: 'FORBIDDEN',
      data: { createKey: null },
    });
    expect(await ask(headers, ROTATE, { id })).toMatchObject({
      code: 'FORBIDDEN',
      data: { rotateKey: null },
    });
    expect(await ask(headers, REVOKE, { id })).toMatchObject({
      code: 'FORBIDDEN',
      data: { revokeKey: null },
    });
    expect(await ask(bearer(greater.secret))).toMatchObject({ status: 200 });
  });

  test('that are keys cannot create or rotate keys that expire later or are bound to fewer origins', async () => {
    const origins = ['https://admin.example', 'https://other.example'];
    const expiresAt = Date.now() + 3_600_000;
    const admin = await ring.create({ name: 'admin', scopes: ['keys:write'], origins, expiresAt });
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
      expect(await ask(headers, CREATE, { input })).toMatchObject({ code: 'FORBIDDEN' });
      const { expiresAt: at, ...rest } = { ...within, ...change };
      const { key } = await ring.create({ ...rest, ...(at !== undefined && { expiresAt: at }) });
      expect(await ask(headers, ROTATE, { id: key.id })).toMatchObject({ code: 'FORBIDDEN' });
      expect((await ask(headers, REVOKE, { id: key.id })).data.revokeKey.revokedAt).not.toBeNull();
    }
    const created = (await ask(headers, CREATE, { input: toInput(within) })).data.createKey;
    expect((await ask(headers, ROTATE, { id: created.key.id })).data.rotateKey.secret).toMatch(/^tv_live_/);
    expect((await ask(headers, ROTATE, { id: admin.key.id })).data.rotateKey.secret).toMatch(/^tv_live_/);
  });

  test('rotate and revoke every key whose scopes they hold; revoking a key ends no other key', async () => {
    const admin = await ring.create({ name: 'admin', scopes: ['keys:write'] });
    const peer = await ring.create({ name: 'peer', scopes: ['keys:write'] });
    const input = { name: 'created', scopes: ['read:published'] };
    const created = (await ask(bearer(admin.secret), CREATE, { input })).data.createKey;
    const rotated = (await ask(bearer(peer.secret), ROTATE, { id: created.key.id })).data.rotateKey;
    expect(await ask(bearer(created.secret))).toMatchObject(REFUSED);
    await ask(bearer(peer.secret), REVOKE, { id: admin.key.id });
    expect(await ask(bearer(admin.secret))).toMatchObject(REFUSED);
    expect(await ask(bearer(rotated.secret))).toMatchObject({ status: 200 });
  });

  test('need the scope keys:write and valid input', async () => {
    const reader = await ring.create({ name: 'reader', scopes: ['read:drafts'] });
    const input = { name: 'x', scopes: ['read:published'] };
    for (const headers of [{}, bearer(reader.secret)]) {
      expect(await ask(headers, CREATE, { input })).toMatchObject({ code: 'FORBIDDEN' });
      expect(await ask(headers, '{ keys { id } }')).toMatchObject({
        code: 'FORBIDDEN',
        data: { keys: null },
      });
    }
    const giver = await ring.create({ name: 'giver', scopes: ['keys:write'] });
    for (const [wrong, said] of [
      [{ name: ' ' }, /name of 1 to 100/],
      [{ name: 'ops\u202Eyek nimda' }, /name of visible characters/],
      [{ scopes: [] }, /expected scopes of .*got none/],
      [{ scopes: ['root'] }, /expected a scope of .*got \\?"root/],
      [{ origins: ['https://example.org/page'] }, /without a path/],
      [{ expiresAt: '2001-01-01T00:00:00Z' }, /in the future/],
    ] as const) {
      const answer = await ask(bearer(giver.secret), CREATE, { input: { ...input, ...wrong } });
      expect(answer.code).toBe('BAD_USER_INPUT');
      expect(answer.errors[0].message).toMatch(said);
    }
  });

  test('cannot change the audit log', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const state = new DatabaseSync(`${house.config.stateDir}/trivium.sqlite`);
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
