import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { Redis } from 'ioredis';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { anonymousCaller } from '../../../gateway/core/context.ts';
import { createTaggedCache } from '../../../gateway/services/cache/taggedCache.ts';
import { connectFailFast } from '../../../gateway/services/storage/redis/redis.ts';
import { createRedisCacheStore } from '../../../gateway/services/storage/redis/redisCacheStore.ts';
import { runForCaller } from '../../../gateway/services/upstream/caller.ts';
import { type BlockingProxy, startBlockingProxy } from '../../support/blockingProxy.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

/** The timeout of a Redis command. */
const REDIS_TIMEOUT_MS = 100;
/** A gateway that lost Redis for a moment waits a second, and catches up with the check after it. */
const CATCHES_UP_WITHIN_MS = 3_000;

const binary = redisBinary();
let redis: RedisServer;
let proxy: BlockingProxy;
let stack: Stack;
/** Reads content through the proxy. */
let first: Gateway;
let second: Gateway;
/** The lines in the log of the first gateway. */
const logged: string[] = [];
/** Returns the warnings about Redis since the last call. */
const warningsOfRedis = (): { msg: string }[] =>
  logged.splice(0).flatMap((line) => (line.includes('Redis') ? JSON.parse(line) : []));

beforeAll(async () => {
  if (!binary.path) return;
  redis = await startRedis(binary.path);
  proxy = await startBlockingProxy();
  stack = await startStack({ hasIndex: false, env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off' } });
  proxy.target = stack.emulators.content.url;
  first = await createGateway(
    {
      ...stack.config,
      logLevel: 'warn',
      content: { ...stack.config.content, apiHost: proxy.url },
    },
    { logDestination: { write: (line: string) => void logged.push(line) } },
  );
  second = await createGateway(stack.config);
}, 60_000);
afterAll(async () => {
  if (!binary.path) return;
  await first.close();
  await second.close();
  await stack.close();
  proxy.close();
  await redis.kill();
});

let operations = 0;
/** Returns an operation that was not sent before: its response is not cached, but upstream responses may be. */
const newOperation = () => `query Q${++operations} { film(by: { slug: "ripples" }) { title } }`;
const title = async (gateway: Gateway, query = newOperation()): Promise<string | undefined> => {
  const { data, errors } = await queryGateway(gateway.url, query);
  expect(errors).toEqual([]);
  return data.film?.title;
};
const rename = async (title: string) => {
  const { _id } = await stack.editor.fetch('*[_type == "film" && slug.current == "ripples"][0]');
  await stack.editor.patch(_id).set({ title }).commit();
};
const contentRequests = async () => (await stack.requests()).content.length;
/** Waits until the gateways share responses over Redis. */
const waitUntilShared = () =>
  within(CATCHES_UP_WITHIN_MS, async () => {
    await first.cache.invalidateAll();
    const query = newOperation();
    const expected = await title(first, query);
    await stack.clearRequests();
    expect(await title(second, query)).toBe(expected);
    expect(await contentRequests()).toBe(0);
  });

let titles = 0;
const newTitle = () => `Ripples ${++titles}`;

describe('shared cache in Redis', () => {
  afterEach(async () => {
    if (binary.path) await waitUntilShared();
  });

  testWith(binary, 'is read by all gateways', waitUntilShared);

  testWith(binary, 'is invalidated for all gateways', async () => {
    await waitUntilShared();
    const renamedTo = newTitle();
    await Promise.all([title(first), title(second)]);
    await rename(renamedTo);
    await first.cache.invalidate(['content:type:film']);
    expect(await title(first)).toBe(renamedTo);
    await within(CATCHES_UP_WITHIN_MS, async () => expect(await title(second)).toBe(renamedTo));
  });

  testWith(binary, 'does not store a response in flight that another gateway has invalidated', async () => {
    await waitUntilShared();
    const [blocked, query, renamedTo] = [proxy.block(), newOperation(), newTitle()];
    await first.cache.invalidate(['content:type:film']);
    const early = title(first, query);
    await blocked.responded;
    await rename(renamedTo);
    await second.cache.invalidate(['content:type:film']);
    blocked.release();
    expect(await early).not.toBe(renamedTo);
    await within(CATCHES_UP_WITHIN_MS, async () => expect(await title(first, query)).toBe(renamedTo));
    expect(await title(second, query)).toBe(renamedTo);
  });

  testWith(
    binary,
    'is optional: gateways continue while Redis is down, and apply missed invalidations afterwards',
    async () => {
      await waitUntilShared();
      const query = newOperation();
      const oldTitle = await title(second, query);
      warningsOfRedis();
      await redis.kill();
      const renamedTo = newTitle();
      await rename(renamedTo);
      await first.cache.invalidate(['content:type:film']);
      expect(await title(first)).toBe(renamedTo);
      expect(warningsOfRedis()).toContainEqual(
        expect.objectContaining({
          // A command may fail before the connection is known to be lost.
          operation: expect.stringMatching(/^(connect|check|invalidate|read|write)$/),
          msg: 'cache: Redis is unavailable; the gateway goes on, and caches responses in memory only',
        }),
      );
      // The invalidation cannot reach the second gateway.
      expect(await title(second, query)).toBe(oldTitle);
      await redis.start();
      await within(CATCHES_UP_WITHIN_MS, async () => expect(await title(second, query)).toBe(renamedTo));
    },
    40_000,
  );

  testWith(
    binary,
    'delays only some responses while Redis does not respond',
    async () => {
      await waitUntilShared();
      warningsOfRedis();
      redis.pause();
      try {
        const times: number[] = [];
        for (let i = 0; i < 20; i++) {
          const startedAt = performance.now();
          expect(
            await title(first, `{ film(by: { slug: "ripples" }) { title year n${i}: year } }`),
          ).toBeTruthy();
          times.push(performance.now() - startedAt);
        }
        const warnings = warningsOfRedis();
        expect(warnings).toContainEqual(
          expect.objectContaining({
            operation: expect.stringMatching(/^(read|write|check|invalidate)$/),
            limitMs: REDIS_TIMEOUT_MS,
            cause: 'no answer within 100 ms',
            msg: expect.stringMatching(
              /^cache: Redis has not answered an operation in time; the gateway goes on/,
            ),
          }),
        );
        expect(JSON.stringify(warnings)).not.toMatch(/unavailable|Command timed out/);
        // A loaded machine delays some responses, waiting for Redis would delay all of them.
        expect(Math.min(...times)).toBeLessThan(REDIS_TIMEOUT_MS);
        const renamedTo = newTitle();
        await rename(renamedTo);
        await first.cache.invalidate(['content:type:film']);
        expect(await title(first)).toBe(renamedTo);
        redis.resume();
        await within(CATCHES_UP_WITHIN_MS, async () => expect(await title(second)).toBe(renamedTo));
      } finally {
        redis.resume();
      }
    },
    40_000,
  );

  testWith(binary, 'does not give up a command whose reply waits for a busy event loop', async () => {
    const connection = connectFailFast(redis.url, {});
    try {
      await within(CATCHES_UP_WITHIN_MS, async () => {
        // After its immediates, the event loop runs timers before it reads sockets.
        await setImmediate();
        const reply = connection.ping();
        const busyUntil = performance.now() + 3 * REDIS_TIMEOUT_MS;
        while (performance.now() < busyUntil);
        expect(await reply).toBe('PONG');
      });
      redis.pause();
      await expect(connection.ping()).rejects.toThrow('Command timed out');
    } finally {
      redis.resume();
      connection.disconnect();
    }
  });

  testWith(binary, 'holds tags for all gateways', async () => {
    const createCache = () =>
      createTaggedCache({
        maxBytes: 1_000_000,
        shared: (remoteInvalidations) =>
          createRedisCacheStore({ url: redis.url, prefix: 'holds', remoteInvalidations }),
      });
    const [one, other] = [createCache(), createCache()];
    let reads = 0;
    const lifetime = async (tag: string) => {
      const load = async () => ({ value: 1, tags: [tag], ttlSeconds: 60, staleWhileRevalidateSeconds: 30 });
      const { ttlSeconds } = await other.read(`test:${reads++}`, load, {
        signal: AbortSignal.timeout(5_000),
      });
      return ttlSeconds;
    };
    try {
      await within(CATCHES_UP_WITHIN_MS, async () => {
        await one.hold(['held'], 60_000);
        expect(await lifetime('held')).toBe(2);
      });
      expect(await lifetime('free')).toBe(60);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  testWith(binary, 'does not store entries above its size limit', async () => {
    const remoteInvalidations = { invalidated() {}, missed() {}, held() {} };
    const store = createRedisCacheStore({ url: redis.url, prefix: 'sizes', remoteInvalidations });
    const entry = (length: number) => ({
      value: 'x'.repeat(length),
      tags: ['films'],
      ttlSeconds: 60,
      staleWhileRevalidateSeconds: 0,
      staleIfErrorSeconds: 0,
      isLeased: false,
    });
    const setAndGet = async (length: number) => {
      const { clock } = (await store.get('one')) ?? {};
      expect(clock).toBeDefined();
      expect(await store.set(`of ${length}`, entry(length), clock as string)).toBe(true);
      return (await store.get(`of ${length}`))?.entry;
    };
    try {
      await within(CATCHES_UP_WITHIN_MS, async () => expect(await setAndGet(1_000_000)).toBeDefined());
      expect(await setAndGet(3_000_000)).toBeUndefined();
    } finally {
      await store.close();
    }
  });

  testWith(binary, 'holds a share of the loads of one caller, for 15 minutes after they expire', async () => {
    const remoteInvalidations = { invalidated() {}, missed() {}, held() {} };
    const store = createRedisCacheStore({ url: redis.url, prefix: 'shares', remoteInvalidations });
    const client = new Redis(redis.url);
    const entry = {
      value: 'x'.repeat(1_000_000),
      tags: ['films'],
      ttlSeconds: 60,
      staleWhileRevalidateSeconds: 30,
      staleIfErrorSeconds: 3_600,
      isLeased: false,
    };
    /** Returns which of some entries are stored. */
    const setAs = (address: string, names: readonly string[]) =>
      runForCaller(anonymousCaller(address), async () => {
        const { clock = '' } = (await store.get('none')) ?? {};
        for (const name of names) await store.set(name, entry, clock);
        return Promise.all(names.map(async (name) => (await client.exists(`shares:${name}`)) === 1));
      });
    try {
      // On a busy machine the store gives up a command, and then every command for a moment.
      let attempts = 0;
      await within(CATCHES_UP_WITHIN_MS, async () => {
        attempts += 1;
        expect(await store.get('none')).toBeDefined();
        const names = Array.from({ length: 10 }, (_, i) => `${attempts}-${i}`);
        const ofOne = await setAs(`192.0.2.${attempts}`, names);
        expect(ofOne).toEqual([...Array(8).fill(true), false, false]);
        expect(await setAs(`198.51.100.${attempts}`, ['11'])).toEqual([true]);
      });
      const lifetime = await client.pttl('shares:11');
      expect(lifetime).toBeLessThanOrEqual(1_000 * (60 + 900));
      expect(lifetime).toBeGreaterThan(1_000 * 900);
    } finally {
      client.disconnect();
      await store.close();
    }
  });
});
