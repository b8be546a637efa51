import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { COST_HEADER, costIn, newAddress, newOperation } from '../../support/rateLimitedStack.ts';
import { graphqlPost, rawRequest } from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';
import {
  type ClusteredGateway,
  startClusteredGateway,
  untilAllWorkersReady,
} from './testing/clusteredGateway.ts';

const MAX_POINTS = 4_000;
/** So slow that the points restored during a test do not matter. */
const RESTORE_RATE = 1;
const MAX_CONNECTIONS = 4;

let stack: Stack;
let gateway: ClusteredGateway;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  gateway = await startClusteredGateway(stack, {
    CONSUME_CHANGES: 'off',
    // Each operation is charged for all its objects.
    CACHE_TTL: '0',
    RATE_LIMIT_ANONYMOUS: `${MAX_POINTS}/${RESTORE_RATE}`,
    TRUST_PROXY: '127.0.0.0/8',
    // An address can have a hundredth.
    MAX_SUBSCRIPTION_CONNECTIONS: String(100 * MAX_CONNECTIONS),
  });
}, 60_000);
afterAll(async () => {
  await gateway?.kill();
  await stack?.close();
});

/** Returns the points that all workers have charged and not refunded. */
async function chargedPoints(): Promise<number> {
  const metrics = await gateway.metrics();
  const sumOf = (name: string) =>
    [...metrics.matchAll(new RegExp(`^trivium_rate_limit_points_${name}_total\\{.*\\} (\\d+)$`, 'gm'))]
      .map(([, points]) => Number(points))
      .reduce((sum, points) => sum + points, 0);
  return sumOf('charged') - sumOf('refunded');
}

test('workers: grant the points of a caller together, exactly as one process does', async () => {
  const readPoints = '{ rateLimit { remaining } }';
  // A document that a worker knows costs nothing more.
  await gateway.queryWorkers(readPoints, { 'x-forwarded-for': newAddress() });
  const chargedBefore = await chargedPoints();
  const address = newAddress();
  const startedAt = performance.now();
  // At the same time, on 60 connections to both workers.
  const responses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const headers = { 'x-forwarded-for': address, ...COST_HEADER };
      const { status, body } = await rawRequest(gateway.url, graphqlPost({ query: newOperation() }, headers));
      return { status, body: JSON.parse(body.toString()) };
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const spent = responses
    .filter(({ status }) => status === 200)
    .reduce((sum, { body }) => sum + costIn(body).actualQueryCost, 0);

  const charged = (await chargedPoints()) - chargedBefore;
  expect(spent).toBeLessThanOrEqual(charged);
  const bodies = await gateway.queryWorkers(readPoints, { 'x-forwarded-for': address });
  // Reading costs points, too.
  const chargedAfter = (await chargedPoints()) - chargedBefore;
  const restored = Math.ceil(((performance.now() - startedAt) / 1000) * RESTORE_RATE);
  for (const { data } of bodies) {
    const { remaining } = data.rateLimit as { remaining: number };
    expect(remaining).toBeGreaterThanOrEqual(MAX_POINTS - chargedAfter - 1);
    expect(remaining).toBeLessThanOrEqual(MAX_POINTS - charged + restored);
  }
});

/** Opens a WebSocket from an address. @returns the socket, or the status with which it was rejected */
async function open(address: string): Promise<WebSocket | number> {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-forwarded-for': address },
  });
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket | number>();
  socket.once('open', () => resolve(socket));
  socket.once('unexpected-response', (_request, response) => {
    resolve(response.statusCode as number);
    response.resume();
  });
  socket.once('error', reject);
  return promise;
}

test('workers: limit the connections of an address together, and release those of a worker that crashed', async () => {
  const address = newAddress();
  const openAll = () => Promise.all(Array.from({ length: 2 * MAX_CONNECTIONS }, () => open(address)));
  const sockets = await openAll();
  const accepted = sockets.filter((socket) => socket instanceof WebSocket);
  expect(accepted).toHaveLength(MAX_CONNECTIONS);
  expect(sockets.filter((socket) => socket === 429)).toHaveLength(MAX_CONNECTIONS);

  const closed = accepted.map((socket) => once(socket, 'close'));
  for (const pid of gateway.workerPids()) {
    process.kill(pid, 'SIGKILL');
    await within(500, () => expect(gateway.workerPids()).not.toContain(pid));
    await untilAllWorkersReady(gateway);
  }
  await Promise.all(closed);
  const again = (await openAll()).filter((socket) => socket instanceof WebSocket);
  expect(again).toHaveLength(MAX_CONNECTIONS);
  for (const socket of again) socket.terminate();
}, 60_000);
