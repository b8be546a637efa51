import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { newAddress, queryFrom } from '../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

/** An operation of more than half of the points that one caller may have in execution. */
const EXPENSIVE = '{ topics(first: 20) { nodes { films(first: 20) { nodes { title topics { title } } } } } }';
/** Waiting operations of one caller (`processorTime.ts`). */
const MAX_WAITING = 100;
const SLOW_MS = 300;

let stack: Stack;
/** A gateway over the same emulators whose operations end early, so that a queue that only time empties does so soon. */
let impatient: Gateway;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    env: { TRUST_PROXY: '127.0.0.0/8', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: '10000000/2000' },
  });
  impatient = await createGateway({ ...stack.config, operationTimeoutMs: 2000 });
});
afterEach(() => stack.setFaults('content'));
afterAll(async () => {
  await impatient?.close();
  await stack.close();
});

let names = 0;
const newExpensive = () => `query Expensive${++names} ${EXPENSIVE}`;
/** Delays the content of expensive operations, and no other content. */
const slowContent = () => stack.setFaults('content', [{ kind: 'latency', ms: SLOW_MS, query: 'topic' }]);
const contentRequests = async () => (await stack.requests()).content.length;
/** A filter that no cache has the result of. */
const newFilms = () => `{ films(filter: { title: { matches: "x${++names}*" } }) { totalCount } }`;

describe('fair execution', () => {
  test('one caller has a limited amount of work in execution, and another caller does not wait', async () => {
    const attacker = newAddress();
    await slowContent();
    await stack.clearRequests();
    const flood = Array.from({ length: 10 }, (_, n) =>
      queryFrom(stack.url, attacker, `query Flood${n} ${EXPENSIVE.replace('first: 20', `first: ${20 + n}`)}`),
    );
    const order: string[] = [];
    const ends = flood.map((response) => response.then(() => order.push('flood')));
    await within(10_000, async () => expect(await contentRequests()).toBeGreaterThan(0));
    await queryFrom(stack.url, newAddress(), newFilms()).then(() => order.push('other'));
    // Only some of the ten have sent a request by now.
    expect(await contentRequests()).toBeLessThan(10);
    for (const { status } of await Promise.all(flood)) expect([200, 429]).toContain(status);
    await Promise.all(ends);
    // Those that were executing when it came may end before it, not those that waited.
    expect(order.indexOf('other')).toBeLessThan(order.length / 2);
  });

  test('rejects operations above the queue of a caller with TOO_MANY_REQUESTS, and refunds them', async () => {
    const attacker = newAddress();
    await slowContent();
    const responses = await Promise.all(
      Array.from({ length: MAX_WAITING + 10 }, () =>
        queryFrom(
          impatient.url,
          attacker,
          newExpensive().replace('first: 20', `first: ${21 + (names % 70)}`),
          {
            'x-trivium-cost': '1',
          },
        ),
      ),
    );
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    for (const { headers, errors, extensions } of rejected) {
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        // On a busy machine, operations wait until their timeout.
        reason: expect.stringMatching(/^(WAITING_OPERATIONS|WAITED_TOO_LONG)$/),
        retryAfter: 2,
      });
      expect(headers.get('retry-after')).toBe('2');
      expect(extensions?.cost?.actualQueryCost).toBeLessThan(100);
    }
  });

  test('requests for an operation do not wait for a caller whose own request has to wait', async () => {
    const [attacker, reader] = [newAddress(), newAddress()];
    await slowContent();
    await stack.clearRequests();
    const popular = newFilms();
    const flood = Array.from({ length: 6 }, (_, n) =>
      queryFrom(stack.url, attacker, `query Busy${n} ${EXPENSIVE.replace('first: 20', `first: ${50 + n}`)}`),
    );
    await within(10_000, async () => expect(await contentRequests()).toBeGreaterThan(0));
    const order: string[] = [];
    const answer = async (caller: string, address: string) => {
      const { data } = await queryFrom(stack.url, address, popular);
      order.push(caller);
      return data;
    };
    const [delayed, data] = await Promise.all([answer('attacker', attacker), answer('reader', reader)]);
    expect(order).toEqual(['reader', 'attacker']);
    expect(delayed ?? data).toEqual(data);
    await Promise.all(flood);
  });
});
