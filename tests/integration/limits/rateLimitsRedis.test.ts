import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import type { RateLimit } from '../../../gateway/config/config.ts';
import { createRedisBuckets } from '../../../gateway/services/rateLimit/redisBuckets.ts';
import type { BucketStore } from '../../../gateway/services/rateLimit/tokenBucket.ts';
import { eventually } from '../../support/eventually.ts';
import { redis as redisTool, testWith } from '../../support/projectBinaries.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { askGraph, openHouse } from '../../support/stack.ts';

describe('gateways that share a Redis', () => {
  const tool = redisTool();
  let redis: RedisServer;
  beforeAll(async () => {
    if (tool.path) redis = await startRedis(tool.path);
  });
  afterAll(async () => {
    await redis?.kill();
  });

  testWith(tool, 'have one bucket for each caller', async () => {
    const [maximum, rate] = [300, 300];
    const house = await openHouse({
      indexed: false,
      env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: `${maximum}/${rate}` },
    });
    const other = await createGateway(house.config);
    try {
      const remaining = async (url: string) =>
        (await askGraph(url, '{ rateLimit { remaining } }')).data.rateLimit.remaining;
      const wide = (n: number) => `query Q${n} { films(first: 8) { nodes { topics { id } } } }`;
      let [used, refused, asked] = [0, 0, 0];
      // A gateway shares its limits as soon as it is connected to Redis.
      await eventually(async () => {
        await askGraph(house.url, wide(++asked));
        expect(await remaining(other.url)).toBeLessThan(maximum);
      });

      const begun = performance.now();
      const hammer = async (url: string) => {
        while (refused < 20 || used < maximum) {
          const answer = await fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-trivium-cost': '1' },
            body: JSON.stringify({ query: wide(++asked) }),
          });
          const { extensions } = (await answer.json()) as {
            extensions: { cost: { actualQueryCost: number } };
          };
          if (answer.status === 429) refused += 1;
          used += extensions.cost.actualQueryCost;
        }
      };
      await Promise.all([house.url, other.url].flatMap((url) => [hammer(url), hammer(url), hammer(url)]));
      const most = maximum + (rate * (performance.now() - begun)) / 1000;
      expect(used).toBeLessThanOrEqual(1.1 * most);
    } finally {
      await other.close();
      await house.close();
    }
  });

  testWith(
    tool,
    'use local buckets while it is unavailable, which do not count in it afterwards',
    async () => {
      const budget: RateLimit = { maximum: 100, restoreRate: 0.001 };
      const changes: boolean[] = [];
      const onAvailability = (isAvailable: boolean) => changes.push(isAvailable);
      const [one, other] = [1, 2].map(() =>
        createRedisBuckets({ url: redis.url, prefix: 'fallback', onAvailability }),
      ) as [BucketStore, BucketStore];
      const isGranted = async (gateway: BucketStore, name: string, points: number) =>
        (await gateway.take(name, points, budget)).granted;
      /** Waits until both gateways have noticed an outage or a recovery. */
      const noticed = (expected: readonly boolean[]) =>
        eventually(async () => {
          for (const gateway of [one, other]) await gateway.take('probe', 0, budget);
          expect(changes).toEqual(expected.flatMap((change) => [change, change]));
        });
      try {
        await eventually(async () => {
          await one.take('probe', 1, budget);
          expect((await other.take('probe', 0, budget)).available).toBeLessThan(99);
        });
        expect(await isGranted(one, 'caller', 100)).toBe(true);
        expect(await isGranted(other, 'caller', 1)).toBe(false);

        redis.freeze();
        await noticed([false]);
        const begun = performance.now();
        for (const gateway of [one, other])
          expect([await isGranted(gateway, 'caller', 60), await isGranted(gateway, 'caller', 60)]).toEqual([
            true,
            false,
          ]);
        expect(performance.now() - begun).toBeLessThan(100);
        redis.thaw();
        await noticed([false, true]);
        expect(await isGranted(one, 'caller', 1)).toBe(false);
        expect(await isGranted(one, 'idle', 100)).toBe(true);

        await redis.kill();
        await noticed([false, true, false]);
        expect(await isGranted(one, 'idle', 100)).toBe(true);
        await redis.start();
        await noticed([false, true, false, true]);
        // The new Redis has no buckets, and a missing bucket is full.
        expect(await isGranted(one, 'idle', 100)).toBe(true);
      } finally {
        redis.thaw();
        for (const gateway of [one, other]) gateway.close();
      }
    },
  );
});
