import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CALL_COST,
  COST_HEADER,
  type CostReport,
  costIn,
  exhaustPoints,
  MAX_POINTS,
  MIN_RESPONSE_COST,
  newAddress,
  newOperation,
  OPERATION_COST,
  type RateLimitedStack,
  RESTORE_RATE,
  startRateLimitedStack,
} from '../../support/rateLimitedStack.ts';
import type { Stack } from '../../support/stack.ts';

let rateLimited: RateLimitedStack;
let stack: Stack;
let query: RateLimitedStack['query'];
let costOf: RateLimitedStack['costOf'];
beforeAll(async () => {
  rateLimited = await startRateLimitedStack();
  ({ stack, query, costOf } = rateLimited);
});
afterAll(() => rateLimited.close());

const exhaust = (address: string) => exhaustPoints(stack.url, address);

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
    const authorization = `Bearer ${rateLimited.apiKey}`;
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
    expect(await costWith({ n: -1 })).toEqual([1 + CALL_COST, MIN_RESPONSE_COST]);
    expect(await costWith({ f: 'nothing' })).toEqual([0, 25]);
    expect(await costWith({ n: 1 })).toEqual([1 + CALL_COST, MIN_RESPONSE_COST]);
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
    expect(costIn(rejected).requestedQueryCost).toBe(11_101 + 102 * CALL_COST);
  });
});

describe('cost of documents that the gateway does not know', () => {
  const reads = new Map<string, number>();
  /** Returns the points that a caller would have without these reads. Each costs the minimum. */
  const available = async (address: string) => {
    const readCount = 1 + (reads.get(address) ?? 0);
    reads.set(address, readCount);
    const { throttleStatus } = await costOf(address, '{ __typename }');
    return throttleStatus.currentlyAvailable + readCount * MIN_RESPONSE_COST;
  };
  /** A valid document that costs 20 points and one for each 20 characters to validate. */
  const longDocument = (name: string) => `query ${name} { __typename } # ${'x'.repeat(2_000)}`;

  test('is the minimum for an operation that costs less', async () => {
    const address = newAddress();
    const before = await available(address);
    expect((await costOf(address, longDocument('Free'))).actualQueryCost).toBe(122);
    expect(before - (await available(address))).toBe(122);
    // It is known now, and costs only its response.
    expect((await costOf(address, longDocument('Free'))).actualQueryCost).toBe(MIN_RESPONSE_COST);
    expect(before - (await available(address))).toBe(122 + MIN_RESPONSE_COST);
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
    // Each costs 50 points and its response.
    expect(statuses.filter((status) => status === 200)).toHaveLength(
      Math.floor(MAX_POINTS / (50 + MIN_RESPONSE_COST)),
    );
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
    // The document is known: only the response costs points.
    expect(before - (await register())).toBe(122 + MIN_RESPONSE_COST);
  });
});

describe('cost of a large body', () => {
  /** Sends a known, cached operation with a variable that it does not use. */
  const send = (address: string, length: number) =>
    query(address, '{ __typename }', COST_HEADER, { unused: 'x'.repeat(length) });

  test('is charged for variables that the operation does not use', async () => {
    const address = newAddress();
    const available = async (length: number) =>
      costIn(await send(address, length)).throttleStatus.currentlyAvailable;
    await available(0);
    const before = await available(0);
    expect(before - (await available(16_000))).toBe(MIN_RESPONSE_COST);
    expect(before - (await available(80_000))).toBe(16 + 2 * MIN_RESPONSE_COST);
  });

  test('is charged before the operation is read: without points the response is 429', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let request = 0; request < 30; request++) statuses.push((await send(address, 80_000)).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(
      Math.ceil(MAX_POINTS / (16 + MIN_RESPONSE_COST)),
    );
    expect(statuses.at(-1)).toBe(429);
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
      reason: 'INVALID_CREDENTIALS',
      cost: 20,
      retryAfter: Number(rejected.headers.get('retry-after')),
      url: '/docs/errors#rate_limited',
    });
    const valid = { authorization: `Bearer ${rateLimited.apiKey}` };
    expect((await query(address, '{ __typename }', valid)).status).toBe(200);
  });
});

describe('cost of rejected requests', () => {
  const json = { 'content-type': 'application/json' };
  const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
    method: 'POST',
    body,
    headers,
  });
  test.each<[status: number, of: string, path: string, request: RequestInit]>([
    [404, 'an unknown address', '/assets/unknown.js', {}],
    [405, 'a method', '/graphql', { method: 'DELETE' }],
    [406, 'a media type', '/graphql?query={__typename}', { headers: { accept: 'image/png' } }],
    [
      406,
      'a long list of media types',
      '/graphql?query={__typename}',
      { headers: { accept: 'a/b,'.repeat(3_700) } },
    ],
    [415, 'the type of a body', '/graphql', post('a', { 'content-type': 'text/csv' })],
    [415, 'a compressed body', '/graphql', post('{}', { ...json, 'content-encoding': 'gzip' })],
    [
      415,
      'the charset of a body',
      '/graphql',
      post('{}', { 'content-type': 'application/json; charset=latin1' }),
    ],
    [400, 'a body that is no JSON', '/graphql', post('{')],
    [422, 'parameters that are not well-formed', '/graphql', post('[]')],
    [400, 'a key in the URL', '/graphql?key=tv_live_aaaaaaaaaaaa', {}],
    [404, 'an unknown event stream', '/graphql/stream?token=unknown', {}],
  ])('%i, %s: is that of a cached response', async (status, _of, path, request) => {
    const address = newAddress();
    const available = async () => (await costOf(address, '{ __typename }')).throttleStatus.currentlyAvailable;
    await available();
    const before = await available();
    const response = await fetch(`${rateLimited.stack.url}${path}`, {
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': address },
    });
    await response.text();
    expect(response.status).toBe(status);
    expect(before - (await available())).toBe(2 * MIN_RESPONSE_COST);
  });
});
