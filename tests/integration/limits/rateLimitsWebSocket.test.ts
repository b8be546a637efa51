import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLError } from 'graphql';
import { WebSocket } from 'ws';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import {
  COST_HEADER,
  costIn,
  exhaustPoints,
  MAX_POINTS,
  newAddress,
  newOperation,
  queryFrom,
  type RateLimitedStack,
  RESTORE_RATE,
  startRateLimitedStack,
} from '../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

let rateLimited: RateLimitedStack;
let stack: Stack;
beforeAll(async () => {
  rateLimited = await startRateLimitedStack();
  ({ stack } = rateLimited);
});
afterAll(() => rateLimited.close());

const availablePoints = async (address: string) =>
  costIn(await queryFrom(stack.url, address, '{ __typename }', COST_HEADER)).throttleStatus
    .currentlyAvailable;

const rejectedCharges = async () => {
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  return Number(/trivium_rate_limit_rejected_total\{caller="anonymous"\} (\d+)/.exec(metrics)?.[1] ?? 0);
};

describe('rate limiter over WebSocket', () => {
  test('charges subscriptions and events, and delays events until there are enough points', async () => {
    const address = newAddress();
    const client = createSubscriber(stack.url, { webSocketImpl: forwardedFor(address) });
    try {
      await stack.connectWebhooks();
      // An event may cost 1 + 1 + 14 × 11 points and 3 upstream requests, more than a rejected operation leaves.
      const related = (first: number) =>
        `subscription { contentChanged(types: [FILM]) { node { ... on Film { related(first: ${first}) { topics { id } } } } } }`;
      const changes = subscribe(client, related(14));
      await waitForSubscriptions(stack.url);
      expect(await availablePoints(address)).toBeLessThan(MAX_POINTS);

      await exhaustPoints(stack.url, address);
      const rejectedBefore = await rejectedCharges();
      await stack.editor.patch('film-lorenz').set({ tagline: 'Delayed' }).commit();
      await within(2_000, async () => expect(await rejectedCharges()).toBeGreaterThan(rejectedBefore));
      expect(changes.takeAll()).toEqual([]);
      rateLimited.advanceClock(MAX_POINTS / RESTORE_RATE);
      expect((await changes.next()).data?.contentChanged.node.related.length).toBeGreaterThan(0);

      const rejection = (first: number) => subscribe(client, related(first)).ended;
      expect(await rejection(100)).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
      await exhaustPoints(stack.url, address);
      expect(await rejection(14)).toMatchObject([
        { extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
      ]);
    } finally {
      await client.dispose();
    }
  });

  test('charges rejected subscriptions as over HTTP, and does not parse them without points', async () => {
    const address = newAddress();
    const client = createSubscriber(stack.url, { webSocketImpl: forwardedFor(address) });
    try {
      const before = await availablePoints(address);
      const codes: unknown[] = [];
      for (let attempt = 0; attempt < 10 && codes.at(-1) !== 'RATE_LIMITED'; attempt++) {
        const [error] = (await subscribe(client, `{ ${'x'.repeat(7_000)}`).ended) as GraphQLError[];
        codes.push(error?.extensions.code);
        if (attempt === 0) expect(await availablePoints(address)).toBeLessThan(before);
      }
      expect(codes[0]).toBe('GRAPHQL_PARSE_FAILED');
      expect(codes.at(-1)).toBe('RATE_LIMITED');
    } finally {
      await client.dispose();
    }
  });
});

describe('X-Forwarded-For', () => {
  test('identifies callers behind a trusted proxy, and is ignored without one', async () => {
    const env = {
      RATE_LIMIT_ANONYMOUS: `${MAX_POINTS}/${RESTORE_RATE}`,
      // One for each address.
      MAX_SUBSCRIPTION_CONNECTIONS: '100',
    };
    const clock = Date.now();
    const now = () => clock;
    const direct = await startStack({ hasIndex: false, env, now });
    const behindProxy = await createGateway(readConfig({ ...direct.env, TRUST_PROXY: '1' }), { now });
    try {
      for (const [{ url }, status, secondSocket] of [
        [direct, 429, 'rejected'],
        [behindProxy, 200, 'open'],
      ] as const) {
        await exhaustPoints(url, newAddress());
        expect((await queryFrom(url, newAddress(), newOperation())).status).toBe(status);
        const sockets = [newAddress(), newAddress()].map((address) => connect(url, address));
        expect(await Promise.all(sockets.map(({ state }) => state))).toEqual(
          expect.arrayContaining(['open', secondSocket]),
        );
        for (const { socket } of sockets) socket.terminate();
      }
      // With one trusted proxy only the last address is known to be true.
      await exhaustPoints(behindProxy.url, '192.0.2.1');
      const forged = await queryFrom(behindProxy.url, '203.0.113.77, 192.0.2.1', newOperation());
      expect(forged.status).toBe(429);
    } finally {
      await behindProxy.close();
      await direct.close();
    }
  });
});

/** Returns a WebSocket class whose connections a proxy forwards for the client at `address`. */
const forwardedFor = (address: string) =>
  class extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      super(url, protocols, { headers: { 'x-forwarded-for': address } });
    }
  };

function connect(url: string, address: string) {
  const socket = new (forwardedFor(address))(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const state = new Promise<string>((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', () => resolve('rejected'));
  });
  return { socket, state };
}
