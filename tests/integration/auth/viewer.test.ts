import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let server: StackWithKeys;
beforeAll(async () => {
  server = await startStackWithKeys();
});
afterAll(() => server.close());

describe('viewer', () => {
  test('does not say who created the key, unless it administers keys', async () => {
    const text = '{ viewer { apiKey { createdBy { kind } } } }';
    const reader = await server.apiKeys.create({ name: 'Reader', scopes: ['read:published'] });
    const rejected = await server.query(bearer(reader.secret), text);
    expect([rejected.code, rejected.data.viewer.apiKey.createdBy]).toEqual(['FORBIDDEN', null]);
    const admin = await server.apiKeys.create({ name: 'Admin', scopes: ['keys:write'] });
    const { data } = await server.query(bearer(admin.secret), text);
    expect(data.viewer.apiKey.createdBy).toEqual({ kind: 'OPERATOR' });
  });

  const VIEWER_QUERY =
    '{ viewer { apiKey { name scopes expiresAt } } rateLimit { limit remaining } films(first: 1) { totalCount } }';

  test('has the key of the request with its scopes, expiry and rate limit', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const { secret } = await server.apiKeys.create({
      name: 'Reading app',
      scopes: ['read:published'],
      expiresAt,
    });
    const { data, headers } = await server.query(bearer(secret), VIEWER_QUERY);
    const {
      viewer: { apiKey: key },
      rateLimit,
    } = data;
    expect(key).toMatchObject({ name: 'Reading app', scopes: ['read:published'] });
    expect(Date.parse(key.expiresAt)).toBe(expiresAt);
    expect(rateLimit.limit).toBe(server.stack.config.rateLimits.key?.maximum);
    expect(rateLimit.remaining).toBeLessThan(rateLimit.limit);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('has no key without one, and no expiry if the key does not expire', async () => {
    expect((await server.query({}, VIEWER_QUERY)).data.viewer).toEqual({ apiKey: null });
    const forever = await server.apiKeys.create({ name: 'Forever', scopes: ['read:published'] });
    const { data } = await server.query(bearer(forever.secret), VIEWER_QUERY);
    expect(data.viewer.apiKey).toMatchObject({ name: 'Forever', expiresAt: null });
  });
});
