import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { within } from '../../../tests/support/within.ts';
import { ALL_TAG } from './cacheTag.ts';
import { createCdnPurge, purgeRequest } from './cdnPurge.ts';
import { createTaggedCache } from './taggedCache.ts';

interface Received {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly tags: readonly string[];
}

/** The purge endpoint of a CDN. */
let server: Server;
let url: string;
const received: Received[] = [];
let statuses: number[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { tags } = JSON.parse(await text(request)) as { tags: string[] };
    received.push({ method: request.method, authorization: request.headers.authorization, tags });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  received.length = 0;
  statuses = [];
});

test('CDN purge: posts concurrent purges in one request with the token', async () => {
  const cdn = createCdnPurge({ url, token: 'secret-token' });
  const cache = createTaggedCache({ maxBytes: 1e6, cdn });
  await Promise.all([
    cache.invalidate(['content:a', 'media:1']),
    cache.invalidate(['content:a', 'content:b']),
  ]);
  await cache.close();
  expect(received).toEqual([
    { method: 'POST', authorization: 'Bearer secret-token', tags: ['content:a', 'media:1', 'content:b'] },
  ]);
});

test('CDN purge: tells when the pending tags are sent', async () => {
  const cdn = createCdnPurge({ url });
  const cache = createTaggedCache({ maxBytes: 1e6, cdn });
  await cache.purged();
  await cache.invalidate(['content:a']);
  expect(received).toEqual([]);
  await cache.purged();
  expect(received).toMatchObject([{ tags: ['content:a'] }]);
  await cache.close();
});

test('CDN purge: purges everything by the tag of all responses', async () => {
  const cdn = createCdnPurge({ url });
  const cache = createTaggedCache({ maxBytes: 1e6, cdn });
  await cache.invalidate(['content:a']);
  await cache.invalidateAll();
  await cache.close();
  expect(received).toEqual([{ method: 'POST', authorization: undefined, tags: [ALL_TAG] }]);
});

test('CDN purge: retries a failed request and reports the outcomes', async () => {
  statuses = [503];
  const outcomes: string[] = [];
  const cdn = createCdnPurge({
    url,
    onOutcome: (outcome, error) => outcomes.push(`${outcome} ${error ?? ''}`),
  });
  cdn.purge(['content:a']);
  await within(10_000, () => expect(received).toHaveLength(2));
  await cdn.close();
  expect(received.map(({ tags }) => tags)).toEqual([['content:a'], ['content:a']]);
  expect(outcomes).toEqual(['failed Error: expected status 2xx of CDN_PURGE_URL, got 503', 'ok ']);
});

test('CDN purge: does not follow redirects', async () => {
  statuses = [307];
  const outcomes: string[] = [];
  const cdn = createCdnPurge({ url, token: 'secret-token', onOutcome: (outcome) => outcomes.push(outcome) });
  cdn.purge(['content:a']);
  await within(2_000, () => expect(outcomes).not.toHaveLength(0));
  await cdn.close();
  expect(outcomes[0]).toBe('failed');
});

test('CDN purge: a CDN that failed, and does not answer, does not delay the end of the gateway', async () => {
  const requests: string[] = [];
  const failing = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (requests.length === 1) response.writeHead(503).end();
  });
  await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
  const outcomes: string[] = [];
  const cdn = createCdnPurge({
    url: `http://127.0.0.1:${(failing.address() as AddressInfo).port}/`,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  cdn.purge(['content:a']);
  try {
    await within(10_000, () => expect(requests).toHaveLength(2));
    await cdn.close();
    // The second request would have failed at its timeout.
    expect(outcomes).toEqual(['failed']);
  } finally {
    failing.closeAllConnections();
    failing.close();
  }
});

test('CDN purge: sends at most 100 tags in a request', async () => {
  const cdn = createCdnPurge({ url });
  cdn.purge(Array.from({ length: 250 }, (_, i) => `content:${i}`));
  await cdn.close();
  expect(received.map(({ tags }) => tags.length)).toEqual([100, 100, 50]);
});

test("CDN purge: uses the form of Fastly's API at its address", () => {
  const fastly = { url: 'https://api.fastly.com/service/s1/purge', token: 'key' };
  const { headers, body } = purgeRequest(fastly, ['content:a']);
  expect(body).toBe('{"surrogate_keys":["content:a"]}');
  expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'application/json', 'fastly-key': 'key' });
});
