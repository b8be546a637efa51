import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphqlPost as post, rawRequest } from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { errorOf } from './testing/errorOf.ts';
import { MAX_COST, WRONG_REQUESTS } from './testing/wrongRequests.ts';

/** Points of a caller: enough for each request below, and not for the most expensive operation. */
const POINTS = 5000;

let stack: Stack;
beforeAll(async () => {
  const now = Date.now();
  stack = await startStack({
    hasIndex: false,
    now: () => now,
    env: {
      CONSUME_CHANGES: 'off',
      TRUST_PROXY: '1',
      RATE_LIMIT_ANONYMOUS: `${POINTS}/1`,
      MAX_COST: String(MAX_COST),
    },
  });
});
afterAll(() => stack.close());

describe('wrong requests of docs/errors.md', () => {
  test.each([...WRONG_REQUESTS])('%s', async (_, request, status, code, figures = {}) => {
    expect(await errorOf(stack.url, request)).toMatchObject({ status, extensions: { code, ...figures } });
  });

  test('an exhausted rate limit', async () => {
    const request = post(
      { query: '{ films(first: 20) { nodes { slug } } }' },
      { 'x-forwarded-for': '10.2.0.1' },
    );
    let response = await rawRequest(stack.url, request);
    for (let sent = 1; sent < POINTS && response.status === 200; sent++)
      response = await rawRequest(stack.url, request);
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(response.body.toString()).errors[0].extensions).toEqual({
      code: 'RATE_LIMITED',
      reason: 'POINTS',
      cost: expect.any(Number),
      available: expect.any(Number),
      limit: POINTS,
      retryAfter: expect.any(Number),
      url: '/docs/errors#rate_limited',
    });
  });
});
