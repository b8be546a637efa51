import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { newAddress, queryFrom } from '../../support/rateLimitedStack.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

let searches = 0;
/** Returns a query that no cache contains. It is one word: several words without results would be searched again. */
const newQuery = () => `lorenz${++searches}`;
const searchField = (query: string, alias = 'search') =>
  `${alias}: search(query: ${JSON.stringify(query)}) { totalCount }`;
const newSearches = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => searchField(newQuery(), `a${n}`)).join(' ')} }`;

describe('limits of calls to providers', () => {
  let now = Date.now();
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      now: () => now,
      env: {
        RATE_LIMIT_CALLS: 'search.anonymous=10/2,search.key=off,search.total=30/1',
        TRUST_PROXY: '127.0.0.0/8',
        CONSUME_CHANGES: 'off',
      },
    });
  });
  afterAll(() => stack.close());
  const refillBuckets = () => {
    now += 60_000;
  };

  test('count each query of a batch, and answer the other fields', async () => {
    refillBuckets();
    const address = newAddress();
    await stack.clearRequests();
    expect((await queryFrom(stack.url, address, newSearches(8))).errors).toBeUndefined();
    const { data, errors } = await queryFrom(
      stack.url,
      address,
      `{ ${searchField(newQuery(), 'a')} ${searchField(newQuery(), 'b')} ${searchField(newQuery(), 'c')} films(first: 1) { nodes { title } } }`,
    );
    expect(data).toMatchObject({ a: null, films: { nodes: [{ title: expect.any(String) }] } });
    expect(errors?.map(({ extensions }) => extensions)).toContainEqual({
      code: 'CALL_LIMIT_REACHED',
      service: 'search',
      limit: { maximum: 10, restoreRate: 2 },
      retryAfter: 1,
      url: '/docs/errors#call_limit_reached',
    });
    expect((await stack.requests()).search).toHaveLength(1);

    expect((await queryFrom(stack.url, newAddress(), newSearches(3))).errors).toBeUndefined();
    now += 1_000;
    expect((await queryFrom(stack.url, address, newSearches(3))).errors).toBeUndefined();
  });

  test('are not charged for cached results', async () => {
    refillBuckets();
    const address = newAddress();
    const query = newQuery();
    for (let n = 0; n < 30; n++) {
      const { errors } = await queryFrom(stack.url, address, `query Q${n} { ${searchField(query)} }`);
      expect(errors).toBeUndefined();
    }
  });

  test('bound all callers together', async () => {
    refillBuckets();
    await stack.clearRequests();
    for (let n = 0; n < 3; n++)
      expect((await queryFrom(stack.url, newAddress(), newSearches(10))).errors).toBeUndefined();
    const { errors } = await queryFrom(stack.url, newAddress(), newSearches(1));
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'CALL_LIMIT_REACHED',
      limit: { maximum: 30, restoreRate: 1 },
    });
    expect((await stack.requests()).search).toHaveLength(3);
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    expect(metrics).toMatch(
      /trivium_upstream_rejected_total\{provider="search",reason="total_limit"\} [1-9]/,
    );
    expect(metrics).toMatch(
      /trivium_upstream_rejected_total\{provider="search",reason="caller_limit"\} [1-9]/,
    );
  });
});

describe('limits of calls to providers with Redis', () => {
  const binary = redisBinary();
  let redis: RedisServer;
  beforeAll(async () => {
    if (binary.path) redis = await startRedis(binary.path);
  });
  afterAll(async () => {
    await redis?.kill();
  });

  testWith(binary, 'are shared by several gateways', async () => {
    const stack = await startStack({
      env: {
        REDIS_URL: redis.url,
        CONSUME_CHANGES: 'off',
        RATE_LIMIT_CALLS: 'search.anonymous=200/1',
      },
    });
    const other = await createGateway(stack.config);
    try {
      const codesOf = async (url: string) => {
        const { errors } = await queryGateway(url, newSearches(20));
        return errors.map(({ extensions }) => extensions?.code);
      };
      // Both gateways are rejected soon after one bucket is empty: with buckets of their own, the second would be full.
      let sent = 0;
      await within(10_000, async () => {
        const codes = await codesOf(stack.url);
        sent += 20 - codes.length;
        expect(codes).toContain('CALL_LIMIT_REACHED');
      });
      expect(sent).toBeLessThan(300);
      expect(await codesOf(other.url)).toContain('CALL_LIMIT_REACHED');
    } finally {
      await other.close();
      await stack.close();
    }
  });
});
