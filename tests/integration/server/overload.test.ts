import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type House, openHouse } from '../../support/stack.ts';
import { subscriber, subscribe as subscribeTo } from '../../support/subscriber.ts';

let house: House;
/** It takes its time, which passes while the rest is looked at. */
let letGoAfter: Promise<number>;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off', MAX_EVENT_LOOP_DELAY_MS: '50' } });
  letGoAfter = neverRead(house.url);
});
afterAll(() => house.close());

/** Milliseconds of each turn of the event loop while it is held. */
const TURN = 80;
/** Milliseconds within which a state has to come about; it decides nothing but when to give up. */
const PATIENCE = 20_000;

const ask = () => house.ask('{ films(first: 1) { totalCount } }');

/** Holds the event loop, which the gateway shares with this test, turn after turn, until something has come about. */
async function holdUntil<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  let isLooking = false;
  for (const end = performance.now() + PATIENCE; found === undefined && performance.now() < end; ) {
    for (const until = performance.now() + TURN; performance.now() < until; );
    await nextTurn();
    if (isLooking) continue;
    isLooking = true;
    void look().then((what) => {
      found = what;
      isLooking = false;
    });
  }
  if (found === undefined) throw new Error(`expected it to come about within ${PATIENCE} ms`);
  return found;
}

const status = async (path: string, init?: RequestInit) => (await fetch(`${house.url}${path}`, init)).status;

const NEWS = 'subscription { contentChanged { id } }';

test('while the event loop is late, work is turned away, and what operators and providers need is not', async () => {
  expect((await ask()).status).toBe(200);
  const listener = subscriber(house.url, { lazy: false });
  await subscribeTo(listener, 'subscription { videoStatus(id: "none") { id } }').over;
  await house.forget();
  let answered = 0;
  const refused = await holdUntil(async () => {
    const query = encodeURIComponent(`{ films(first: ${answered + 2}) { nodes { title } } }`);
    const answer = await fetch(`${house.url}/graphql?query=${query}`, {
      headers: { 'apollo-require-preflight': 'true', origin: 'https://elsewhere.example' },
    });
    const body = await answer.json();
    if (answer.status === 503) return { headers: answer.headers, body };
    answered += 1;
    return undefined;
  });
  expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED' } }] });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // A page of another site can read why.
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example');
  const others = await holdUntil(async () => ({
    live: await status('/health/live'),
    ready: await status('/health/ready'),
    metrics: await (await fetch(`${house.url}/metrics`)).text(),
    // It is looked at, and found not to be signed.
    webhook: await status('/webhooks/content', { method: 'POST', body: '{}' }),
  }));
  expect(others).toMatchObject({ live: 200, ready: 200, webhook: 401 });
  const shedIn = (metrics: string) => Number(/\ntrivium_load_shed_total (\d+)/.exec(metrics)?.[1]);
  const shedBefore = shedIn(others.metrics);
  expect(shedBefore).toBeGreaterThan(0);
  const socket = await holdUntil(() => subscribeTo(subscriber(house.url), NEWS).over);
  expect(String((socket as Error).message)).toContain('503');
  const further = await holdUntil(() => subscribeTo(listener, NEWS).over);
  expect(further).toMatchObject([{ extensions: { code: 'OVERLOADED', retryAfter: expect.any(Number) } }]);
  const metrics = await (await fetch(`${house.url}/metrics`)).text();
  expect(shedIn(metrics)).toBeGreaterThanOrEqual(shedBefore + 2);
  await listener.dispose();

  // Everybody is served again once it is in time.
  for (const end = performance.now() + PATIENCE; (await ask()).status !== 200; )
    if (performance.now() > end) throw new Error('expected requests to be taken again');
  // What was turned away has not been worked on all the same.
  expect((await house.requests()).content).toHaveLength(answered);
}, 60_000);

test('a client that never reads its answers is let go', async () => {
  expect(await letGoAfter).toBeLessThan(15);
}, 60_000);

/** Asks and never reads. @returns seconds until the server ends the connection */
async function neverRead(url: string): Promise<number> {
  const sockets: Socket[] = [];
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', note);
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.on('error', () => undefined);
  try {
    await once(client, 'connect');
    // More answers than the buffers between the two hold.
    client.write('GET /schema.graphql HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(500));
    const { localPort } = client;
    let served: Socket | undefined;
    while (!served) {
      await nextTurn();
      served = sockets.find(({ remotePort }) => remotePort === localPort);
    }
    const begun = performance.now();
    await once(served, 'close');
    return (performance.now() - begun) / 1000;
  } finally {
    unsubscribe('net.server.socket', note);
    client.destroy();
  }
}
