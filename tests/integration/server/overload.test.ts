import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTask } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { monitorThreadPoolDelay } from '../../../gateway/http/hooks/threadPoolDelay.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe as subscribeTo } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';
import { blockThreadPool } from './testing/blockThreadPool.ts';

let stack: Stack;
/** Set while a test blocks the thread pool: Jest cannot end with blocked threads. */
let freeThreadPool: (() => Promise<unknown>) | undefined;
/** Resolves while the other test runs, since the gateway closes the connection only after 10 s. */
let closedAfterSeconds: Promise<number>;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off', LOAD_SHEDDING_DELAY_MS: '50' },
  });
  closedAfterSeconds = sendWithoutReading(stack.url);
});
afterAll(async () => {
  await freeThreadPool?.();
  await stack.close();
});

/** Duration of each turn of the event loop while it is blocked. */
const TURN_MS = 80;
const TIMEOUT_MS = 30_000;

const randomBytesOf = promisify(randomBytes);

const queryFilms = () => stack.query('{ films(first: 1) { totalCount } }');

/** Blocks the event loop, which the gateway shares with this test, turn after turn, until `read` returns a value. */
async function blockUntil<T>(read: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  let isReading = false;
  for (const end = performance.now() + TIMEOUT_MS; found === undefined && performance.now() < end; ) {
    for (const until = performance.now() + TURN_MS; performance.now() < until; );
    await nextTask();
    if (isReading) continue;
    isReading = true;
    void read().then((value) => {
      found = value;
      isReading = false;
    });
  }
  if (found === undefined) throw new Error(`expected a value within ${TIMEOUT_MS} ms`);
  return found;
}

const status = async (path: string, init?: RequestInit) => (await fetch(`${stack.url}${path}`, init)).status;

const CHANGES = 'subscription { contentChanged { documentId } }';

test('load shedding: rejects operations while the event loop is late, but no probes and webhooks', async () => {
  await within(1_000, async () => expect((await queryFilms()).status).toBe(200));
  const listener = createSubscriber(stack.url, { lazy: false });
  await subscribeTo(listener, `subscription { videoChanged(id: "${toGlobalId('Video', 'none')}") { id } }`)
    .ended;
  await stack.clearRequests();
  let accepted = 0;
  const rejected = await blockUntil(async () => {
    const query = encodeURIComponent(`{ films(first: ${accepted + 2}) { nodes { title } } }`);
    const response = await fetch(`${stack.url}/graphql?query=${query}`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    const body = await response.json();
    if (response.status === 503) return { headers: response.headers, body };
    accepted += 1;
    return undefined;
  });
  expect(rejected.body).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED' } }] });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  // A page of another origin can read the error.
  expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
  const exempt = await blockUntil(async () => ({
    live: await status('/health/live'),
    ready: await status('/health/ready'),
    metrics: await (await fetch(`${stack.url}/metrics`)).text(),
    // The webhook is processed and has no signature.
    webhook: await status('/webhooks/content', { method: 'POST', body: '{}' }),
  }));
  expect(exempt).toMatchObject({ live: 200, ready: 200, webhook: 401 });
  const shedIn = (metrics: string) => Number(/\ntrivium_load_shed_total (\d+)/.exec(metrics)?.[1]);
  const shedBefore = shedIn(exempt.metrics);
  expect(shedBefore).toBeGreaterThan(0);
  const socket = await blockUntil(() => subscribeTo(createSubscriber(stack.url), CHANGES).ended);
  expect(String((socket as Error).message)).toContain('503');
  const further = await blockUntil(() => subscribeTo(listener, CHANGES).ended);
  expect(further).toMatchObject([{ extensions: { code: 'OVERLOADED', retryAfter: expect.any(Number) } }]);
  const streams = await blockUntil(async () => [
    await status(`/graphql?query=${encodeURIComponent(CHANGES)}`, {
      headers: { accept: 'text/event-stream' },
    }),
    await status('/graphql/stream', { method: 'PUT' }),
  ]);
  expect(streams).toEqual([503, 503]);
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  expect(shedIn(metrics)).toBeGreaterThanOrEqual(shedBefore + 4);
  await listener.dispose();

  await within(10_000, async () => expect((await queryFilms()).status).toBe(200));
  // Rejected operations cause no content requests.
  expect((await stack.requests()).content).toHaveLength(accepted);
}, 60_000);

test('load shedding: rejects operations while the thread pool is saturated, although the event loop is not late', async () => {
  const threads = await startStack({
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off', LOAD_SHEDDING_DELAY_MS: '1000' },
  });
  const query = () => threads.query('{ films(first: 1) { totalCount } }');
  await within(500, async () => expect((await query()).status).toBe(200));
  freeThreadPool = blockThreadPool();
  try {
    // The delay is above the limit of 1 s when the pool has been blocked so long, in several measurements.
    await within(10_000, async () => {
      const { status, errors } = await query();
      expect([status, errors[0]?.extensions?.code]).toEqual([503, 'OVERLOADED']);
    });
    expect((await fetch(`${threads.url}/health/live`)).status).toBe(200);
    // Compression needs a thread.
    const headers = { 'accept-encoding': 'identity' };
    const metrics = await (await fetch(`${threads.url}/metrics`, { headers })).text();
    const delaySeconds = Number(/\ntrivium_thread_pool_delay_seconds ([\d.]+)/.exec(metrics)?.[1]);
    expect(delaySeconds).toBeGreaterThan(1);
    await freeThreadPool();
    await within(10_000, async () => expect((await query()).status).toBe(200));
  } finally {
    await freeThreadPool();
    await threads.close();
  }
}, 90_000);

test('thread pool delay: a task counts in each interval for which it waits', async () => {
  let now = 0;
  const delay = monitorThreadPoolDelay(() => now);
  const sampleOnce = () => {
    now += 100;
    delay.sample();
  };
  // One thread completes tasks in their order.
  const freeOtherThreads = blockThreadPool(1);
  const freeThread = blockThreadPool();
  freeThreadPool = () => Promise.all([freeOtherThreads(), freeThread()]);
  for (let interval = 0; interval < 12; interval += 1) sampleOnce();
  await freeThread();
  await randomBytesOf(1);
  for (let quick = 0; quick < 8; quick += 1) {
    sampleOnce();
    await randomBytesOf(1);
  }
  await freeThreadPool();
  // 100, 200, … 1,100, 1,100 ms, and 8 samples of 0 ms.
  expect(delay.readMedianMs()).toBe(300);
  // A task that has just been started says nothing yet.
  sampleOnce();
  expect(delay.readMedianMs()).toBe(300);
});

test('write timeout: closes the connection of a client that never reads its responses', async () => {
  expect(await closedAfterSeconds).toBeLessThan(60);
}, 60_000);

/** Sends requests and never reads the responses. @returns seconds until the server closes the connection */
async function sendWithoutReading(url: string): Promise<number> {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', onSocket);
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.on('error', () => undefined);
  try {
    await once(client, 'connect');
    // The responses exceed the buffers of both sockets.
    client.write('GET /schema.graphql HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(500));
    const { localPort } = client;
    let served: Socket | undefined;
    while (!served) {
      await nextTask();
      served = sockets.find(({ remotePort }) => remotePort === localPort);
    }
    const startedAt = performance.now();
    await once(served, 'close');
    return (performance.now() - startedAt) / 1000;
  } finally {
    unsubscribe('net.server.socket', onSocket);
    client.destroy();
  }
}
