import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, SAMPLE, startFixtureTwin } from './fixture/twin.ts';
import { RETRY_DELAYS } from './webhooks.ts';

const secret = 'fixture-webhook-secret';
const pace = { ingest: 40, generate: 40, uploadSecond: 1000 };

// biome-ignore lint/suspicious/noExplicitAny: the tests read envelopes of every type
type Envelope = any;

let twin: FixtureTwin;
let reader: Server;
let address: string;
let sample: Uint8Array;
let received: { body: string; headers: Record<string, string> }[];
/** Statuses to answer, one after another; 200 when there are none left. */
let answers: number[];

beforeAll(async () => {
  sample = new Uint8Array(await readFile(SAMPLE));
  reader = createServer((request, response) => {
    if (request.url === '/fr.vtt') return response.end('WEBVTT\n');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => reader.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(reader.address() as AddressInfo).port}`;
  twin = await startFixtureTwin({
    pace,
    webhooks: { secret, urls: [`${address}/hook`], retryScale: 1e-3 },
  });
});
afterAll(async () => {
  await twin.close();
  reader.close();
});
beforeEach(async () => {
  await twin.fetch('/__twin/reset', { method: 'POST' });
  received = [];
  answers = [];
});

const configure = (state: object) =>
  twin.fetch('/__twin/webhooks', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });

/** Waits until an event of this type came, and every delivery has ended. */
async function hears(type: string): Promise<Envelope[]> {
  for (let left = 200; left > 0 && !received.some(({ body }) => body.includes(`"${type}"`)); left--)
    await new Promise((done) => setTimeout(done, 25));
  await twin.fetch('/__twin/webhooks/idle');
  return Promise.all(
    received.map(({ body, headers }) => twin.mux.webhooks.unwrap(body, headers, secret) as Promise<Envelope>),
  );
}

async function upload(bytes: Uint8Array<ArrayBuffer>, settings: object = {}): Promise<string> {
  const { id, url = '' } = await twin.mux.video.uploads.create({
    cors_origin: '*',
    new_asset_settings: { playback_policies: ['public'], ...settings },
  });
  await fetch(url, { method: 'PUT', body: bytes });
  return id;
}

test('an upload tells its whole way to a film that plays, in order, in envelopes the SDK takes', async () => {
  const id = await upload(sample.slice(), { inputs: [{ generated_subtitles: [{ language_code: 'en' }] }] });
  const events = await hears('video.asset.track.ready');
  const { asset_id } = await twin.mux.video.uploads.retrieve(id);
  const story = events.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  expect(story.map(({ type, object, data }) => [type, object.type, data.status])).toEqual([
    ['video.upload.created', 'upload', 'waiting'],
    ['video.asset.created', 'asset', 'preparing'],
    ['video.upload.asset_created', 'upload', 'asset_created'],
    ['video.asset.updated', 'asset', 'preparing'],
    ['video.asset.track.created', 'track', 'preparing'],
    ['video.asset.ready', 'asset', 'ready'],
    ['video.asset.track.ready', 'track', 'ready'],
  ]);
  const [ready, track] = story.slice(-2);
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

test('a film that is none tells why, as asset and as upload', async () => {
  await upload(new TextEncoder().encode('not a film'));
  const events = await hears('video.upload.errored');
  const told = (type: string) => events.find((event) => event.type === type)?.data;
  expect(told('video.asset.errored').errors.type).toBe('invalid_input');
  expect(told('video.upload.errored').error).toEqual({
    type: 'invalid_input',
    message: told('video.asset.errored').errors.messages.join(' '),
  });
});

test('replaced captions tell what is gone and what came', async () => {
  const { assets } = twin.mux.video;
  await assets.deleteTrack(FIXTURE.ready, FIXTURE.german);
  const text = { type: 'text', text_type: 'subtitles' } as const;
  await assets.createTrack(FIXTURE.ready, { ...text, url: `${address}/fr.vtt`, language_code: 'fr' });
  await assets.createTrack(FIXTURE.ready, { ...text, url: 'https://a.invalid/es.vtt', language_code: 'es' });
  await hears('video.asset.track.ready');
  const events = await hears('video.asset.track.errored');
  const about = (type: string) =>
    events.filter((event) => event.type === `video.asset.track.${type}`).map(({ data }) => data);
  expect(about('deleted')).toMatchObject([
    { id: FIXTURE.german, asset_id: FIXTURE.ready, status: 'deleted' },
  ]);
  expect(about('created').map(({ language_code }) => language_code)).toEqual(['fr', 'es']);
  expect(about('ready')).toMatchObject([{ language_code: 'fr', status: 'ready' }]);
  expect(about('errored')).toMatchObject([{ language_code: 'es', error: { type: 'download_failed' } }]);
});

test('changes, cancellations, renditions and ends are told too', async () => {
  const { assets, uploads } = twin.mux.video;
  await uploads.cancel((await uploads.create({ cors_origin: '*' })).id);
  await assets.update(FIXTURE.ready, { passthrough: 'new' });
  const { id = '' } = await assets.createStaticRendition(FIXTURE.ready, { resolution: '720p' });
  await hears('video.asset.static_rendition.ready');
  await assets.deleteStaticRendition(FIXTURE.ready, id);
  await assets.delete(FIXTURE.ready);
  const events = await hears('video.asset.deleted');
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

test('what is not taken is told again, the same event signed anew', async () => {
  answers = [500, 503];
  await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'again' });
  const events = await hears('video.asset.updated');
  expect(events.map(({ id }) => id)).toEqual(Array(3).fill(events[0].id));
  expect(RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(23 * 3_600_000);
});

test('deliveries are lost and doubled on request, and another secret vouches for none', async () => {
  await configure({
    faults: [
      { kind: 'lost', times: 1 },
      { kind: 'twice', times: 2 },
    ],
  });
  await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'lost' });
  await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'twice' });
  const events = await hears('video.asset.updated');
  expect(events.map(({ data }) => data.passthrough)).toEqual(['twice', 'twice']);
  expect(events[0].id).toBe(events[1].id);
  const [{ body, headers } = { body: '', headers: {} }] = received;
  await expect(twin.mux.webhooks.unwrap(body, headers, 'other')).rejects.toThrow(/signature/);
});

test('addresses are set while it runs, on this machine alone', async () => {
  expect((await configure({ endpoints: [{ url: 'https://example.com/hook' }] })).status).toBe(400);
  expect((await configure({ endpoints: [] })).status).toBe(200);
  await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'unheard' });
  await configure({ endpoints: [{ url: `${address}/other` }] });
  await twin.mux.video.assets.update(FIXTURE.ready, { passthrough: 'heard' });
  const events = await hears('video.asset.updated');
  expect(events.map(({ data }) => data.passthrough)).toEqual(['heard']);
  await twin.fetch('/__twin/reset', { method: 'POST' });
  const { endpoints } = await (await twin.fetch('/__twin/webhooks')).json();
  expect(endpoints).toEqual([{ url: `${address}/hook` }]);
});
