import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { previewCookie } from '../../../gateway/services/auth/previewCookie.ts';
import { createPreviews, type NewPreview } from '../../../gateway/services/auth/previews.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { statusWithKey } from '../../support/stackWithKeys.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

/** Longer than a gateway uses a cached key without reading it again (0.4 s). */
const CACHED_KEY_IS_STALE_AFTER_MS = 500;
const SESSION_MS = 12 * 3_600_000;
/** The timeout of a Redis command. */
const REDIS_TIMEOUT_MS = 100;

describe('API keys in Redis', () => {
  const binary = redisBinary();
  let redis: RedisServer;
  let stack: Stack;
  let other: Gateway;
  beforeAll(async () => {
    if (!binary.path) return;
    redis = await startRedis(binary.path);
    stack = await startStack({ hasIndex: false, env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off' } });
    other = await createGateway(stack.config);
  }, 60_000);
  afterAll(async () => {
    if (!binary.path) return;
    await other.close();
    await stack.close();
    await redis.kill();
  });

  testWith(binary, 'are accepted and revoked by all gateways, with one audit entry', async () => {
    await using storage = openStorage(stack.config, () => undefined);
    const apiKeys = createApiKeys(storage.keys);
    const { key, secret } = await apiKeys.create({ name: 'shared', scopes: ['read:published'] });
    const statuses = async () => [await statusWithKey(stack, secret), await statusWithKey(other, secret)];
    expect(await statuses()).toEqual([200, 200]);
    await Promise.allSettled([apiKeys.rotate(key.id), apiKeys.rotate(key.id), apiKeys.revoke(key.id)]);
    await within(10_000, async () => expect(await statuses()).toEqual([401, 401]));
    const [listed] = await apiKeys.list();
    expect(listed?.revokedAt).toBeGreaterThan(0);
    const actions = (await storage.audit.read(10)).map(({ action }) => action);
    expect(actions.at(0)).toBe('key.create');
    expect(actions.filter((action) => action === 'key.revoke')).toHaveLength(1);
    const entry = { at: 0, by: 'operator', from: '', action: 'editor.login', subject: 'é' } as const;
    await storage.audit.append(entry);
    expect((await storage.audit.read(10)).at(-1)).toEqual(entry);
  });

  testWith(binary, 'previews: are known to all gateways, and end on all of them', async () => {
    await using storage = openStorage(stack.config, () => undefined);
    const statuses = ({ preview, token }: NewPreview) =>
      Promise.all(
        [stack.url, other.url].map(async (url) => {
          const [cookie = ''] = previewCookie(preview, token).split(';');
          const headers = { cookie, 'x-preview': '1' };
          return (await fetch(`${url}/graphql?query={__typename}`, { headers })).status;
        }),
      );
    const previews = createPreviews(storage);
    const session = { perspective: 'drafts', studioOrigins: [] };
    const current = await previews.startSession(session, '192.0.2.1');
    const early = createPreviews({ ...storage, now: () => Date.now() - SESSION_MS });
    const expired = await early.startSession(session, '192.0.2.1');
    expect(await statuses(current)).toEqual([200, 200]);
    expect(await statuses(expired)).toEqual([401, 401]);
    expect((await previews.list()).map(({ id }) => id)).toEqual([current.preview.id]);
    expect((await storage.previews.all()).map(({ key: { id } }) => id)).toEqual([current.preview.id]);
    await previews.revoke(current.preview.id);
    await within(10_000, async () => expect(await statuses(current)).toEqual([401, 401]));
  });

  testWith(binary, 'stay valid without delay if they are cached while Redis does not respond', async () => {
    const storage = openStorage(stack.config, () => undefined);
    try {
      const apiKeys = createApiKeys(storage.keys);
      const { secret: cached } = await apiKeys.create({ name: 'cached', scopes: ['read:published'] });
      const { secret: uncached } = await apiKeys.create({ name: 'uncached', scopes: ['read:published'] });
      expect(await statusWithKey(stack, cached)).toBe(200);
      redis.pause();
      const durations: number[] = [];
      const end = performance.now() + 2 * CACHED_KEY_IS_STALE_AFTER_MS;
      while (performance.now() < end) {
        const startedAt = performance.now();
        expect(await statusWithKey(stack, cached)).toBe(200);
        if (startedAt > end - CACHED_KEY_IS_STALE_AFTER_MS) durations.push(performance.now() - startedAt);
      }
      // A loaded machine delays some responses, waiting for Redis would delay all of them.
      expect(Math.min(...durations)).toBeLessThan(REDIS_TIMEOUT_MS);
      expect(await statusWithKey(stack, uncached)).toBe(503);
      redis.resume();
      await within(500, async () => expect(await statusWithKey(stack, uncached)).toBe(200));
    } finally {
      redis.resume();
      await storage[Symbol.asyncDispose]();
    }
  });
});
