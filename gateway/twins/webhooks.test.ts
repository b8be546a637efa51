import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readWebhookFaults, type WebhookFault } from './webhookFaults.ts';
import { createWebhookSender, type WebhookSender, type WebhookSenderOptions } from './webhooks.ts';

interface Received {
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

let server: Server;
let url: string;
let received: Received[];
/** Statuses to answer, one after another; 200 when there are none left, no answer at all for 0. */
let answers: number[];
let sender: WebhookSender;

const started = (options: Partial<WebhookSenderOptions> = {}) => {
  sender = createWebhookSender({
    sign: (body, at) => ({ signature: `${body.length}@${at}` }),
    retryDelays: [20, 20],
    timeout: 200,
    ...options,
  });
  return sender;
};
const send = (id: string, to = url) => sender.send({ id, url: to, body: `{"id":"${id}"}`, headers: { id } });
const ids = () => received.map(({ headers }) => headers.id);
const faulty = (...faults: WebhookFault[]) => started({ faults });

beforeEach(async () => {
  received = [];
  answers = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers });
      const status = answers.shift() ?? 200;
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

test('a delivery arrives as it was written, signed at the moment it is sent', async () => {
  started();
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

test('what is refused, redirected or not answered in time is tried again, and given up in the end', async () => {
  started();
  answers = [500, 302, 200];
  send('late');
  await sender.idle();
  answers = [0, 503, 404, 200];
  send('never');
  await sender.idle();
  const [late, never] = sender.deliveries();
  expect(late).toMatchObject({ state: 'delivered' });
  expect(late?.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
  expect(never).toMatchObject({ state: 'failed' });
  expect(never?.attempts.map(({ status, error }) => status ?? error)).toEqual([
    expect.stringMatching(/timeout/),
    503,
    404,
  ]);
});

test('a provider that does not retry a refusal leaves it at that', async () => {
  started({ retries: (status) => status >= 500 });
  answers = [400];
  send('a');
  await sender.idle();
  expect(ids()).toEqual(['a']);
});

test('a lost delivery is never sent, and one sent twice comes twice under one id', async () => {
  faulty({ kind: 'lost', times: 1 }, { kind: 'twice' });
  send('a');
  send('b');
  await sender.idle();
  expect(ids()).toEqual(['b', 'b']);
  expect(sender.deliveries().map(({ state }) => state)).toEqual(['lost', 'delivered']);
});

test('a reordered delivery comes after the one that follows it', async () => {
  faulty({ kind: 'reorder', times: 1 });
  send('a');
  send('b');
  await sender.idle();
  expect(ids()).toEqual(['b', 'a']);
});

test('a late delivery is signed when it goes', async () => {
  faulty({ kind: 'late', ms: 60 });
  const begun = Date.now();
  send('a');
  await sender.idle();
  expect(Number(String(received[0]?.headers.signature).split('@')[1])).toBeGreaterThanOrEqual(begun + 55);
});

test('a tampered delivery is other than what was signed, until it is tried again', async () => {
  faulty({ kind: 'tampered' });
  answers = [401];
  send('a');
  await sender.idle();
  expect(received.map(({ body }) => body)).toEqual(['{"id":"a","tampered":true}', '{"id":"a"}']);
  expect(received[0]?.headers.signature).toMatch(/^10@/);
});

test('a share of deliveries is the same share in every run', async () => {
  const run = async () => {
    faulty({ kind: 'lost', share: 0.4 });
    for (let i = 0; i < 200; i += 1) send(String(i));
    await sender.idle();
    const lost = sender.deliveries().filter(({ state }) => state === 'lost');
    return lost.map(({ id }) => id).join();
  };
  const first = await run();
  expect(first.split(',').length).toBeGreaterThan(50);
  expect(first.split(',').length).toBeLessThan(110);
  expect(await run()).toBe(first);
});

test('what is forgotten or closed is not sent any more', async () => {
  faulty({ kind: 'late', ms: 50 });
  send('a');
  sender.forget();
  await sender.idle();
  expect(sender.deliveries()).toEqual([]);
  send('b');
  await sender.close();
  expect(ids()).toEqual([]);
});

test('nobody outside this machine is called', () => {
  started();
  for (const address of ['https://example.com/hook', 'http://127.0.0.1.example.com/', 'file:///etc', 'x'])
    expect(() => send('a', address)).toThrow(/expected a webhook address on this machine/);
});

test.each<[unknown, RegExp]>([
  ['lost', /faults: expected a list/],
  [[{ kind: 'lose' }], /faults\[0\]\.kind: expected one of late, twice/],
  [[{ kind: 'lost' }, { kind: 'late' }], /faults\[1\]\.ms/],
  [[{ kind: 'lost', share: 2 }], /faults\[0\]\.share/],
  [[{ kind: 'lost', times: 0.5 }], /faults\[0\]\.times/],
])('rules that are none are refused: %j', (rules, fault) => {
  expect(() => readWebhookFaults(rules)).toThrow(fault);
});
