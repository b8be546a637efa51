import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { createRedisStore } from '../../../gateway/services/cache/redisStore.ts';
import { type HeldProxy, openHeldProxy } from '../../support/blockingProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { redis as redisTool, testWith } from '../../support/projectBinaries.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { askGraph, type House, openHouse } from '../../support/stack.ts';
import { writerOf } from '../../support/writer.ts';

const tool = redisTool();
let redis: RedisServer;
let proxy: HeldProxy;
let house: House;
/** Beside the house's own gateway; the first reads content through the proxy. */
let first: Gateway;
let second: Gateway;

beforeAll(async () => {
  if (!tool.path) return;
  redis = await startRedis(tool.path);
  proxy = await openHeldProxy();
  house = await openHouse({ indexed: false, env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off' } });
  proxy.target = house.emulators.content.url;
  first = await createGateway({
    ...house.config,
    content: { ...house.config.content, apiHost: proxy.url },
  });
  second = await createGateway(house.config);
}, 60_000);
afterAll(async () => {
  if (!tool.path) return;
  await first.close();
  await second.close();
  await house.close();
  proxy.close();
  await redis.kill();
});

let questions = 0;
/** A question nobody has asked: only what lies below whole answers may be known. */
const anew = () => `query Q${++questions} { film(slug: "ripples") { title } }`;
const title = async (gateway: Gateway, query = anew()): Promise<string | undefined> => {
  const { data, errors } = await askGraph(gateway.url, query);
  expect(errors).toEqual([]);
  return data.film?.title;
};
const rename = async (title: string) => {
  const { _id } = await writerOf(house).fetch('*[_type == "film" && slug.current == "ripples"][0]');
  await writerOf(house).patch(_id).set({ title }).commit();
};
const contentCalls = async () => (await house.requests()).content.length;
/** The gateways are joined when one knows what the other has read. */
const joined = () =>
  eventually(async () => {
    await first.cache.purgeAll();
    const query = anew();
    const read = await title(first, query);
    await house.forget();
    expect(await title(second, query)).toBe(read);
    expect(await contentCalls()).toBe(0);
  });

let renamed = 0;
const name = () => `Ripples ${++renamed}`;

describe('two gateways with one Redis', () => {
  afterEach(async () => {
    if (tool.path) await joined();
  });

  testWith(tool, 'share what one of them has read', joined);

  testWith(tool, 'hear each other purge', async () => {
    await joined();
    const now = name();
    await Promise.all([title(first), title(second)]);
    await rename(now);
    await first.cache.purge(['content:type:film']);
    expect(await title(first)).toBe(now);
    await eventually(async () => expect(await title(second)).toBe(now), 1000);
  });

  testWith(tool, 'keep nothing that the other has purged while it was on its way', async () => {
    await joined();
    const [held, query, now] = [proxy.hold(), anew(), name()];
    await first.cache.purge(['content:type:film']);
    const early = title(first, query);
    await held.given;
    await rename(now);
    await second.cache.purge(['content:type:film']);
    held.release();
    expect(await early).not.toBe(now);
    await eventually(async () => expect(await title(first, query)).toBe(now), 1000);
    expect(await title(second, query)).toBe(now);
  });

  testWith(
    tool,
    'go on without it, and know when it is back what was purged in the meantime',
    async () => {
      await joined();
      const query = anew();
      const old = await title(second, query);
      await redis.kill();
      const now = name();
      await rename(now);
      const begun = Date.now();
      await first.cache.purge(['content:type:film']);
      expect(await title(first)).toBe(now);
      // Nobody can have told the second.
      expect(await title(second, query)).toBe(old);
      expect(Date.now() - begun).toBeLessThan(1500);
      await redis.start();
      await eventually(async () => expect(await title(second, query)).toBe(now), 8000);
    },
    40_000,
  );

  testWith(
    tool,
    'go on while it is silent, each answer late by no more than its patience',
    async () => {
      await joined();
      redis.freeze();
      try {
        const times: number[] = [];
        for (let i = 0; i < 20; i++) {
          const begun = performance.now();
          expect(await title(first, `{ film(slug: "ripples") { title year n${i}: year } }`)).toBeTruthy();
          times.push(performance.now() - begun);
        }
        expect(Math.max(...times)).toBeLessThan(600);
        expect(times.reduce((sum, ms) => sum + ms) / times.length).toBeLessThan(100);
        const now = name();
        await rename(now);
        await first.cache.purge(['content:type:film']);
        expect(await title(first)).toBe(now);
        redis.thaw();
        await eventually(async () => expect(await title(second)).toBe(now), 8000);
      } finally {
        redis.thaw();
      }
    },
    40_000,
  );

  testWith(tool, 'share nothing that is too large to be read by each of them', async () => {
    const remotePurges = { purged() {}, missed() {} };
    const store = createRedisStore({ url: redis.url, prefix: 'sizes', remotePurges });
    const entry = (length: number) => ({
      value: 'x'.repeat(length),
      tags: ['films'],
      ttl: 60,
      staleWhileRevalidate: 0,
      staleIfError: 0,
    });
    const setAndGet = async (length: number) => {
      const { clock } = (await store.get('one')) ?? {};
      expect(clock).toBeDefined();
      expect(await store.set(`of ${length}`, entry(length), clock as string)).toBe(true);
      return (await store.get(`of ${length}`))?.entry;
    };
    try {
      await eventually(async () => expect(await setAndGet(1_000_000)).toBeDefined(), 5000);
      expect(await setAndGet(3_000_000)).toBeUndefined();
    } finally {
      await store.close();
    }
  });
});
