import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Durable, openDurable } from '../gateway/durable.ts';
import { createKeyRing, type KeyRing } from '../gateway/keys/keyRing.ts';
import { mintToken, newKeyId } from '../gateway/keys/token.ts';
import { createGateway } from '../gateway/main.ts';
import { type House, openHouse } from './house.ts';

let house: House;
let durable: Durable;
let ring: KeyRing;
/** The time by which this test's own ring lives. */
let ahead = 0;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { FOLLOW_NEWS: 'off' } });
  durable = openDurable(house.config, () => undefined);
  ring = createKeyRing(durable.keys, () => Date.now() + ahead);
});
afterAll(async () => {
  await durable.close();
  await house.close();
});

const FILMS = '{ films(first: 1) { totalCount } }';

async function ask(
  headers: Record<string, string>,
  query = FILMS,
  variables: Record<string, unknown> = {},
  path = '/graphql',
) {
  const answer = await fetch(`${house.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const text = await answer.text();
  const { data, errors } = JSON.parse(text);
  return {
    status: answer.status,
    code: errors?.[0]?.extensions.code,
    errors,
    data,
    text,
    headers: answer.headers,
  };
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
/** Makes a key whose time is counted from `shift` milliseconds from now. */
async function made(wishes: Parameters<KeyRing['create']>[0], shift = 0) {
  ahead = shift;
  try {
    return await ring.create(wishes);
  } finally {
    ahead = 0;
  }
}
const REFUSED = { status: 401, code: 'UNAUTHENTICATED', data: undefined };

describe('a key', () => {
  test('is let in by either header, and so is who has none', async () => {
    const { secret } = await made({ name: 'reader', scopes: ['read:published'] });
    expect(secret).toMatch(/^tv_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    const ways: Record<string, string>[] = [bearer(secret), { 'x-api-key': secret }, {}];
    for (const headers of ways)
      expect(await ask(headers)).toMatchObject({ status: 200, data: { films: {} } });
  });

  test('is kept as a digest, and nothing of its secret is in the state', async () => {
    const { key, secret } = await made({ name: 'reader', scopes: ['read:published'] });
    const stored = JSON.stringify([await durable.keys.all(), await durable.audit.read(1000)]);
    expect(stored).toContain(key.id);
    expect(stored).not.toContain(secret.split('_')[3]);
  });

  test('without read:drafts shows no drafts, and with it may', async () => {
    const drafts = { 'x-perspective': 'drafts' };
    const reader = await made({ name: 'reader', scopes: ['read:published'] });
    const editor = await made({ name: 'editor', scopes: ['read:drafts'] });
    for (const headers of [{}, bearer(reader.secret)])
      expect(await ask({ ...headers, ...drafts })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await ask({ ...bearer(editor.secret), ...drafts })).toMatchObject({ status: 200 });
    expect(await ask({ 'x-perspective': 'raw' })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  });

  test('is noted when it is used, to ten minutes', async () => {
    const { key, secret } = await made({ name: 'used', scopes: ['read:published'] });
    const usedAt = async () => (await ring.list()).find(({ id }) => id === key.id)?.usedAt;
    expect(await usedAt()).toBeNull();
    await ask(bearer(secret));
    expect(await usedAt()).toBe(Math.floor(Date.now() / 600_000) * 600_000);
  });

  test('has its answers kept from stores that others share, and shares them with its equals', async () => {
    const { secret } = await made({ name: 'reader', scopes: ['read:published'] });
    const query = '{ films(first: 2) { totalCount } }';
    const anonymous = await ask({}, query);
    expect(anonymous.headers.get('cache-control')).toMatch(/^public/);
    const keyed = await ask(bearer(secret), query);
    expect(keyed.headers.get('cache-control')).toBe('private, max-age=0');
    expect(keyed.headers.get('cache-status')).toMatch(/hit/);
    expect(keyed.headers.get('cache-tag')).toBeNull();
    expect(keyed.headers.get('vary')).toMatch(/Authorization, X-Api-Key/);
  });
});

describe('what opens nothing', () => {
  test('is a key that is mistyped, guessed, revoked, expired, or replaced for good', async () => {
    const { key, secret } = await made({ name: 'reader', scopes: ['read:published'] });
    const other = mintToken(key.id).text;
    const nobody = mintToken(newKeyId()).text;
    const mistyped = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const guess of [other, nobody, mistyped, 'tv_live_', `${secret}x`])
      expect(await ask(bearer(guess))).toMatchObject(REFUSED);
    // Nobody learns by guessing which ids there are.
    expect((await ask(bearer(other))).text).toBe((await ask(bearer(nobody))).text);

    const old = await made({ name: 'old', scopes: ['read:published'], expiresAt: Date.now() - 1000 }, -2000);
    expect(await ask(bearer(old.secret))).toMatchObject(REFUSED);

    expect(await ask(bearer(secret))).toMatchObject({ status: 200 });
    const renewed = await ring.rotate(key.id, 0);
    expect(await ask(bearer(secret))).toMatchObject(REFUSED);
    expect(await ask(bearer(renewed.secret))).toMatchObject({ status: 200 });
    await ring.revoke(key.id);
    const refused = await ask(bearer(renewed.secret));
    expect(refused).toMatchObject(REFUSED);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="trivium", error="invalid_token"');
    await expect(ring.rotate(key.id)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });

  test('is a key in the address, by whatever name and at whatever page', async () => {
    const { secret } = await made({ name: 'reader', scopes: ['read:published'] });
    for (const name of ['key', 'api_key', 'access_token'])
      expect(await ask({}, FILMS, {}, `/graphql?${name}=anything`)).toMatchObject({
        status: 400,
        code: 'KEY_IN_URL',
      });
    for (const path of [
      `/films?key=${secret}`,
      `/nowhere/${secret}`,
      `/?q=${secret.replaceAll('_', '%5F')}`,
      `/%?x=${secret}`,
      `/${secret}%`,
    ]) {
      const answer = await fetch(house.url + path, { headers: { 'x-request-id': 'of-mine' } });
      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, 'of-mine']);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'KEY_IN_URL' } }] });
      expect(text).not.toContain(secret.slice(8, 20));
    }
  });

  test('is a key in another form than one header has it', async () => {
    const one = await made({ name: 'one', scopes: ['read:published'] });
    const two = await made({ name: 'two', scopes: ['read:published'] });
    for (const headers of [
      { authorization: one.secret },
      { authorization: 'Bearer' },
      { 'x-api-key': 'anything' },
      { ...bearer(one.secret), 'x-api-key': two.secret },
      bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.'),
    ])
      expect(await ask(headers)).toMatchObject(REFUSED);
    // That belongs to whoever stands in front.
    expect(await ask({ authorization: 'Basic bWU6bWU=' })).toMatchObject({ status: 200 });
  });

  test('is a bound key from another origin, or none', async () => {
    const { secret } = await made({
      name: 'page',
      scopes: ['read:published'],
      origins: ['https://example.org', 'https://example.org/'],
    });
    const from = (origin?: string) => ask({ ...bearer(secret), ...(origin && { origin }) });
    expect(await from('https://example.org')).toMatchObject({ status: 200 });
    for (const origin of ['https://example.org.evil.test', 'http://example.org', 'null', undefined])
      expect(await from(origin)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('a deployment that nobody reads without a key', () => {
  test('answers keys that may read, and tells no store of the answer', async () => {
    const closed = await createGateway({ ...house.config, port: 0, access: { anonymous: false } });
    try {
      const { secret } = await made({ name: 'reader', scopes: ['read:published'] });
      const { secret: keeper } = await made({ name: 'keeper', scopes: ['index:write'] });
      const at = async (headers: Record<string, string>) => {
        const answer = await fetch(`${closed.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query: FILMS }),
        });
        const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
        return [answer.status, errors?.[0]?.extensions.code, answer.headers.get('cache-control')];
      };
      expect(await at({})).toEqual([401, 'UNAUTHENTICATED', 'private, no-store']);
      expect(await at(bearer(secret))).toEqual([200, undefined, 'private, max-age=0']);
      expect(await at(bearer(keeper))).toEqual([200, 'FORBIDDEN', 'private, no-store']);
    } finally {
      await closed.close();
    }
  });
});

describe('two secrets', () => {
  test('open a key while one takes the place of the other, and no third', async () => {
    const { key, secret: first } = await made({ name: 'app', scopes: ['read:published'] });
    const { secret: second } = await ring.rotate(key.id);
    for (const secret of [first, second]) expect(await ask(bearer(secret))).toMatchObject({ status: 200 });
    const { secret: third, key: facts } = await ring.rotate(key.id, 60_000);
    expect(facts.overlapsUntil).toBeGreaterThan(Date.now());
    expect(await ask(bearer(first))).toMatchObject(REFUSED);
    for (const secret of [second, third]) expect(await ask(bearer(secret))).toMatchObject({ status: 200 });
    ahead = 61_000;
    expect(await ring.open(second, undefined)).toBe('replaced');
    ahead = 0;
  });
});

describe('who may give out keys', () => {
  const CREATE = `mutation ($input: CreateKeyInput!) {
    createKey(input: $input) { secret key { id name scopes origins expiresAt usedAt } }
  }`;

  test('makes, lists, turns and ends them by the graph, and all of it is in the audit log', async () => {
    const giver = await made({ name: 'giver', scopes: ['keys:write', 'read:drafts'] });
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
    const { secret } = await made({ name: 'giver', scopes: ['keys:write'] });
    const greater = await made({ name: 'greater', scopes: ['keys:write', 'index:write'] });
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
    const giver = await made({ name: 'giver', scopes: ['keys:write'], origins: [origin], expiresAt });
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
    const partner = await made({ name: 'partner', scopes: ['keys:write'] });
    expect(await ask(headers, END, { id: partner.key.id })).toMatchObject(FORBIDDEN);
    const keeper = await made({ name: 'keeper', scopes: ['index:write'], origins: [origin], expiresAt });
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
    const giver = await made({ name: 'giver', scopes: ['keys:write'] });
    const peer = await made({ name: 'peer', scopes: ['keys:write'] });
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
    const reader = await made({ name: 'reader', scopes: ['read:drafts'] });
    const input = { name: 'x', scopes: ['read:published'] };
    for (const headers of [{}, bearer(reader.secret)]) {
      expect(await ask(headers, CREATE, { input })).toMatchObject({ code: 'FORBIDDEN' });
      expect(await ask(headers, '{ keys { id } }')).toMatchObject({
        code: 'FORBIDDEN',
        data: { keys: null },
      });
    }
    const giver = await made({ name: 'giver', scopes: ['keys:write'] });
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
        `DROP TRIGGER audit_stands; BEGIN; UPDATE audit SET entry = replace(entry, 'operator', 'nobody') WHERE seq = 2`,
      );
      state.exec('COMMIT');
      expect(await durable.audit.verify()).toMatchObject({ brokenAt: 3 });
    } finally {
      state.close();
    }
  });
});
