import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { within } from '../../../../tests/support/within.ts';
import { SEED } from '../testing/seedFiles.ts';
import { SAMPLE_FILE, startEmulator, type TestEmulator } from '../testing/startEmulator.ts';
import { RETRY_DELAYS_MS } from './mediaWebhooks.ts';

const secret = 'fixture-webhook-secret';
const delays = { ingestMs: 40, generateMs: 40, uploadSecondMs: 1000 };

// biome-ignore lint/suspicious/noExplicitAny: the tests read envelopes of every type
type Envelope = any;

let emulator: TestEmulator;
let receiver: Server;
let baseUrl: string;
let sample: Uint8Array;
let received: { body: string; headers: Record<string, string> }[];
/** Statuses of the next responses; 200 when the list is empty. */
let statuses: number[];

beforeAll(async () => {
  sample = new Uint8Array(await readFile(SAMPLE_FILE));
  receiver = createServer((request, response) => {
    if (request.url === '/fr.vtt') return response.end('WEBVTT\n');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  emulator = await startEmulator({
    delays,
    webhooks: { secret, urls: [`${baseUrl}/hook`], retryScale: 1e-3 },
  });
});
afterAll(async () => {
  await emulator.close();
  receiver.close();
});
beforeEach(async () => {
  await emulator.control('POST', 'reset');
  received = [];
  statuses = [];
});

const configure = (state: object) => emulator.control('PUT', 'webhooks', state);

/** Waits for an event of this type and until all deliveries have ended, then returns the verified events. */
async function waitForEvent(type: string): Promise<Envelope[]> {
  await within(2_000, () =>
    expect(received).toContainEqual(expect.objectContaining({ body: expect.stringContaining(`"${type}"`) })),
  );
  await emulator.control('GET', 'webhooks/idle');
  return Promise.all(
    received.map(
      ({ body, headers }) => emulator.mux.webhooks.unwrap(body, headers, secret) as Promise<Envelope>,
    ),
  );
}

async function upload(bytes: Uint8Array<ArrayBuffer>, settings: object = {}): Promise<string> {
  const { id, url = '' } = await emulator.mux.video.uploads.create({
    cors_origin: '*',
    new_asset_settings: { playback_policies: ['public'], ...settings },
  });
  await fetch(url, { method: 'PUT', body: bytes });
  return id;
}

test('media emulator webhooks: an upload is reported from creation to playback, in order, and the SDK verifies the events', async () => {
  const id = await upload(sample.slice(), { inputs: [{ generated_subtitles: [{ language_code: 'en' }] }] });
  const events = await waitForEvent('video.asset.track.ready');
  const { asset_id } = await emulator.mux.video.uploads.retrieve(id);
  const ordered = events.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  expect(ordered.map(({ type, object, data }) => [type, object.type, data.status])).toEqual([
    ['video.upload.created', 'upload', 'waiting'],
    ['video.asset.created', 'asset', 'preparing'],
    ['video.upload.asset_created', 'upload', 'asset_created'],
    ['video.asset.updated', 'asset', 'preparing'],
    ['video.asset.track.created', 'track', 'preparing'],
    ['video.asset.ready', 'asset', 'ready'],
    ['video.asset.track.ready', 'track', 'ready'],
  ]);
  const [ready, track] = ordered.slice(-2);
  expect(ready.data).toMatchObject({ id: asset_id, upload_id: id, duration: 4 });
  expect(ready.data.created_at).toEqual(expect.any(Number));
  expect(ready.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(track).toMatchObject({
    object: { id: track.data.id },
    data: { asset_id, text_source: 'generated_vod' },
    environment: { name: expect.any(String), id: expect.any(String) },
    attempts: [],
    request_id: null,
    accessor: null,
  });
});

test('media emulator webhooks: an invalid video reports the reason for its asset and its upload', async () => {
  await upload(new TextEncoder().encode('not a video'));
  const events = await waitForEvent('video.upload.errored');
  const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
  expect(dataOf('video.asset.errored').errors.type).toBe('invalid_input');
  expect(dataOf('video.upload.errored').error).toEqual({
    type: 'invalid_input',
    message: dataOf('video.asset.errored').errors.messages.join(' '),
  });
});

test('media emulator webhooks: replaced captions report deleted and created tracks', async () => {
  const { assets } = emulator.mux.video;
  await assets.deleteTrack(SEED.ready, SEED.german);
  const text = { type: 'text', text_type: 'subtitles' } as const;
  await assets.createTrack(SEED.ready, { ...text, url: `${baseUrl}/fr.vtt`, language_code: 'fr' });
  await assets.createTrack(SEED.ready, { ...text, url: 'https://a.invalid/es.vtt', language_code: 'es' });
  await waitForEvent('video.asset.track.ready');
  const events = await waitForEvent('video.asset.track.errored');
  const dataOfType = (type: string) =>
    events.filter((event) => event.type === `video.asset.track.${type}`).map(({ data }) => data);
  expect(dataOfType('deleted')).toMatchObject([{ id: SEED.german, asset_id: SEED.ready, status: 'deleted' }]);
  expect(dataOfType('created').map(({ language_code }) => language_code)).toEqual(['fr', 'es']);
  expect(dataOfType('ready')).toMatchObject([{ language_code: 'fr', status: 'ready' }]);
  expect(dataOfType('errored')).toMatchObject([{ language_code: 'es', error: { type: 'download_failed' } }]);
});

test('media emulator webhooks: changes, cancellations, renditions and deletions are reported', async () => {
  const { assets, uploads } = emulator.mux.video;
  await uploads.cancel((await uploads.create({ cors_origin: '*' })).id);
  await assets.update(SEED.ready, { passthrough: 'new' });
  const { id = '' } = await assets.createStaticRendition(SEED.ready, { resolution: '720p' });
  await waitForEvent('video.asset.static_rendition.ready');
  await assets.deleteStaticRendition(SEED.ready, id);
  await assets.delete(SEED.ready);
  const events = await waitForEvent('video.asset.deleted');
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'video.upload.created',
      'video.upload.cancelled',
      'video.asset.updated',
      'video.asset.static_rendition.created',
      'video.asset.static_rendition.ready',
      'video.asset.static_rendition.deleted',
      'video.asset.deleted',
    ]),
  );
});

test('media emulator webhooks: a failed delivery is retried with the same event and a new signature', async () => {
  statuses = [500, 503];
  await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'again' });
  const events = await waitForEvent('video.asset.updated');
  expect(events.map(({ id }) => id)).toEqual(Array(3).fill(events[0].id));
  expect(RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(23 * 3_600_000);
});

test('media emulator webhooks: faults drop and duplicate deliveries, and another secret fails verification', async () => {
  await configure({
    faults: [
      { kind: 'drop', times: 1 },
      { kind: 'duplicate', times: 2 },
    ],
  });
  await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'dropped' });
  await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'duplicated' });
  const events = await waitForEvent('video.asset.updated');
  expect(events.map(({ data }) => data.passthrough)).toEqual(['duplicated', 'duplicated']);
  expect(events[0].id).toBe(events[1].id);
  const [{ body, headers } = { body: '', headers: {} }] = received;
  await expect(emulator.mux.webhooks.unwrap(body, headers, 'other')).rejects.toThrow(/signature/);
});

test('media emulator webhooks: endpoints can be set at run time, on this machine only', async () => {
  const foreignEndpoints = [{ url: 'https://example.com/hook' }];
  await expect(configure({ endpoints: foreignEndpoints })).rejects.toThrow(/got 400/);
  await configure({ endpoints: [] });
  await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'unsent' });
  await configure({ endpoints: [{ url: `${baseUrl}/other` }] });
  await emulator.mux.video.assets.update(SEED.ready, { passthrough: 'sent' });
  const events = await waitForEvent('video.asset.updated');
  expect(events.map(({ data }) => data.passthrough)).toEqual(['sent']);
  await emulator.control('POST', 'reset');
  const { endpoints } = await emulator.control('GET', 'webhooks');
  expect(endpoints).toEqual([{ url: `${baseUrl}/hook` }]);
});
