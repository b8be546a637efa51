import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ALL_TAG, createCdnPurge } from './cdnPurge.ts';
import { createTaggedCache } from './taggedCache.ts';

interface Received {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly tags: readonly string[];
}

/** A CDN's address for purges, on the loopback. */
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

test('a purge is posted with its token, and purges of one moment together', async () => {
  const cdn = createCdnPurge({ url, token: 'secret-token' });
  const cache = createTaggedCache({ maxBytes: 1e6, cdn });
  await Promise.all([cache.purge(['content:a', 'media:1']), cache.purge(['content:a', 'content:b'])]);
  await cache.close();
  expect(received).toEqual([
    { method: 'POST', authorization: 'Bearer secret-token', tags: ['content:a', 'media:1', 'content:b'] },
  ]);
});

test('a purge of everything goes by the tag that every answer has', async () => {
  const cdn = createCdnPurge({ url });
  const cache = createTaggedCache({ maxBytes: 1e6, cdn });
  await cache.purge(['content:a']);
  await cache.purgeAll();
  await cache.close();
  expect(received).toEqual([{ method: 'POST', authorization: undefined, tags: [ALL_TAG] }]);
});

test('what the address does not take is sent again, and told', async () => {
  statuses = [503];
  const told: string[] = [];
  const edge = createCdnPurge({ url, onOutcome: (outcome, error) => told.push(`${outcome} ${error ?? ''}`) });
  edge.purge(['content:a']);
  for (let wait = 0; received.length < 2 && wait < 200; wait++) await sleep(20);
  await edge.close();
  expect(received.map(({ tags }) => tags)).toEqual([['content:a'], ['content:a']]);
  expect(told).toEqual(['failed Error: expected status 2xx of PURGE_URL, got 503', 'ok ']);
});

test('an address that leads elsewhere is not followed', async () => {
  statuses = [307];
  const told: string[] = [];
  const edge = createCdnPurge({ url, token: 'secret-token', onOutcome: (outcome) => told.push(outcome) });
  edge.purge(['content:a']);
  for (let wait = 0; told.length < 1 && wait < 200; wait++) await sleep(20);
  await edge.close();
  expect(told[0]).toBe('failed');
});
