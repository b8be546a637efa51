import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveEvent, LiveEventMessage, SanityClient } from '@sanity/client';
import { within } from '../../../../tests/support/within.ts';
import { type EventRecorder, recordEvents } from '../testing/eventRecorder.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

let server: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; text: string }[];
let testEmulator: TestEmulator;
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
  testEmulator = await startEmulator({
    webhooks: { endpoints: [{ url }], secret: 's3cret', retryDelaysMs: [20], functionTimeoutMs: 100 },
  });
  client = testEmulator.client();
});
beforeEach(async () => {
  await testEmulator.reset();
  received = [];
});
afterAll(async () => {
  await testEmulator.close();
  await new Promise((done) => server.close(done));
});

const settled = () => testEmulator.control('GET', 'webhooks/idle');
const documentsOf = () => received.map(({ headers }) => headers['sanity-document-id']);

test('content emulator webhooks: report published documents and not drafts by default', async () => {
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

test('content emulator webhooks: faults drop and duplicate deliveries', async () => {
  const faults = [
    { kind: 'drop', times: 1 },
    { kind: 'duplicate', times: 2 },
  ];
  await testEmulator.control('PUT', 'webhooks', { faults });
  for (const _id of ['topic-x', 'topic-y']) await client.create({ _id, _type: 'topic' });
  await settled();
  expect(documentsOf()).toEqual(['topic-y', 'topic-y']);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('content emulator webhooks: a transaction sends one delivery per document', async () => {
  const transaction = client.transaction();
  for (let i = 0; i < 50; i += 1) transaction.create({ _id: `topic-${i}`, _type: 'topic' });
  await transaction.commit();
  await settled();
  expect(new Set(documentsOf()).size).toBe(50);
  expect(new Set(received.map(({ headers }) => headers['sanity-transaction-id'])).size).toBe(1);
});

test.each([
  [[{ url: 'https://example.com/' }], /endpoints\[0\]: expected a webhook URL on this machine/],
  [[{ url: 'http://127.0.0.1:1/', on: ['publish'] }], /endpoints\[0\]: on: expected create, update, delete/],
  [[{ url: 'http://127.0.0.1:1/' }, { url: 'http://127.0.0.1:1/', filter: '_type ==' }], /endpoints\[1\]/],
  [
    [{ url: 'http://127.0.0.1:1/', filter: 'geo::distance(geo::latLng(1, 2), geo::latLng(1, 2)) < 1' }],
    /endpoints\[0\]: the content emulator does not support the function geo::distance/,
  ],
  [{}, /endpoints: expected a list/],
])(
  'content emulator webhooks: invalid webhooks are rejected and leave the existing webhooks unchanged: %j',
  async (endpoints, message) => {
    await expect(testEmulator.control('PUT', 'webhooks', { endpoints })).rejects.toThrow(message);
    expect((await testEmulator.control('GET', 'webhooks')).endpoints).toEqual([{ url }]);
  },
);

test('content emulator webhooks: filters and projections know impossible times and other datasets', async () => {
  const projection = '{"here": here->title, "there": there->title, "at": dateTime(at)}';
  const filter = '!defined(dateTime(at))';
  await testEmulator.control('PUT', 'webhooks', { endpoints: [{ url, filter, projection }] });
  const here = { _type: 'reference', _ref: 'topic-chaos' };
  const there = { ...here, _type: 'crossDatasetReference', _dataset: 'another', _weak: true };
  await client.create({ _id: 'note-a', _type: 'note', at: '2025-02-30T00:00:00Z', here, there });
  await client.create({ _id: 'note-b', _type: 'note', at: '2025-02-28T00:00:00Z' });
  await settled();
  expect(documentsOf()).toEqual(['note-a']);
  expect(JSON.parse(received[0]?.text ?? '')).toEqual({ here: 'Chaos', there: null, at: null });
});

test('content emulator webhooks: reset restores the initial webhooks and clears deliveries', async () => {
  await testEmulator.control('PUT', 'webhooks', { endpoints: [], faults: [{ kind: 'drop' }] });
  await testEmulator.reset();
  await client.create({ _id: 'topic-x', _type: 'topic' });
  expect((await settled()).deliveries).toHaveLength(1);
  expect(documentsOf()).toEqual(['topic-x']);
});

describe('content emulator function for sync tags', () => {
  let events: EventRecorder<LiveEvent>;
  const setFunction = (control: object) => testEmulator.control('PUT', 'functions', control);
  const listen = async (): Promise<EventRecorder<LiveEvent>> => {
    events = recordEvents<LiveEvent>(testEmulator.client().live.events({ waitFor: 'function' }));
    await events.waitFor(({ type }) => type === 'welcome');
    return events;
  };
  const deliveriesOf = async () => (await testEmulator.control('GET', 'functions/idle')).deliveries;
  beforeEach(() => testEmulator.control('PUT', 'webhooks', { endpoints: [] }));
  afterEach(() => events?.stop());

  test('receives the tags of published changes, signed, and then waiting streams do', async () => {
    await setFunction({ endpoints: [{ url }] });
    await listen();
    await client.create({ _id: 'drafts.topic-a', _type: 'topic' });
    await client.create({ _id: 'topic-a', _type: 'topic' });
    const message = (await events.waitFor(({ type }) => type === 'message')) as LiveEventMessage;
    expect(received).toHaveLength(1);
    const [{ text, headers }] = received as [(typeof received)[0]];
    expect(JSON.parse(text)).toEqual({ syncTags: message.tags });
    const [, time, signed] = /^t=(\d+),v1=(.+)$/.exec(String(headers['sanity-webhook-signature'])) ?? [];
    expect(createHmac('sha256', 's3cret').update(`${time}.${text}`).digest('base64url')).toBe(signed);
  });

  test('holds streams back in order until its time is over, if it is not reached', async () => {
    await setFunction({ endpoints: [{ url }], faults: [{ kind: 'drop', times: 1 }] });
    await listen();
    const startedAt = performance.now();
    await client.create({ _id: 'topic-a', _type: 'topic' });
    await client.create({ _id: 'topic-b', _type: 'topic' });
    await within(500, () =>
      expect(events.events.map(({ type }) => type)).toEqual(['welcome', 'message', 'message']),
    );
    expect(performance.now() - startedAt).toBeGreaterThan(90);
    expect(await deliveriesOf()).toMatchObject([{ state: 'dropped' }, { state: 'delivered' }]);
  });

  test('that does not exist sends no event to streams that wait for it', async () => {
    await listen();
    await client.create({ _id: 'topic-a', _type: 'topic' });
    await setFunction({ endpoints: [{ url }] });
    await client.create({ _id: 'topic-b', _type: 'topic' });
    await events.waitFor(({ type }) => type === 'message');
    expect(events.events.map(({ type }) => type)).toEqual(['welcome', 'message']);
    await testEmulator.reset();
    expect(await testEmulator.control('GET', 'functions')).toEqual({ endpoints: [], deliveries: [] });
  });

  test.each([
    [{ url: 'http://127.0.0.1:1/' }, /expected a list with at most one/],
    [[{ url: 'http://127.0.0.1:1/' }, { url: 'http://127.0.0.1:2/' }], /at most one/],
    [[{ url: 'https://example.com/' }], /expected a webhook URL on this machine/],
    [[{ url: 'http://127.0.0.1:1/', secret: 7 }], /secret: expected a text, got number/],
    [[null], /expected a webhook URL/],
  ])('rejects other endpoints: %j', async (endpoints, message) => {
    await expect(setFunction({ endpoints })).rejects.toThrow(message);
  });
});
