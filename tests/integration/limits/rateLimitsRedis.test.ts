import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import type { RateLimit } from '../../../gateway/config/formats.ts';
import type { BucketStore } from '../../../gateway/services/rateLimit/tokenBucket.ts';
import { createRedisBuckets } from '../../../gateway/services/storage/redis/redisBuckets.ts';
import type { StoreFailure } from '../../../gateway/services/storage/storage.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { queryGateway, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

describe('rate limiter with Redis', () => {
  const binary = redisBinary();
  let redis: RedisServer;
  beforeAll(async () => {
    if (binary.path) redis = await startRedis(binary.path);
  });
  afterAll(async () => {
    await redis?.kill();
  });

  testWith(binary, 'has one bucket for a caller of several gateways', async () => {
    const [maximum, rate] = [300, 300];
    const stack = await startStack({
      hasIndex: false,
      env: { REDIS_URL: redis.url, CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: `${maximum}/${rate}` },
    });
    const other = await createGateway(stack.config);
    try {
      const remaining = async (url: string) =>
        (await queryGateway(url, '{ rateLimit { remaining } }')).data.rateLimit.remaining;
      const operation = (n: number) => `query Q${n} { films(first: 8) { nodes { topics { id } } } }`;
      let [usedPoints, rejections, operations] = [0, 0, 0];
      // A gateway shares its limits as soon as it is connected to Redis.
      await within(500, async () => {
        await queryGateway(stack.url, operation(++operations));
        expect(await remaining(other.url)).toBeLessThan(maximum);
      });

      const startedAt = performance.now();
      const sendUntilRejected = async (url: string) => {
        while (rejections < 20 || usedPoints < maximum) {
          const response = await fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-trivium-cost': '1' },
            body: JSON.stringify({ query: operation(++operations) }),
          });
          const { extensions } = (await response.json()) as {
            extensions: { cost: { actualQueryCost: number } };
          };
          if (response.status === 429) rejections += 1;
          usedPoints += extensions.cost.actualQueryCost;
        }
      };
      await Promise.all(
        [stack.url, other.url].flatMap((url) => [
          sendUntilRejected(url),
          sendUntilRejected(url),
          sendUntilRejected(url),
        ]),
      );
      const availablePoints = maximum + (rate * (performance.now() - startedAt)) / 1000;
      expect(usedPoints).toBeLessThanOrEqual(1.1 * availablePoints);
    } finally {
      await other.close();
      await stack.close();
    }
  });

  testWith(
    binary,
    'uses local buckets while Redis is unavailable, and the shared ones afterwards',
    async () => {
      const limit: RateLimit = { maximum: 100, restoreRate: 0.001 };
      const availability = [true, true];
      let lastFailure: StoreFailure | undefined;
      const [one, other] = availability.map((_, i) =>
        createRedisBuckets({
          url: redis.url,
          prefix: 'fallback',
          onAvailability: (isAvailable, failure) => {
            availability[i] = isAvailable;
            lastFailure = failure ?? lastFailure;
          },
        }),
      ) as [BucketStore, BucketStore];
      const isGranted = async (gateway: BucketStore, name: string, points: number) =>
        (await gateway.take(name, points, limit)).isGranted;
      /** Waits until both gateways have detected an outage or a recovery. */
      const waitForAvailability = (isAvailable: boolean) =>
        within(10_000, async () => {
          for (const gateway of [one, other]) await gateway.take('probe', 0, limit);
          expect(availability).toEqual([isAvailable, isAvailable]);
        });
      try {
        await within(500, async () => {
          await one.take('probe', 1, limit);
          expect((await other.take('probe', 0, limit)).available).toBeLessThan(99);
        });
        expect(await isGranted(one, 'caller', 100)).toBe(true);
        expect(await isGranted(other, 'caller', 1)).toBe(false);

        redis.pause();
        await waitForAvailability(false);
        expect(lastFailure).toEqual({
          operation: expect.stringMatching(/^(take|check)$/),
          limitMs: 100,
          cause: 'no answer within 100 ms',
        });
        for (const gateway of [one, other])
          expect([await isGranted(gateway, 'caller', 60), await isGranted(gateway, 'caller', 60)]).toEqual([
            true,
            false,
          ]);

        redis.resume();
        await waitForAvailability(true);
        expect(await isGranted(one, 'caller', 1)).toBe(false);
        expect(await isGranted(one, 'idle', 100)).toBe(true);

        await redis.kill();
        await waitForAvailability(false);
        // A command may fail before the connection is known to be lost.
        expect(lastFailure).toEqual({
          operation: expect.stringMatching(/^(connect|check|take)$/),
          cause: expect.any(String),
        });
        expect(await isGranted(one, 'idle', 100)).toBe(true);
        await redis.start();
        await waitForAvailability(true);
        // The restarted Redis has no buckets, and a missing bucket is full.
        expect(await isGranted(one, 'idle', 100)).toBe(true);
      } finally {
        redis.resume();
        for (const gateway of [one, other]) gateway.close();
      }
    },
  );
});
