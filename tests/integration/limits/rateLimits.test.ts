import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CALL_COST,
  COST_HEADER,
  type CostReport,
  costIn,
  exhaustPoints,
  MAX_POINTS,
  newAddress,
  newOperation,
  OPERATION_COST,
  queryFrom,
  type RateLimitedStack,
  RESTORE_RATE,
  startRateLimitedStack,
} from '../../support/rateLimitedStack.ts';
import type { Stack } from '../../support/stack.ts';

let rateLimited: RateLimitedStack;
let stack: Stack;
beforeAll(async () => {
  rateLimited = await startRateLimitedStack();
  ({ stack } = rateLimited);
});
afterAll(() => rateLimited.close());

const query = (address: string, text: string, headers: Record<string, string> = {}, variables = {}) =>
  queryFrom(stack.url, address, text, headers, variables);
/** Returns the cost of the bytes of a response. */
const bytePoints = (data: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(data)) / 1024);
const exhaust = (address: string) => exhaustPoints(stack.url, address);
const costOf = async (address: string, text: string, headers = {}, variables = {}): Promise<CostReport> =>
  costIn(await query(address, text, { ...COST_HEADER, ...headers }, variables));

describe('operation cost', () => {
  test('charges the maximum and refunds what the response did not use', async () => {
    await stack.cache.invalidateAll();
    await stack.clearRequests();
    const response = await query(newAddress(), newOperation(), COST_HEADER);
    const { nodes } = response.data.films;
    const fields = 1 + nodes.reduce((sum: number, { topics }: { topics: [] }) => sum + 2 + topics.length, 0);
    const actual = fields + CALL_COST + bytePoints(response.data);
    const cost = costIn(response);
    expect((await stack.requests()).content).toHaveLength(1);
    expect(cost).toMatchObject({
      requestedQueryCost: OPERATION_COST,
      actualQueryCost: actual,
      upstreamCalls: { content: 1, media: 0, search: 0 },
      throttleStatus: { maximumAvailable: MAX_POINTS, restoreRate: RESTORE_RATE },
    });
    expect(actual).toBeLessThan(OPERATION_COST);
    const { upstreamCalls } = await costOf(newAddress(), '{ search(query: "flame") { totalCount } }');
    expect(upstreamCalls).toMatchObject({ search: 1 });
    expect(cost.throttleStatus.currentlyAvailable).toBe(MAX_POINTS - actual);
    expect(response.headers.get('x-ratelimit-remaining')).toBe(String(MAX_POINTS - actual));
    expect(response.headers.get('x-ratelimit-cost')).toBe(String(actual));
  });

  test('is that of the bytes for a cached response', async () => {
    const cached = newOperation();
    const { data } = await query(newAddress(), cached);
    const points = bytePoints(data);
    expect(points).toBeGreaterThan(1);
    const address = newAddress();
    for (const requests of [1, 2])
      expect(await costOf(address, cached)).toMatchObject({
        requestedQueryCost: OPERATION_COST,
        actualQueryCost: points,
        upstreamCalls: { content: 0, media: 0, search: 0 },
        throttleStatus: { currentlyAvailable: MAX_POINTS - requests * points },
      });
  });

  test('is charged for the bytes of cached responses, until the caller has no points left', async () => {
    const cached = newOperation();
    const points = bytePoints((await query(newAddress(), cached)).data);
    const address = newAddress();
    const maximum = Math.ceil(MAX_POINTS / points);
    const statuses: number[] = [];
    while (statuses.length < maximum) statuses.push((await query(address, cached)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rejected = await query(address, cached);
    expect(rejected.status).toBe(429);
    expect(rejected.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    rateLimited.advanceClock(Number(rejected.headers.get('retry-after')));
    expect((await query(address, cached)).status).toBe(200);
  });

  test('can exceed the estimate by the bytes; the caller is then rejected until that is paid', async () => {
    const address = newAddress();
    const bodies = Array.from({ length: 30 }, (_, n) => `b${n}: body { json }`).join(' ');
    const text = `{ article(by: { slug: "sensitive-dependence" }) { ${bodies} } }`;
    const large = await query(address, text, COST_HEADER);
    const { requestedQueryCost, actualQueryCost } = costIn(large);
    expect(requestedQueryCost).toBeLessThan(MAX_POINTS);
    expect(actualQueryCost).toBeGreaterThan(MAX_POINTS);
    const rejected = await query(address, '{ films(first: 1) { totalCount } }');
    const debt = actualQueryCost - MAX_POINTS;
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(
      Math.ceil((debt + 1) / RESTORE_RATE),
    );
  });

  test('is reported only on request, and never in a response that a CDN may cache', async () => {
    const text = newOperation();
    const get = (headers: Record<string, string>) =>
      fetch(`${stack.url}/graphql?query=${encodeURIComponent(text)}`, {
        headers: { 'x-forwarded-for': newAddress(), ...headers },
      });
    for (const isCached of [false, true]) {
      const shared = await get({});
      expect(shared.headers.get('cache-control')).toMatch(/^public/);
      expect(shared.headers.get('vary')).toMatch(/X-Trivium-Cost/);
      expect([...shared.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      expect(await shared.json()).toEqual({ data: expect.anything() });
      const reported = await get(COST_HEADER);
      expect(reported.headers.get('cache-control')).toBe('private, no-store');
      expect([reported.headers.get('etag'), reported.headers.get('cache-tag')]).toEqual([null, null]);
      const { data, extensions } = await reported.json();
      expect(extensions.cost.actualQueryCost).toBe(bytePoints(data));
      expect(reported.headers.get('x-ratelimit-limit')).toBe(String(MAX_POINTS));
      if (isCached) {
        const revalidated = await get({ 'if-none-match': shared.headers.get('etag') ?? '' });
        expect(revalidated.status).toBe(304);
      }
    }
  });

  test('is estimated by rateLimit(dryRun: true) without execution, even above the limit', async () => {
    const address = newAddress();
    await stack.clearRequests();
    const dryRun = await query(
      address,
      `query DryRun { rateLimit(dryRun: true) { cost limit remaining used resetAt } ...Wide }
       fragment Wide on Query { films(first: 100) { nodes { articles(first: 100) { nodes { topics { title } } } } } }`,
    );
    const { rateLimit, ...rest } = dryRun.data;
    expect(rest).toEqual({});
    // The price of a dry run, which includes that of the document.
    expect(rateLimit).toMatchObject({ limit: MAX_POINTS, remaining: MAX_POINTS - 50, used: 50 });
    expect(rateLimit.cost).toBeGreaterThan(20_000);
    expect((await stack.requests()).content).toEqual([]);
    const rejected = await query(address, '{ films(first: 100) { nodes { topics { id } } } }');
    expect(rejected.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/costs at most 400, got 1126/),
      extensions: { code: 'TOO_COSTLY' },
    });
  });

  test('has a flat price for introspection, without refund, and the same again for each alias in it', async () => {
    expect((await costOf(newAddress(), '{ __typename }')).requestedQueryCost).toBe(0);
    expect(await costOf(newAddress(), '{ __type(name: "Topic") { name fields { name } } }')).toMatchObject({
      requestedQueryCost: 100,
      actualQueryCost: 101,
    });
    expect(
      await costOf(
        newAddress(),
        '{ __type(name: "Topic") { ...Names } } fragment Names on __Type { a: name fields { b: name } }',
      ),
    ).toMatchObject({ requestedQueryCost: 300, actualQueryCost: 301 });
    const rejected = await query(newAddress(), '{ __schema { queryType { name } } }');
    expect(rejected.errors?.[0]?.message).toMatch(/costs at most 400, got 2000/);
  });

  test('is charged for each different introspection query', async () => {
    const address = newAddress();
    const statuses = [];
    for (const name of ['A', 'B', 'C', 'D'])
      statuses.push((await query(address, `query ${name} { __type(name: "Topic") { name } }`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('contains the upstream requests of each field, before they are made', async () => {
    const requested = async (text: string, variables = {}) =>
      (await costOf(newAddress(), text, {}, variables)).requestedQueryCost;
    for (const [text, points, calls] of [
      ['{ film(by: { slug: "lorenz" }) { title } }', 1, 1],
      ['{ a: film(by: { slug: "lorenz" }) { title } b: film(by: { slug: "lorenz" }) { title } }', 2, 2],
      // The loader batches assets, and the documents of similar ones, but each document has a search query.
      ['{ films(first: 3) { nodes { video { id } } } }', 1 + 3 + 3, 2],
      ['{ films(first: 3) { nodes { related(first: 2) { title } } } }', 1 + 3 * 3, 1 + 3 + 1],
      ['{ search(query: "a", first: 2) { nodes { __typename } } }', 1 + 2, 2],
      ['{ search(query: "a", facets: [TYPE, YEAR]) { totalCount } }', 1, 3],
      ['{ suggest(query: "a", first: 1) { queries { text } } }', 1 + 1, 2],
      // An id can be that of a video, which is read before the videos of films.
      ['{ nodes(ids: ["x"]) { ... on Film { video { id } } } }', 1 + 1, 3],
      ['{ __typename }', 0, 0],
    ] as const)
      expect([text, await requested(text)]).toEqual([text, points + calls * CALL_COST]);
    const facets = 'query($f: [FacetKey!]) { search(query: "a", facets: $f) { totalCount } }';
    expect(await requested(facets, { f: ['TYPE', 'YEAR'] })).toBe(1 + 3 * CALL_COST);
    expect(await requested(facets, { f: null })).toBe(1 + CALL_COST);
  });

  test('counts each search query of a request, because each is billed', async () => {
    await stack.clearRequests();
    const text = '{ a: search(query: "one") { totalCount } b: search(query: "two") { totalCount } }';
    expect(await costOf(newAddress(), text)).toMatchObject({
      requestedQueryCost: 2 + 2 * CALL_COST,
      actualQueryCost: 2 + 2 * CALL_COST + 1,
      upstreamCalls: { content: 0, media: 0, search: 2 },
    });
    expect((await stack.requests()).search).toHaveLength(1);
  });

  test('contains the weight of each computed field, under each alias', async () => {
    await stack.cache.invalidateAll();
    const points = 4 + 2 * 10 + 4 + 4;
    expect(
      await costOf(
        newAddress(),
        '{ film(by: { slug: "gray-scott" }) { synopsis { a: plainText b: plainText json } video { playback { hlsUrl } } } }',
      ),
    ).toMatchObject({
      requestedQueryCost: points + 2 * CALL_COST,
      // The response has between four and five kilobytes.
      actualQueryCost: points + CALL_COST + 5,
      upstreamCalls: { content: 1, media: 0, search: 0 },
    });
  });

  test('assumes the default page size for null, and counts the ids of nodes(ids:)', async () => {
    const requested = async (text: string, variables = {}) =>
      (await costOf(newAddress(), text, {}, variables)).requestedQueryCost;
    for (const size of ['', '(first: null)', '(first: null, last: null)'])
      expect(await requested(`{ films${size} { nodes { title } } }`)).toBe(21 + CALL_COST);
    const byVariable = 'query($n: Int) { films(first: $n) { nodes { title } } }';
    expect(await requested(byVariable, { n: null })).toBe(21 + CALL_COST);
    expect(await requested(byVariable, { n: 2 })).toBe(3 + CALL_COST);
    expect(await requested('{ films(last: 3) { nodes { title } } }')).toBe(4 + CALL_COST);
    const ids = Array.from({ length: 70 }, () => 'x');
    expect(await requested('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(
      70 + 2 * CALL_COST,
    );
    expect(
      await requested('{ nodes(ids: ["x", "y"]) { ... on Topic { films(first: null) { nodes { id } } } } }'),
    ).toBe(2 * 22 + 2 * CALL_COST);
  });
});

describe('rate limiter', () => {
  test('rejects a caller without points, states when to retry, and accepts it then', async () => {
    const address = newAddress();
    const rejected = await exhaust(address);
    const [error] = rejected.errors ?? [];
    expect(error?.extensions.code).toBe('RATE_LIMITED');
    const retryAfter = Number(rejected.headers.get('retry-after'));
    expect(retryAfter).toBe(error?.extensions.retryAfter);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(OPERATION_COST / RESTORE_RATE));
    expect(rejected.headers.get('cache-control')).toBe('private, no-store');
    const { currentlyAvailable } = costIn(rejected).throttleStatus;
    expect(currentlyAvailable).toBeLessThan(OPERATION_COST);
    expect(rejected.headers.get('x-ratelimit-remaining')).toBe(String(currentlyAvailable));
    expect(Number(rejected.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now());

    rateLimited.advanceClock(retryAfter);
    expect((await query(address, newOperation())).status).toBe(200);
    const { rateLimit } = (await query(address, '{ rateLimit { cost remaining used limit } }')).data;
    expect(rateLimit.cost).toBe(0);
    expect(rateLimit.remaining + rateLimit.used).toBe(MAX_POINTS);
  });

  test('does not reject a caller that shares a request in flight with a rejected one', async () => {
    const exhausted = newAddress();
    await exhaust(exhausted);
    for (let round = 0; round < 3; round++) {
      const text = newOperation();
      const [rejected, ...accepted] = await Promise.all(
        [exhausted, newAddress(), newAddress()].map((address) => query(address, text)),
      );
      expect([429, 200]).toContain(rejected?.status);
      expect(accepted.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('has one bucket for each address and one for each API key', async () => {
    const address = newAddress();
    await exhaust(address);
    expect((await query(newAddress(), newOperation())).status).toBe(200);
    const authorization = `Bearer ${rateLimited.secret}`;
    expect((await query(address, newOperation(), { authorization })).status).toBe(200);
    const { throttleStatus } = await costOf(address, newOperation(), { authorization });
    expect(throttleStatus.maximumAvailable).toBe(10 * MAX_POINTS);
    const elsewhere = await costOf(newAddress(), '{ __typename }', { authorization });
    expect(elsewhere.throttleStatus.currentlyAvailable).toBeLessThan(10 * MAX_POINTS);
  });

  test('has one bucket for all addresses of an IPv6 /64 network', async () => {
    await exhaust('2001:db8:7::1');
    expect((await query('2001:db8:7:0:ffff::2', newOperation())).status).toBe(429);
    expect((await query('2001:db8:7:1::1', newOperation())).status).toBe(200);
  });

  test('has a bucket of four networks for all networks of an IPv6 /48 site', async () => {
    const statuses: number[] = [];
    for (let network = 0; network < 10 && statuses.at(-1) !== 429; network++) {
      statuses.push((await query(`2001:db8:8:${network}::1`, newOperation())).status);
      if (statuses.at(-1) === 200) await exhaust(`2001:db8:8:${network}::1`);
    }
    expect(statuses.length).toBeGreaterThan(4);
    expect(statuses.at(-1)).toBe(429);
    expect((await query('2001:db8:9::1', newOperation())).status).toBe(200);
  });

  test('counts charges, refunds and rejections in /metrics', async () => {
    await exhaust(newAddress());
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    const count = (name: string) =>
      Number(
        new RegExp(`trivium_rate_limit_${name}_total\\{caller="anonymous"\\} ([\\d.]+)`).exec(metrics)?.[1],
      );
    expect(count('rejected')).toBeGreaterThan(0);
    expect(count('points_refunded')).toBeGreaterThan(0);
    expect(count('points_charged')).toBeGreaterThan(count('points_refunded'));
  });
});

describe('cost of rejected operations', () => {
  test('is charged for documents that do not parse, which are not parsed without points', async () => {
    const address = newAddress();
    // 20 points, and one for each 20 characters.
    const invalid = `{ ${'x'.repeat(3_200)}`;
    const first = await query(address, invalid, COST_HEADER);
    expect(first.errors?.[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    expect(costIn(first)).toMatchObject({
      actualQueryCost: 181,
      throttleStatus: { currentlyAvailable: MAX_POINTS - 181 },
    });
    expect(first.headers.get('x-ratelimit-cost')).toBe('181');
    expect((await query(address, invalid)).errors?.[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    const rejected = await query(address, invalid);
    expect(rejected.errors?.[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: Number(rejected.headers.get('retry-after')),
    });
    expect(costIn(rejected)).toMatchObject({ requestedQueryCost: 181, actualQueryCost: 0 });
    expect((await query(newAddress(), invalid)).status).toBe(400);
  });

  test('is charged for invalid variables of a known document', async () => {
    const address = newAddress();
    const text = 'query Paged($n: Int, $f: FilmFilter) { films(first: $n, filter: $f) { totalCount } }';
    const costWith = async (variables: object) => {
      const { requestedQueryCost, actualQueryCost } = await costOf(address, text, {}, variables);
      return [requestedQueryCost, actualQueryCost];
    };
    expect(await costWith({ n: 1 })).toEqual([1 + CALL_COST, expect.any(Number)]);
    expect(await costWith({ n: -1 })).toEqual([0, 25]);
    expect(await costWith({ f: 'nothing' })).toEqual([0, 25]);
    expect(await costWith({ n: 1 })).toEqual([1 + CALL_COST, 1]);
  });

  test('is charged for an unknown operation name', async () => {
    const response = await fetch(`${stack.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...COST_HEADER },
      body: JSON.stringify({ query: '{ __typename }', operationName: 'Missing' }),
    });
    const body = (await response.json()) as { errors: unknown[]; extensions: { cost: CostReport } };
    expect(body.errors).toHaveLength(1);
    expect(costIn(body).actualQueryCost).toBe(21);
  });

  test('is reported for an operation above the cost limit', async () => {
    const text = '{ films(first: 100) { nodes { films: related(first: 100) { id } } } }';
    const rejected = await query(newAddress(), text, COST_HEADER);
    expect(rejected.errors?.[0]?.extensions.code).toBe('TOO_COSTLY');
    expect(costIn(rejected).requestedQueryCost).toBe(10_101 + 102 * CALL_COST);
  });
});

describe('cost of documents that the gateway does not know', () => {
  const reads = new Map<string, number>();
  /** Returns the points that a caller would have without these reads. Each costs a point for its bytes. */
  const available = async (address: string) => {
    const readCount = 1 + (reads.get(address) ?? 0);
    reads.set(address, readCount);
    return (await costOf(address, '{ __typename }')).throttleStatus.currentlyAvailable + readCount;
  };
  /** A valid document that costs 20 points and one for each 20 characters to validate. */
  const longDocument = (name: string) => `query ${name} { __typename } # ${'x'.repeat(2_000)}`;

  test('is the minimum for an operation that costs less', async () => {
    const address = newAddress();
    const before = await available(address);
    expect((await costOf(address, longDocument('Free'))).actualQueryCost).toBe(122);
    expect(before - (await available(address))).toBe(122);
    // It is known now, and costs only the bytes of its response.
    expect((await costOf(address, longDocument('Free'))).actualQueryCost).toBe(1);
    expect(before - (await available(address))).toBe(123);
  });

  test('is kept when the operation is rejected for lack of points', async () => {
    const address = newAddress();
    await query(address, 'query Most { __type(name: "Topic") { a: name b: name } }');
    const before = await available(address);
    expect(before).toBeLessThan(OPERATION_COST);
    const text = newOperation();
    const rejected = await query(address, text);
    expect(rejected.status).toBe(429);
    expect(before - (await available(address))).toBe(20 + Math.ceil(text.length / 20));
    // Known documents are rejected without a charge: they are not validated.
    expect((await query(address, text)).status).toBe(429);
    expect(before - (await available(address))).toBe(20 + Math.ceil(text.length / 20));
  });

  test('is charged for dry runs, and nothing is computed without points', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let run = 0; run < 20; run++)
      statuses.push((await query(address, '{ rateLimit(dryRun: true) { cost } }')).status);
    // Each costs 50 points, and one for the bytes of its response.
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.floor(MAX_POINTS / 51));
    expect(statuses.at(-1)).toBe(429);
  });

  test('is charged once more for registering a document under its hash', async () => {
    const address = newAddress();
    const text = 'query Registered { __typename }';
    const register = async () => {
      const extensions = {
        persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
      };
      await fetch(`${stack.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ query: text, extensions }),
      });
      return available(address);
    };
    const before = await available(address);
    // Validation costs 22 points, registration 100.
    expect(before - (await register())).toBe(122);
    // The document is known: only the bytes of the response cost a point.
    expect(before - (await register())).toBe(123);
  });
});

describe('cost of rejected credentials', () => {
  test('is charged to the address, which gets 429 without points, while its valid keys work', async () => {
    const address = newAddress();
    const invalid = { authorization: `Bearer tv_live_${'a'.repeat(12)}` };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 25; attempt++)
      statuses.push((await query(address, '{ __typename }', invalid)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_POINTS / 20);
    const rejected = await query(address, '{ __typename }', invalid);
    expect(rejected.status).toBe(429);
    expect(rejected.errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      retryAfter: Number(rejected.headers.get('retry-after')),
    });
    const valid = { authorization: `Bearer ${rateLimited.secret}` };
    expect((await query(address, '{ __typename }', valid)).status).toBe(200);
  });
});
