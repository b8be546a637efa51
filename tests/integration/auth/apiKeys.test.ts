import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import type { ApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { mintToken, newKeyId } from '../../../gateway/services/auth/token.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import type { House } from '../../support/stack.ts';
import { bearer, FILMS, type KeyedHouse, openKeyedHouse, REFUSED } from '../../support/stackWithKeys.ts';

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

/** Makes a key whose time is counted from `shift` milliseconds from now. */
async function made(wishes: Parameters<ApiKeys['create']>[0], shift = 0) {
  keyed.goAhead(shift);
  try {
    return await ring.create(wishes);
  } finally {
    keyed.goAhead(0);
  }
}

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
    keyed.goAhead(61_000);
    expect(await ring.verify(second, undefined)).toBe('replaced');
    keyed.goAhead(0);
  });
});
