import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { createMediaEmulator } from '../../../gateway/emulators/media/emulator.ts';
import { SEED, writeSeedFiles } from '../../../gateway/emulators/media/testing/seedFiles.ts';
import { callControl } from '../../../gateway/emulators/shared/control.ts';
import type { Emulator } from '../../../gateway/emulators/shared/server.ts';
import { type Recording, recordExchanges, responseViolations, violations } from '../openapi/exchanges.ts';
import { callAllMuxRoutes } from '../openapi/muxCalls.ts';
import { loadOpenApi } from '../openapi/openapi.ts';
import { testAudits } from '../shared/audit.ts';
import { mediaAudits } from './media.audits.ts';
import type { MediaTarget } from './target.ts';

const SPECIFICATION = '../shared/specs/mux-video.json';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = {
  id: 'audit-key',
  privateKey: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64'),
};
const credentials = { tokenId: 'audit', tokenSecret: 'audit-secret' };

let seedDir: string;
let emulator: Emulator;
let target: MediaTarget;
/** Requests to the management API during the tests. */
let recording: Recording;
let webhookServer: { url: string; server: Server; bodies: string[] };

/** Starts a server that records the webhooks of the emulator. */
async function startWebhookServer(): Promise<typeof webhookServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

beforeAll(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'media-audits-'));
  await writeSeedFiles(seedDir, { more: 5 });
  const rateLimit = { postPerSecond: 1000, otherPerSecond: 1000 };
  webhookServer = await startWebhookServer();
  const webhooks = { secret: 'audit-webhooks', urls: [webhookServer.url] };
  emulator = await createMediaEmulator({
    seedDir,
    port: 0,
    ...credentials,
    signingKey,
    rateLimit,
    webhooks,
    delays: { ingestMs: 200, generateMs: 400 },
  });
  target = {
    baseUrl: emulator.url,
    streamUrl: emulator.url,
    imageUrl: emulator.url,
    ...credentials,
    signingKey,
    publicPlaybackId: SEED.publicId,
    signedPlaybackId: SEED.signedId,
  };
  recording = recordExchanges((path) => /^\/(video|system)\/v1\//.test(path));
});

afterAll(async () => {
  recording.stop();
  await emulator?.close();
  webhookServer?.server.close();
  await rm(seedDir, { recursive: true, force: true });
});

describe('media emulator', () => {
  testAudits('Mux', mediaAudits, () => target);

  test('audits: have unique ids', () => {
    expect(new Set(mediaAudits.map(({ id }) => id)).size).toBe(mediaAudits.length);
  });
});

const describeWithDocument = existsSync(SPECIFICATION) ? describe : describe.skip;
if (!existsSync(SPECIFICATION))
  console.warn(`${SPECIFICATION}: not found; the tests against the OpenAPI document are skipped.`);

describeWithDocument('media emulator: OpenAPI document of Mux', () => {
  test('describes all requests of the SDK and the responses', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const from = recording.exchanges.length;
    const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
    await callAllMuxRoutes(
      new Mux({ ...credentials, baseURL: emulator.url, maxRetries: 0, fetch }),
      recording.fetch,
    );
    const exchanges = recording.exchanges.slice(from);
    expect(exchanges.length).toBeGreaterThan(20);
    expect(violations(document, exchanges)).toEqual([]);
  });

  test('describes all responses to the audits', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    // The document is older than the API of webhooks.
    const undocumented = /nothing-here|\/system\/v1\/webhooks/;
    const documented = recording.exchanges.filter(({ path }) => !undocumented.test(path));
    expect(documented.length).toBeGreaterThan(50);
    expect(responseViolations(document, documented)).toEqual([]);
  });

  test('describes all webhooks', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    await callControl(emulator.url, 'GET', 'webhooks/idle');
    const events = webhookServer.bodies.map((body) => JSON.parse(body));
    const types = new Set(events.map(({ type }) => type));
    for (const event of [
      'asset.ready',
      'asset.track.deleted',
      'upload.errored',
      'asset.static_rendition.created',
    ])
      expect(types).toContain(`video.${event}`);
    // Mux sends these properties, but its document does not declare them.
    const known = events.map(({ request_id, accessor, accessor_source, ...event }) => event);
    expect(known.flatMap((event) => document.webhook(event.type, event))).toEqual([]);
    const ready = known.find(({ type }) => type === 'video.asset.ready');
    const { created_at } = ready.data;
    const invalid = { ...ready, data: { ...ready.data, created_at: String(created_at) } };
    expect(document.webhook('video.asset.ready', invalid)).toHaveLength(1);
  });

  test('rejects invalid requests and responses', () => {
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
