import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Durable } from '../gateway/durable.ts';
import type { KeyRing } from '../gateway/keys/keyRing.ts';
import type { House } from './house.ts';
import { bearer, type KeyedHouse, openKeyedHouse, REFUSED } from './keyedHouse.ts';

let keyed: KeyedHouse;
let house: House;
let durable: Durable;
let ring: KeyRing;
let ask: KeyedHouse['ask'];
beforeAll(async () => {
  keyed = await openKeyedHouse();
  ({ house, durable, ring, ask } = keyed);
});
afterAll(() => keyed.close());

describe('who may give out keys', () => {
  const CREATE = `mutation ($input: CreateKeyInput!) {
    createKey(input: $input) { secret key { id name scopes origins expiresAt usedAt } }
  }`;

  test('makes, lists, turns and ends them by the graph, and all of it is in the audit log', async () => {
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

  test('gives nothing beyond what they hold, by a new key or by another secret of an old one', async () => {
    const { secret } = await ring.create({ name: 'giver', scopes: ['keys:write'] });
    const greater = await ring.create({ name: 'greater', scopes: ['keys:write', 'index:write'] });
    const input = { name: 'more', scopes: ['index:write'] };
    expect(await ask(bearer(secret), CREATE, { input })).toMatchObject({
      code: 'FORBIDDEN',
      data: { createKey: null },
    });
    const turn = `mutation { rotateKey(id: "${greater.key.id}") { secret } }`;
    expect(await ask(bearer(secret), turn)).toMatchObject({ code: 'FORBIDDEN', data: { rotateKey: null } });
  });

  const TURN = 'mutation ($id: ID!) { rotateKey(id: $id, overlapHours: 0) { secret } }';
  const END = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }';
  const FORBIDDEN = { status: 200, code: 'FORBIDDEN' };

  test('with a key that ends and is bound, gives none that outlives it or is taken from elsewhere', async () => {
    const origin = 'https://admin.example';
    const expiresAt = Date.now() + 3_600_000;
    const giver = await ring.create({ name: 'giver', scopes: ['keys:write'], origins: [origin], expiresAt });
    const headers = { ...bearer(giver.secret), origin };
    const wish = { name: 'child', scopes: ['keys:write'] };
    const create = (input: object) => ask(headers, CREATE, { input: { ...wish, ...input } });

    // What is not said is as the giver has it.
    const { key, secret } = (await create({})).data.createKey;
    const ends = new Date(expiresAt).toISOString();
    expect([key.origins, new Date(key.expiresAt).toISOString()]).toEqual([[origin], ends]);
    expect((await create({ expiresAt: ends })).code).toBeUndefined();
    const later = new Date(expiresAt + 1).toISOString();
    for (const beyond of [{ expiresAt: later }, { origins: ['https://evil.example'] }])
      expect(await create(beyond)).toMatchObject(FORBIDDEN);

    // Nor does it end keys that reach further.
    const partner = await ring.create({ name: 'partner', scopes: ['keys:write'] });
    expect(await ask(headers, END, { id: partner.key.id })).toMatchObject(FORBIDDEN);
    const keeper = await ring.create({
      name: 'keeper',
      scopes: ['index:write'],
      origins: [origin],
      expiresAt,
    });
    expect(await ask(headers, END, { id: keeper.key.id })).toMatchObject(FORBIDDEN);
    expect(await ask(bearer(partner.secret))).toMatchObject({ status: 200 });

    expect(await ask({ ...bearer(secret), origin })).toMatchObject({ status: 200 });
    const again = { headers: { ...bearer(secret), origin }, input: wish };
    const grandchild = (await ask(again.headers, CREATE, again)).data.createKey;
    const listed = (await ring.list()).find(({ id }) => id === grandchild.key.id);
    expect(listed).toMatchObject({ createdBy: `key:${key.id}`, makers: [key.id, giver.key.id], expiresAt });
    // All of its line end with it.
    await ring.revoke(giver.key.id);
    for (const gone of [giver.secret, secret, grandchild.secret])
      expect(await ask({ ...bearer(gone), origin })).toMatchObject(REFUSED);
    const ended = (await ring.list()).find(({ id }) => id === grandchild.key.id);
    expect(ended?.revokedAt).toBeGreaterThan(0);
    await expect(ring.rotate(grandchild.key.id)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });

  test('with a key gets no secret of a key that it has not made', async () => {
    const giver = await ring.create({ name: 'giver', scopes: ['keys:write'] });
    const peer = await ring.create({ name: 'peer', scopes: ['keys:write'] });
    const headers = bearer(giver.secret);
    expect(await ask(headers, TURN, { id: peer.key.id })).toMatchObject(FORBIDDEN);
    expect(await ask(bearer(peer.secret))).toMatchObject({ status: 200 });

    const input = { name: 'child', scopes: ['read:published'] };
    const child = (await ask(headers, CREATE, { input })).data.createKey;
    const turned = (await ask(headers, TURN, { id: child.key.id })).data.rotateKey;
    expect(await ask(bearer(child.secret))).toMatchObject(REFUSED);
    expect(await ask(bearer(turned.secret))).toMatchObject({ status: 200 });
    expect(await ask(headers, TURN, { id: giver.key.id })).toMatchObject({ code: undefined });
  });

  test('is nobody without the scope, and is told what cannot be wished for', async () => {
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
      [{ name: 'ops\u202Eyek nimda' }, /reads as it is written/],
      [{ scopes: [] }, /expected scopes of .*got none/],
      [{ scopes: ['root'] }, /expected a scope of .*got \\?"root/],
      [{ origins: ['https://example.org/page'] }, /without a path/],
      [{ expiresAt: '2001-01-01T00:00:00Z' }, /not in the past/],
    ] as const) {
      const answer = await ask(bearer(giver.secret), CREATE, { input: { ...input, ...wrong } });
      expect(answer.code).toBe('BAD_USER_INPUT');
      expect(answer.errors[0].message).toMatch(said);
    }
  });

  test('cannot change the audit log afterwards', async () => {
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
        expect(() => state.exec(change)).toThrow('only ever added to');

      expect((await durable.audit.verify()).brokenAt).toBeUndefined();
      // Whoever takes the guards away leaves a mark.
      state.exec(
        `DROP TRIGGER audit_stands; BEGIN; UPDATE audit SET entry = replace(entry, '"at":', '"at":1') WHERE seq = 2`,
      );
      state.exec('COMMIT');
      expect(await durable.audit.verify()).toMatchObject({ brokenAt: 3 });
    } finally {
      state.close();
    }
  });
});
