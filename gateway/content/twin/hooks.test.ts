import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { type RunningTwin, runTwin } from './fixture/running.ts';

let server: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; text: string }[];
let running: RunningTwin;
let client: SanityClient;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text });
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  running = await runTwin({ webhooks: { hooks: [{ url }], secret: 's3cret', retryDelays: [20] } });
  client = running.client();
});
beforeEach(async () => {
  await running.reset();
  received = [];
});
afterAll(async () => {
  await running.close();
  await new Promise((done) => server.close(done));
});

const settled = () => running.control('GET', 'webhooks/idle');
const documentsOf = () => received.map(({ headers }) => headers['sanity-document-id']);

test('the hooks a twin is started with hear of publications, and not of drafts', async () => {
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.film-ripples',
    publishedId: 'film-ripples',
  });
  const { deliveries } = await settled();
  expect(documentsOf()).toEqual(['film-ripples']);
  expect(received[0]?.headers['sanity-operation']).toBe('update');
  expect(JSON.parse(received[0]?.text ?? '')).toMatchObject({ title: 'Ripples, redrawn' });
  expect(deliveries).toMatchObject([{ url, state: 'delivered', faults: [] }]);
});

test('deliveries go wrong as they are told to', async () => {
  const faults = [
    { kind: 'lost', times: 1 },
    { kind: 'twice', times: 2 },
  ];
  await running.control('PUT', 'webhooks', { faults });
  for (const _id of ['topic-x', 'topic-y']) await client.create({ _id, _type: 'topic' });
  await settled();
  expect(documentsOf()).toEqual(['topic-y', 'topic-y']);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a transaction of many documents is told document by document, in order', async () => {
  const transaction = client.transaction();
  for (let i = 0; i < 50; i += 1) transaction.create({ _id: `topic-${i}`, _type: 'topic' });
  await transaction.commit();
  await settled();
  expect(new Set(documentsOf()).size).toBe(50);
  expect(new Set(received.map(({ headers }) => headers['sanity-transaction-id'])).size).toBe(1);
});

test.each([
  [[{ url: 'https://example.com/' }], /endpoints\[0\]: expected a webhook address on this machine/],
  [[{ url: 'http://127.0.0.1:1/', on: ['publish'] }], /endpoints\[0\]: on: expected create, update, delete/],
  [[{ url: 'http://127.0.0.1:1/' }, { url: 'http://127.0.0.1:1/', filter: '_type ==' }], /endpoints\[1\]/],
  [{}, /endpoints: expected a list/],
])('hooks that are none are refused, and the others kept: %j', async (endpoints, fault) => {
  expect((await running.control('PUT', 'webhooks', { endpoints })).message).toMatch(fault);
  expect((await running.control('GET', 'webhooks')).endpoints).toEqual([{ url }]);
});

test('a reset brings back the hooks of the beginning and forgets what was delivered', async () => {
  await running.control('PUT', 'webhooks', { endpoints: [], faults: [{ kind: 'lost' }] });
  await running.reset();
  await client.create({ _id: 'topic-x', _type: 'topic' });
  expect((await settled()).deliveries).toHaveLength(1);
  expect(documentsOf()).toEqual(['topic-x']);
});
