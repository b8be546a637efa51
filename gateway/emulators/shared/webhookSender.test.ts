import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { within } from '../../../tests/support/within.ts';
import { readWebhookFaults, type WebhookFault } from './webhookFaults.ts';
import { WebhookSender, type WebhookSenderOptions } from './webhookSender.ts';

interface Received {
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

let server: Server;
let url: string;
let received: Received[];
/** Statuses of the next responses; 200 when the list is empty, no response for 0. */
let statuses: number[];
let sender: WebhookSender;

const start = (options: Partial<WebhookSenderOptions> = {}) => {
  sender = new WebhookSender({
    sign: (body, at) => ({ signature: `${body.length}@${at}` }),
    retryDelaysMs: [20, 20],
    timeoutMs: 10_000,
    ...options,
  });
  return sender;
};
const send = (id: string, to = url) => sender.send({ id, url: to, body: `{"id":"${id}"}`, headers: { id } });
const ids = () => received.map(({ headers }) => headers.id);
const startWithFaults = (...faults: WebhookFault[]) => start({ faults });

beforeEach(async () => {
  received = [];
  statuses = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers });
      const status = statuses.shift() ?? 200;
      if (status > 0) response.writeHead(status).end('thanks');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

afterEach(async () => {
  await sender.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test('webhook sender: sends the body unchanged, signed at the time of sending', async () => {
  start();
  send('a');
  await sender.idle();
  expect(received).toEqual([
    {
      body: '{"id":"a"}',
      headers: expect.objectContaining({ 'content-type': 'application/json', id: 'a' }),
    },
  ]);
  const [record] = sender.deliveries();
  expect(record).toMatchObject({ id: 'a', state: 'delivered', attempts: [{ status: 200 }] });
  expect(received[0]?.headers.signature).toBe(`10@${record?.attempts[0]?.at}`);
});

test('webhook sender: retries after errors, redirects and timeouts until no retry is left', async () => {
  start({ timeoutMs: 500 });
  statuses = [500, 302, 200];
  send('retried');
  await sender.idle();
  statuses = [0, 503, 404, 200];
  send('never');
  await sender.idle();
  const [retried, never] = sender.deliveries();
  expect(retried).toMatchObject({ state: 'delivered' });
  expect(retried?.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
  expect(never).toMatchObject({ state: 'failed' });
  expect(never?.attempts.map(({ status, error }) => status ?? error)).toEqual([
    expect.stringMatching(/timeout/),
    503,
    404,
  ]);
});

test('webhook sender: does not retry a status that the provider does not retry', async () => {
  start({ shouldRetry: (status) => status >= 500 });
  statuses = [400];
  send('a');
  await sender.idle();
  expect(ids()).toEqual(['a']);
});

test('webhook faults: drop sends nothing, duplicate sends two copies under one id', async () => {
  startWithFaults({ kind: 'drop', times: 1 }, { kind: 'duplicate' });
  send('a');
  send('b');
  await sender.idle();
  expect(ids()).toEqual(['b', 'b']);
  expect(sender.deliveries().map(({ state }) => state)).toEqual(['dropped', 'delivered']);
});

test('webhook faults: reorder sends a delivery after the next one', async () => {
  startWithFaults({ kind: 'reorder', times: 1 });
  send('a');
  send('b');
  await sender.idle();
  expect(ids()).toEqual(['b', 'a']);
});

test('webhook faults: delay signs at the time of sending', async () => {
  startWithFaults({ kind: 'delay', ms: 60 });
  const startedAt = Date.now();
  send('a');
  await sender.idle();
  expect(Number(String(received[0]?.headers.signature).split('@')[1])).toBeGreaterThanOrEqual(startedAt + 55);
});

test('webhook faults: tamper changes the first attempt after signing, retries are unchanged', async () => {
  startWithFaults({ kind: 'tamper' });
  statuses = [401];
  send('a');
  await sender.idle();
  expect(received.map(({ body }) => body)).toEqual(['{"id":"a","tampered":true}', '{"id":"a"}']);
  expect(received[0]?.headers.signature).toMatch(/^10@/);
});

test('webhook faults: share selects the same deliveries in every run', async () => {
  const run = async () => {
    startWithFaults({ kind: 'drop', share: 0.4 });
    for (let i = 0; i < 200; i += 1) send(String(i));
    await sender.idle();
    const dropped = sender.deliveries().filter(({ state }) => state === 'dropped');
    return dropped.map(({ id }) => id).join();
  };
  const first = await run();
  expect(first.split(',').length).toBeGreaterThan(50);
  expect(first.split(',').length).toBeLessThan(110);
  expect(await run()).toBe(first);
});

test('webhook sender: clear and close cancel deliveries', async () => {
  startWithFaults({ kind: 'delay', ms: 50 });
  send('a');
  sender.clear();
  await sender.idle();
  expect(sender.deliveries()).toEqual([]);
  send('b');
  await sender.close();
  expect(ids()).toEqual([]);
});

test('webhook sender: gives up the oldest failed deliveries beyond its limits', async () => {
  start({ retryDelaysMs: [60_000], pendingLimits: { count: 3, bytes: 1_000 } });
  statuses = [500, 500];
  const states = () => sender.deliveries().map(({ id, state }) => `${id} ${state}`);
  const attempts = (id: string) => sender.deliveries().find((record) => record.id === id)?.attempts.length;
  for (const id of ['a', 'b']) {
    send(id);
    await within(500, () => expect(attempts(id)).toBe(1));
  }
  statuses = [0, 0];
  send('c');
  send('d');
  await within(500, () => expect(states()).toEqual(['a failed', 'b pending', 'c pending', 'd pending']));
  expect(sender.deliveries()[0]?.attempts.at(-1)?.error).toMatch(/given up: more than 3 deliveries/);
  await within(500, () => expect(ids()).toEqual(['a', 'b', 'c', 'd']));
  sender.send({ id: 'e', url, body: 'x'.repeat(990), headers: { id: 'e' } });
  await within(500, () =>
    expect(states()).toEqual(['a failed', 'b failed', 'c failed', 'd pending', 'e delivered']),
  );
  sender.clear();
  await sender.idle();
  expect(states()).toEqual([]);
});

test('webhook sender: sends what is addressed to the public gateway to that on this machine', async () => {
  start({ gateway: { publicUrl: 'https://films.example', localUrl: new URL(url).origin } });
  send('a', 'https://films.example/hook');
  await sender.idle();
  expect(ids()).toEqual(['a']);
  for (const address of ['https://films.example.org/hook', 'https://other.example/hook'])
    expect(() => send('b', address)).toThrow(/or below https:\/\/films\.example \(PUBLIC_URL/);
});

test('webhook sender: rejects URLs outside this machine', () => {
  start();
  for (const address of ['https://example.com/hook', 'http://127.0.0.1.example.com/', 'file:///etc', 'x'])
    expect(() => send('a', address)).toThrow(/expected a webhook URL on this machine/);
});

test.each<[unknown, RegExp]>([
  ['drop', /faults: expected a list/],
  [[{ kind: 'dropped' }], /faults\[0\]\.kind: expected one of delay, duplicate/],
  [[{ kind: 'drop' }, { kind: 'delay' }], /faults\[1\]\.ms/],
  [[{ kind: 'drop', share: 2 }], /faults\[0\]\.share/],
  [[{ kind: 'drop', times: 0.5 }], /faults\[0\]\.times/],
])('webhook faults: rejects invalid rules: %j', (rules, fault) => {
  expect(() => readWebhookFaults(rules)).toThrow(fault);
});
