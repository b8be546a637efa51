import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { rawConnection } from '../../../tests/programs/attacks/rawConnection.ts';
import { createAdmittedApp } from '../../../tests/support/admittedApp.ts';
import { type RawRequest, rawRequest } from '../../../tests/support/rawRequest.ts';
import { parseTrustProxy } from '../../core/clientAddress.ts';
import { createTaggedCache, type TaggedCache } from '../../services/cache/taggedCache.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { createFairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { closeSlowClients, closeWhileDraining } from '../hooks/connections.ts';
import { checkBodyEncoding, checkHost, rejectKeysInUrls } from '../hooks/requestChecks.ts';
import { addResponseHeaders, allowCors } from '../hooks/responseHeaders.ts';
import { limitResponseMemory } from '../hooks/responseMemory.ts';
import { servePages } from '../routes/pages.ts';
import { compressResponses, createEncodedBodies } from './encodedBodies.ts';
import { createFastPath } from './fastPath.ts';

const TEXT = `<!doctype html><title>Page</title>${'<p>A paragraph of the page.</p>'.repeat(100)}`;
const CACHE_BYTES = 10_000_000;
/** Of a proxy that the server trusts. */
const FORWARDED = { 'x-forwarded-for': '192.0.2.7' };
const BROTLI = { 'accept-encoding': 'br' };
const CONNECTION_TIMEOUT_MS = 10_000;

let app: FastifyInstance;
let url: string;
let cache: TaggedCache;
let isFast: boolean;
let isDraining: boolean;
/** Requests that Fastify has received. */
let received: number;
let charged: number;
let available: number;
let lines: Record<string, unknown>[];

async function start(trustProxySetting: string): Promise<void> {
  const trustProxy = parseTrustProxy(trustProxySetting);
  const { admission, telemetry, ...admitted } = createAdmittedApp({
    trustProxy,
    onLine: (line) => void lines.push(line),
  });
  app = admitted.app;
  app.addHook('onRequest', (_request, _reply, done) => {
    received += 1;
    done();
  });
  // In the order of `registerHooks.ts`.
  closeWhileDraining(app, () => isDraining);
  closeSlowClients(app);
  addResponseHeaders(app);
  checkHost(app, trustProxy);
  checkBodyEncoding(app);
  await compressResponses(app);
  await allowCors(app);
  rejectKeysInUrls(app);
  const memory = limitResponseMemory(app, CACHE_BYTES);
  const bodies = createEncodedBodies(CACHE_BYTES);
  const rateLimiter = createRateLimiter();
  const fastPath = createFastPath({
    trustProxy,
    telemetry,
    memory,
    isOverloaded: () => false,
    isDraining: () => isDraining,
    cache,
    hasCdnPurge: true,
    bodies,
    rateLimiter,
  });
  admission.useCachedResponses((request, response, exchange, next) => {
    if (isFast) fastPath.respond(request, response, exchange, next);
    else next();
  });
  servePages(app, {
    scheduler: createFairScheduler(),
    pages: {
      scriptHashes: ["'sha256-x'"],
      isEmbed: () => false,
      errorPages: { overloaded: () => 'overloaded', rateLimited: 'rate limited', rejected: () => 'rejected' },
      respond: async ({ url }) => ({
        status: url.endsWith('/missing') ? 404 : 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        text: TEXT,
        isComplete: true,
      }),
    },
    buildId: 'build',
    cache,
    hasCdnPurge: true,
    bodies,
    defaultMaxAgeSeconds: 60,
    policy: (hashes) => `script-src ${hashes.join(' ')}`,
    previews: { ofCookie: async () => undefined },
    origin: () => 'http://magazine.test',
    onShed: () => undefined,
    fastPath,
    rateLimiter,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Creates a rate limiter of one caller. */
const createRateLimiter = (): Pick<RateLimiter, 'limitOf' | 'charge'> => ({
  limitOf: () => ({ maximum: available, restoreRate: 0 }),
  async charge(_caller, points) {
    const isGranted = available >= points;
    charged += isGranted ? points : 0;
    const status = { available, maximum: 0, restoreRate: 0 };
    const refund = (unused: number) => {
      charged -= unused;
      return status;
    };
    const settle = (used: number) => refund(points - used);
    return { isGranted, waitSeconds: isGranted ? 0 : 3, status, refund, settle };
  },
});

beforeEach(async () => {
  isDraining = false;
  [isFast, received, charged, available, lines] = [true, 0, 0, Number.POSITIVE_INFINITY, []];
  // The age of a page does not change between two responses that are compared.
  const now = Date.now();
  cache = createTaggedCache({ maxBytes: CACHE_BYTES, now: () => now });
  await start('127.0.0.0/8');
});
afterEach(async () => {
  await app.close();
  await cache.close();
});

/** Sends a request, and returns what both paths have to agree on. */
async function send(request: Partial<RawRequest>) {
  const [receivedBefore, chargedBefore, linesBefore] = [received, charged, lines.length];
  const { status, headers, body } = await rawRequest(url, { path: '/', ...request });
  while (lines.length === linesBefore) await new Promise((resolve) => setImmediate(resolve));
  const { 'x-request-id': id, date: _date, ...same } = headers;
  const { time: _time, ms: _ms, ...line } = lines.at(-1) as Record<string, unknown>;
  const isShort = received === receivedBefore;
  return { isShort, id, response: { status, headers: same, body, charged: charged - chargedBefore, line } };
}

const withEtag = async (): Promise<string> => String((await send({})).response.headers.etag);

describe('fast path of cached pages', () => {
  test.each<
    [name: string, request: () => Promise<Partial<RawRequest>> | Partial<RawRequest>, isShort: boolean]
  >([
    ['without encoding', () => ({}), true],
    ['with Brotli', () => ({ headers: BROTLI }), true],
    ['with gzip', () => ({ headers: { 'accept-encoding': 'gzip' } }), true],
    ['of a browser', () => ({ headers: { ...BROTLI, accept: 'text/html', origin: 'https://a.test' } }), true],
    ['behind a proxy', () => ({ headers: { ...FORWARDED, 'x-forwarded-host': 'magazine.test' } }), true],
    ['with its ETag', async () => ({ headers: { ...BROTLI, 'if-none-match': await withEtag() } }), true],
    [
      'with HEAD and its ETag',
      async () => ({ method: 'HEAD', headers: { 'if-none-match': await withEtag() } }),
      false,
    ],
    ['for another host', () => ({ headers: { host: 'magazine.test:8080' } }), true],
    [
      'behind several proxies',
      () => ({ headers: { ...FORWARDED, 'x-forwarded-host': 'a b, magazine.test' } }),
      true,
    ],
    [
      'behind a proxy with an invalid host',
      () => ({ headers: { ...FORWARDED, 'x-forwarded-host': 'a b' } }),
      false,
    ],
    ['with another ETag', () => ({ headers: { 'if-none-match': 'W/"x"' } }), true],
    ['that closes the connection', () => ({ headers: { connection: 'close' } }), true],
    ['with a query string', () => ({ path: '/?utm_source=a' }), true],
    ['for a missing page', () => ({ path: '/missing', headers: { accept: 'text/html' } }), false],
    ['with HEAD', () => ({ method: 'HEAD' }), false],
    ['with POST', () => ({ method: 'POST' }), false],
    ['with a body', () => ({ headers: { 'content-length': '1' }, body: 'x' }), false],
    ['with an encoded body', () => ({ headers: { 'content-encoding': 'br' } }), false],
    ['without compression', () => ({ headers: { ...BROTLI, 'x-no-compression': '1' } }), false],
    ['with a key', () => ({ headers: { 'x-api-key': 'x' } }), false],
    ['with a token', () => ({ headers: { authorization: 'Bearer x' } }), false],
    ['with a perspective', () => ({ headers: { 'x-perspective': 'drafts' } }), false],
    ['with a key in its URL', () => ({ path: '/?a=tv_live_x' }), false],
    ['with an invalid host', () => ({ headers: { host: 'a b' } }), false],
  ])('a request %s gets the response of Fastify', async (_name, requestOf, isShort) => {
    const request = await requestOf();
    isFast = false;
    await send(request);
    const expected = await send(request);
    isFast = true;
    const actual = await send(request);
    expect(actual.response).toEqual(expected.response);
    expect([expected.isShort, actual.isShort]).toEqual([false, isShort]);
  });

  test('each response has an id: that of the request, or a new one', async () => {
    await send({});
    const { isShort, id } = await send({ headers: { 'x-request-id': 'mine-1' } });
    expect([isShort, id]).toEqual([true, 'mine-1']);
    expect((await send({})).id).not.toBe((await send({})).id);
  });

  test('304 has neither a media type nor a length, which would replace those that a cache has', async () => {
    const headers = { 'if-none-match': await withEtag() };
    isFast = false;
    for (let i = 0; i < 2; i++) {
      const { response } = await send({ headers });
      expect(response.status).toBe(304);
      expect(response.headers).not.toHaveProperty('content-type');
      expect(response.headers).not.toHaveProperty('content-length');
      isFast = true;
    }
  });

  test('the first request of a host, and of an encoding whose body is known, is sent at once', async () => {
    for (const headers of [{}, BROTLI]) await send({ headers });
    const { isShort } = await send({ headers: { ...BROTLI, host: 'new.test' } });
    expect(isShort).toBe(true);
  });

  test('several Host headers are rejected', async () => {
    await send({});
    const { text } = await rawConnection(
      url,
      (socket) =>
        void socket.write(
          `GET / HTTP/1.1\r\nhost: ${new URL(url).host}\r\nhost: x\r\nconnection: close\r\n\r\n`,
        ),
      CONNECTION_TIMEOUT_MS,
    );
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });

  test('pipelined requests above the limit are rejected', async () => {
    await send({});
    const request = `GET / HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`;
    const { text } = await rawConnection(
      url,
      (socket) => void socket.write(request.repeat(100)),
      CONNECTION_TIMEOUT_MS,
    );
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([...Array<number>(16).fill(200), 429]);
  });

  test('connections close after their response while the server drains', async () => {
    await send({});
    isDraining = true;
    for (const each of [false, true]) {
      isFast = each;
      const { isShort, response } = await send({});
      expect([isShort, response.headers.connection]).toEqual([each, 'close']);
    }
  });

  test('a reader without points gets 429, and one with points the page', async () => {
    await send({});
    available = 1;
    const rejected = await send({});
    expect([rejected.response.status, rejected.response.charged]).toEqual([429, 0]);
    expect(rejected.response.headers['retry-after']).toBe('3');
    available = Number.POSITIVE_INFINITY;
    expect((await send({})).isShort).toBe(true);
  });

  test('a purged page is rendered again', async () => {
    await send({});
    await cache.invalidateAll();
    const { isShort, response } = await send({});
    expect(isShort).toBe(false);
    expect(response.headers['cache-status']).toBe('trivium; fwd=miss');
  });

  test('a proxy that the server does not trust names no client and no host', async () => {
    await app.close();
    await start('off');
    await send({});
    const forwarded = { ...FORWARDED, 'x-forwarded-host': 'a b' };
    expect(await send({ headers: forwarded })).toMatchObject({ isShort: true, response: { status: 200 } });
  });
});
