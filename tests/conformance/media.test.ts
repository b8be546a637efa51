import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { FIXTURE, writeFixture } from '../../gateway/media/twin/fixture/seed.ts';
import { PACE } from '../../gateway/media/twin/pace.ts';
import { createMediaTwin } from '../../gateway/media/twin/twin.ts';
import type { Twin } from '../../gateway/twins/server.ts';
import { testAudits } from './audit.ts';
import { mediaAudits } from './media.audits.ts';
import type { MediaTarget } from './mediaTarget.ts';
import { loadOpenApi } from './openapi.ts';

const SPECIFICATION = '../shared/specs/mux-video.json';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = {
  id: 'audit-key',
  privateKey: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64'),
};
const credentials = { tokenId: 'audit', tokenSecret: 'audit-secret' };

let seedDir: string;
let twin: Twin;
let target: MediaTarget;
let reader: { url: string; server: Server; bodies: string[] };

/** Hears every event of the twin while the tests run. */
async function listenForEvents(): Promise<typeof reader> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Every exchange with the management API while the tests run. */
const exchanges: { method: string; path: string; sent: unknown; status: number; body: unknown }[] = [];
const honestFetch = globalThis.fetch;

beforeAll(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'media-audits-'));
  await writeFixture(seedDir, { more: 5 });
  const rateLimit = { postPerSecond: 1000, otherPerSecond: 1000 };
  reader = await listenForEvents();
  const webhooks = { secret: 'audit-webhooks', urls: [reader.url] };
  twin = await createMediaTwin({ seedDir, port: 0, ...credentials, signingKey, rateLimit, webhooks });
  target = {
    baseUrl: twin.url,
    streamUrl: twin.url,
    imageUrl: twin.url,
    ...credentials,
    signingKey,
    publicPlaybackId: FIXTURE.publicId,
    signedPlaybackId: FIXTURE.signedId,
  };
  globalThis.fetch = async (input, init) => {
    const response = await honestFetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (/^\/(video|system)\/v1\//.test(url.pathname)) {
      const answer = await response.clone().text();
      const sent = typeof init?.body === 'string' && init.body !== '' ? parsed(init.body) : undefined;
      const body = answer === '' ? undefined : parsed(answer);
      const method = init?.method ?? 'GET';
      exchanges.push({ method, path: url.pathname + url.search, sent, status: response.status, body });
    }
    return response;
  };
});

afterAll(async () => {
  globalThis.fetch = honestFetch;
  await twin?.close();
  reader?.server.close();
  await rm(seedDir, { recursive: true, force: true });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('the media twin keeps what the provider promises', () => {
  testAudits(mediaAudits, () => target);

  test('every audit has an id of its own', () => {
    expect(new Set(mediaAudits.map(({ id }) => id)).size).toBe(mediaAudits.length);
  });
});

const describeWithDocument = existsSync(SPECIFICATION) ? describe : describe.skip;
if (!existsSync(SPECIFICATION))
  console.warn(`${SPECIFICATION} is not here: answers are not held against the provider's document.`);

describeWithDocument("the provider's OpenAPI document", () => {
  test('is kept by every request of the SDK and every answer to it', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const from = exchanges.length;
    await everyCall(
      new Mux({
        ...credentials,
        baseURL: twin.url,
        maxRetries: 0,
        fetch: (input, init) => globalThis.fetch(input, init),
      }),
    );
    const seen = exchanges.slice(from);
    expect(seen.length).toBeGreaterThan(20);
    expect(
      seen.flatMap(({ method, path, sent, status, body }) => [
        ...document.request(method, path, sent),
        ...document.response(method, path, status, body),
      ]),
    ).toEqual([]);
  });

  test('is kept by every answer the audits saw', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const known = exchanges.filter(({ path }) => !path.includes('nothing-here'));
    expect(known.length).toBeGreaterThan(50);
    expect(
      known.flatMap(({ method, path, status, body }) => document.response(method, path, status, body)),
    ).toEqual([]);
  });

  test('is kept by every event the twin told', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    await honestFetch(`${twin.url}/__twin/webhooks/idle`);
    const events = reader.bodies.map((body) => JSON.parse(body));
    const types = new Set(events.map(({ type }) => type));
    for (const about of [
      'asset.ready',
      'asset.track.deleted',
      'upload.errored',
      'asset.static_rendition.created',
    ])
      expect(types).toContain(`video.${about}`);
    // Sent by the provider and not in its document.
    const known = events.map(({ request_id, accessor, accessor_source, ...event }) => event);
    expect(known.flatMap((event) => document.webhook(event.type, event))).toEqual([]);
    const ready = known.find(({ type }) => type === 'video.asset.ready');
    const { created_at } = ready.data;
    const broken = { ...ready, data: { ...ready.data, created_at: String(created_at) } };
    expect(document.webhook('video.asset.ready', broken)).toHaveLength(1);
  });

  test('is told from what breaks it', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const path = '/video/v1/assets';
    expect(document.response('GET', path, 200, { data: [{}], next_cursor: null })).not.toEqual([]);
    expect(document.response('GET', path, 200, { data: [], next_cursor: null, more: 1 })).toHaveLength(1);
    expect(document.response('GET', path, 200, { data: [], next_cursor: null })).toEqual([]);
    expect(document.response('GET', path, 201, { data: [], next_cursor: null })).toHaveLength(1);
    expect(document.request('POST', path, { inputs: 'x' })).not.toEqual([]);
    expect(document.request('POST', path, undefined)).toHaveLength(1);
    expect(document.request('GET', `${path}?limit=many`, undefined)).toHaveLength(1);
    expect(document.request('GET', '/video/v2/assets', undefined)).toHaveLength(1);
  });
});

/** Calls each management route this twin has through the SDK. */
async function everyCall(mux: Mux): Promise<void> {
  const { assets, playbackIds } = mux.video;
  for await (const asset of assets.list({ limit: 3 })) await assets.retrieve(asset.id);
  const asset = await assets.create({
    inputs: [{ url: 'https://media.invalid/film.mp4' }],
    playback_policies: ['public', 'signed'],
    meta: { title: 'Title', creator_id: 'creator', external_id: 'external' },
    passthrough: 'through',
    video_quality: 'plus',
    normalize_audio: true,
  });
  await assets.update(asset.id, { passthrough: 'other', meta: { title: 'New' } });
  await assets.retrieveInputInfo(asset.id);
  await assets.retrieveInputInfo(FIXTURE.ready);
  const playbackId = await assets.createPlaybackId(asset.id, { policy: 'signed' });
  await assets.retrievePlaybackId(asset.id, playbackId.id);
  await playbackIds.retrieve(playbackId.id);
  await assets.deletePlaybackId(asset.id, playbackId.id);
  const track = await assets.createTrack(FIXTURE.ready, {
    url: 'https://media.invalid/fr.vtt',
    type: 'text',
    language_code: 'fr',
  });
  await assets.retrieve(FIXTURE.ready);
  await assets.updateTrack(FIXTURE.ready, track.id as string, { name: 'Autre' });
  await assets.deleteTrack(FIXTURE.ready, track.id as string);
  const rendition = await assets.createStaticRendition(FIXTURE.ready, { resolution: '720p' });
  await assets.retrieve(FIXTURE.ready);
  await assets.deleteStaticRendition(FIXTURE.ready, rendition.id as string);
  await assets.delete(asset.id);
  await everyUploadCall(mux);
  const key = await mux.system.signingKeys.create();
  await mux.system.signingKeys.retrieve(key.id);
  for await (const _key of mux.system.signingKeys.list({ limit: 10 }));
  await mux.system.signingKeys.delete(key.id);
}

async function everyUploadCall({ video: { assets, uploads } }: Mux): Promise<void> {
  const upload = await uploads.create({
    cors_origin: 'https://studio.example',
    timeout: 120,
    test: true,
    new_asset_settings: {
      playback_policies: ['public'],
      inputs: [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }],
      static_renditions: [{ resolution: 'highest' }],
      meta: { title: 'Uploaded' },
    },
  });
  await uploads.retrieve(upload.id);
  for await (const _upload of uploads.list({ limit: 10 }));
  await uploads.cancel((await uploads.create({ cors_origin: '*' })).id);
  const sample = new URL('../../gateway/media/twin/fixture/sample.mp4', import.meta.url);
  await honestFetch(upload.url as string, { method: 'PUT', body: new Uint8Array(await readFile(sample)) });
  const { asset_id = '' } = await uploads.retrieve(upload.id);
  await assets.retrieve(asset_id);
  let asset = await assets.retrieve(asset_id);
  for (let left = 60; left > 0 && asset.status === 'preparing'; left--) {
    await new Promise((done) => setTimeout(done, 250));
    asset = await assets.retrieve(asset_id);
  }
  await assets.retrieveInputInfo(asset_id);
  const audio = asset.tracks?.find(({ type }) => type === 'audio')?.id as string;
  await assets.generateSubtitles(asset_id, audio, { generated_subtitles: [{ language_code: 'auto' }] });
  await new Promise((done) => setTimeout(done, PACE.generate + 100));
  await assets.retrieve(asset_id);
  await assets.delete(asset_id);
}
