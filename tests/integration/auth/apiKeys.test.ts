import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import type { ApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { createToken, newKeyId } from '../../../gateway/services/auth/token.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import type { Stack } from '../../support/stack.ts';
import {
  bearer,
  FILMS_QUERY,
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

/** Creates a key when the clock is `clockOffsetMs` from now. */
async function createKey(options: Parameters<ApiKeys['create']>[0], clockOffsetMs = 0) {
  keyed.setClockOffset(clockOffsetMs);
  try {
    return await apiKeys.create(options);
  } finally {
    keyed.setClockOffset(0);
  }
}

describe('API key', () => {
  test('is accepted in either header, and so is a request without a key', async () => {
    const { secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
    expect(secret).toMatch(/^tv_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    const accepted: Record<string, string>[] = [bearer(secret), { 'x-api-key': secret }, {}];
    for (const headers of accepted)
      expect(await query(headers)).toMatchObject({ status: 200, data: { films: {} } });
  });

  test('is stored as a digest without its secret', async () => {
    const { key, secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
    const stored = JSON.stringify([await storage.keys.all(), await storage.audit.read(1000)]);
    expect(stored).toContain(key.id);
    expect(stored).not.toContain(secret.split('_')[3]);
  });

  test('needs the scope read:drafts to read drafts', async () => {
    const drafts = { 'x-perspective': 'drafts' };
    const reader = await createKey({ name: 'reader', scopes: ['read:published'] });
    const editor = await createKey({ name: 'editor', scopes: ['read:drafts'] });
    for (const headers of [{}, bearer(reader.secret)])
      expect(await query({ ...headers, ...drafts })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await query({ ...bearer(editor.secret), ...drafts })).toMatchObject({ status: 200 });
    expect(await query({ 'x-perspective': 'raw' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  test('records its first use in ten minutes, which differs from its creation', async () => {
    const { key, secret } = await createKey({ name: 'used', scopes: ['read:published'] });
    const usedAt = async () => (await apiKeys.list()).find(({ id }) => id === key.id)?.lastUsedAt;
    expect(await usedAt()).toBeNull();
    const sentAt = Date.now();
    await query(bearer(secret));
    expect(sentAt).toBeGreaterThanOrEqual(key.createdAt);
    expect(await usedAt()).toBeGreaterThanOrEqual(sentAt);
    expect(await usedAt()).toBeLessThanOrEqual(Date.now());
  });

  test('gets responses that shared caches may not store, and that callers of the same audience share', async () => {
    const { secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
    const text = '{ films(first: 2) { totalCount } }';
    const anonymous = await query({}, text);
    expect(anonymous.headers.get('cache-control')).toMatch(/^public/);
    const withKey = await query(bearer(secret), text);
    expect(withKey.headers.get('cache-control')).toBe('private, max-age=0');
    expect(withKey.headers.get('cache-status')).toMatch(/hit/);
    expect(withKey.headers.get('cache-tag')).toBeNull();
    expect(withKey.headers.get('vary')).toMatch(/authorization, x-api-key/);
  });
});

describe('API key authentication', () => {
  test('rejects keys that are mistyped, guessed, revoked, expired or rotated', async () => {
    const { key, secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
    const wrongSecret = createToken(key.id).text;
    const unknownKey = createToken(newKeyId()).text;
    const mistyped = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const guess of [wrongSecret, unknownKey, mistyped, 'tv_live_', `${secret}x`])
      expect(await query(bearer(guess))).toMatchObject(UNAUTHENTICATED);
    // The rejection does not reveal which ids exist.
    expect((await query(bearer(wrongSecret))).text).toBe((await query(bearer(unknownKey))).text);

    const old = await createKey(
      { name: 'old', scopes: ['read:published'], expiresAt: Date.now() - 60_000 },
      -120_000,
    );
    expect(await query(bearer(old.secret))).toMatchObject(UNAUTHENTICATED);

    expect(await query(bearer(secret))).toMatchObject({ status: 200 });
    const rotated = await apiKeys.rotate(key.id, 0);
    expect(await query(bearer(secret))).toMatchObject(UNAUTHENTICATED);
    expect(await query(bearer(rotated.secret))).toMatchObject({ status: 200 });
    await apiKeys.revoke(key.id);
    const rejected = await query(bearer(rotated.secret));
    expect(rejected).toMatchObject(UNAUTHENTICATED);
    expect(rejected.headers.get('www-authenticate')).toBe('Bearer realm="trivium", error="invalid_token"');
    await expect(apiKeys.rotate(key.id)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  });

  test('rejects keys in the URL, under any parameter name and path', async () => {
    const { secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
    for (const name of ['key', 'api_key', 'access_token'])
      expect(await query({}, FILMS_QUERY, {}, `/graphql?${name}=anything`)).toMatchObject({
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
      const response = await fetch(stack.url + path, { headers: { 'x-request-id': 'request-1' } });
      expect([response.status, response.headers.get('x-request-id')]).toEqual([400, 'request-1']);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'KEY_IN_URL' } }] });
      expect(text).not.toContain(secret.slice(8, 20));
    }
  });

  test('rejects malformed headers and two different keys', async () => {
    const one = await createKey({ name: 'one', scopes: ['read:published'] });
    const two = await createKey({ name: 'two', scopes: ['read:published'] });
    for (const headers of [
      { authorization: one.secret },
      { authorization: 'Bearer' },
      { 'x-api-key': 'anything' },
      { ...bearer(one.secret), 'x-api-key': two.secret },
      bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.'),
    ])
      expect(await query(headers)).toMatchObject(UNAUTHENTICATED);
    // Basic credentials belong to a proxy in front of the gateway.
    expect(await query({ authorization: 'Basic bWU6bWU=' })).toMatchObject({ status: 200 });
  });

  test('rejects a key from an origin that it is not bound to, or without an origin', async () => {
    const { secret } = await createKey({
      name: 'page',
      scopes: ['read:published'],
      origins: ['https://example.org', 'https://example.org/'],
    });
    const from = (origin?: string) => query({ ...bearer(secret), ...(origin && { origin }) });
    expect(await from('https://example.org')).toMatchObject({ status: 200 });
    for (const origin of ['https://example.org.evil.test', 'http://example.org', 'null', undefined])
      expect(await from(origin)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('anonymous access off', () => {
  test('accepts only keys with the scope read:published, and lets no shared cache store responses', async () => {
    const closed = await createGateway({ ...stack.config, port: 0, access: { allowsAnonymous: false } });
    try {
      const { secret } = await createKey({ name: 'reader', scopes: ['read:published'] });
      const { secret: indexWriter } = await createKey({ name: 'index writer', scopes: ['index:write'] });
      const responseTo = async (headers: Record<string, string>) => {
        const response = await fetch(`${closed.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query: FILMS_QUERY }),
        });
        const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
        return [response.status, errors?.[0]?.extensions.code, response.headers.get('cache-control')];
      };
      expect(await responseTo({})).toEqual([401, 'UNAUTHENTICATED', 'private, no-store']);
      expect(await responseTo(bearer(secret))).toEqual([200, undefined, 'private, max-age=0']);
      expect(await responseTo(bearer(indexWriter))).toEqual([294, 'FORBIDDEN', 'private, no-store']);
    } finally {
      await closed.close();
    }
  });
});

describe('API key rotation', () => {
  test('accepts the last two secrets during the overlap', async () => {
    const { key, secret: first } = await createKey({ name: 'app', scopes: ['read:published'] });
    const { secret: second } = await apiKeys.rotate(key.id);
    for (const secret of [first, second]) expect(await query(bearer(secret))).toMatchObject({ status: 200 });
    const { secret: third, key: rotatedKey } = await apiKeys.rotate(key.id, 60_000);
    expect(rotatedKey.previousSecretExpiresAt).toBeGreaterThan(Date.now());
    expect(await query(bearer(first))).toMatchObject(UNAUTHENTICATED);
    for (const secret of [second, third]) expect(await query(bearer(secret))).toMatchObject({ status: 200 });
    keyed.setClockOffset(61_000);
    expect(await apiKeys.verify(second, undefined)).toBe('replaced');
    keyed.setClockOffset(0);
  });
});
