import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Buckets, Budget } from '../gateway/budgets/budget.ts';
import { createSharedBuckets } from '../gateway/budgets/sharedBuckets.ts';
import { createGateway } from '../gateway/main.ts';
import { eventually } from './caching/eventually.ts';
import { type RedisServer, startRedis } from './caching/redisServer.ts';
import { askGraph, openHouse } from './house.ts';
import { redis as redisTool, testWith } from './tools.ts';

describe('gateways that share a Redis', () => {
  const tool = redisTool();
  let redis: RedisServer;
  beforeAll(async () => {
    if (tool.path) redis = await startRedis(tool.path);
  });
  afterAll(async () => {
    await redis?.kill();
  });

  testWith(tool, 'have one budget for a caller, whichever is asked', async () => {
    const [maximum, rate] = [300, 300];
    const house = await openHouse({
      indexed: false,
      env: { REDIS_URL: redis.url, FOLLOW_NEWS: 'off', BUDGET_ANONYMOUS: `${maximum}/${rate}` },
    });
    const other = await createGateway(house.config);
    try {
      const remaining = async (url: string) =>
        (await askGraph(url, '{ rateLimit { remaining } }')).data.rateLimit.remaining;
      // Nobody knows what has been used before this Redis, so it begins with little.
      expect(await remaining(house.url)).toBeLessThan(maximum);
      await eventually(async () => expect(await remaining(other.url)).toBe(maximum), 10_000);

      const begun = performance.now();
      let [used, refused, asked] = [0, 0, 0];
      const hammer = async (url: string) => {
        while (refused < 20 || used < maximum) {
          const query = `query Q${++asked} { films(first: 8) { nodes { topics { id } } } }`;
          const answer = await fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-trivium-cost': '1' },
            body: JSON.stringify({ query }),
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
    'never let more than a tenth too much pass, while it is frozen, restarted and gone',
    async () => {
      const budget: Budget = { maximum: 1200, restoreRate: 600 };
      const troubles: string[] = [];
      const gateways = Array.from({ length: 3 }, () =>
        createSharedBuckets({
          url: redis.url,
          prefix: 'chaos',
          told: (event) => troubles.push(event),
        }),
      );
      try {
        await eventually(async () => {
          for (const gateway of gateways)
            expect((await gateway.take('caller', 0, budget)).available).toBe(budget.maximum);
        }, 15_000);
        const begun = performance.now();
        const hammers = gateways.map((gateway) => hammer(gateway, 'caller', budget));
        const used = () => hammers.reduce((sum, { used }) => sum + used(), 0);
        /** Lets time pass, in which something is granted and not too much. */
        const phase = async (milliseconds: number) => {
          const before = used();
          await sleep(milliseconds);
          expect(used()).toBeGreaterThan(before);
          const most = budget.maximum + (budget.restoreRate * (performance.now() - begun)) / 1000;
          expect(used()).toBeLessThanOrEqual(most + budget.maximum / 10);
        };
        await phase(500);
        redis.freeze();
        await phase(700);
        redis.thaw();
        await phase(700);
        await redis.kill();
        await phase(700);
        await redis.start();
        await phase(1000);
        await eventually(async () => expect(troubles.at(-1)).toBe('back'));
        for (const { stop } of hammers) await stop();
        expect(troubles.filter((event) => event === 'lost').length).toBeGreaterThanOrEqual(6);
        // What each waited for an answer, in all: one tenth of a second whenever Redis went silent.
        for (const { slowest } of hammers) expect(slowest()).toBeLessThan(2000);
      } finally {
        redis.thaw();
        for (const gateway of gateways) gateway.close();
      }
    },
  );
});

/** Asks as fast as it is answered; of what is granted a part is given back. */
function hammer(gateway: Buckets, name: string, budget: Budget) {
  let [used, slowest, isOver] = [0, 0, false];
  const work = async () => {
    while (!isOver) {
      const begun = performance.now();
      const { granted } = await gateway.take(name, 40, budget);
      slowest = Math.max(slowest, performance.now() - begun);
      if (granted) {
        used += 30;
        gateway.giveBack(name, 10, budget);
      }
      await sleep(4);
    }
  };
  const works = [work(), work()];
  return {
    used: () => used,
    slowest: () => slowest,
    async stop() {
      isOver = true;
      await Promise.all(works);
    },
  };
}
