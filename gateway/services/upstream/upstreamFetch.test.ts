import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createUpstreamFetch, RejectedResponse } from './upstreamFetch.ts';

const KB = 1024;
let url: string;
let respond: (response: ServerResponse, request: IncomingMessage) => void;
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  respond(response, request);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?key=secret`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const errorOf = (response: Promise<unknown>) =>
  response.then(
    () => undefined,
    (error: Error) => error,
  );

test('upstream fetch: returns a response within the size limit unchanged', async () => {
  respond = (response) => response.writeHead(201, { 'x-test': 'yes' }).end('text');
  const response = await createUpstreamFetch({ maxBytes: 4 })(url);
  expect([response.status, response.headers.get('x-test'), await response.text()]).toEqual([
    201,
    'yes',
    'text',
  ]);
  respond = (empty) => empty.writeHead(204).end();
  expect((await createUpstreamFetch({ maxBytes: 4 })(url)).status).toBe(204);
});

test('upstream fetch: rejects redirects and does not follow them', async () => {
  respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  requests = 0;
  const error = await errorOf(createUpstreamFetch({ maxBytes: KB })(url));
  expect(error).toBeInstanceOf(RejectedResponse);
  expect(error?.message).not.toContain('secret');
  expect(requests).toBe(1);
});

test('upstream fetch: closes the connection of an endless body at the size limit', async () => {
  let sent = 0;
  const block = Buffer.alloc(64 * KB, 'x');
  const ended = new Promise<void>((done) => {
    respond = (response) => {
      response.once('close', done);
      const send = () => {
        while (!response.destroyed && response.write(block)) sent += block.length;
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    };
  });
  const error = await errorOf(createUpstreamFetch({ maxBytes: 1024 * KB })(url));
  expect(error).toBeInstanceOf(RejectedResponse);
  await ended;
  // The socket buffers of both sides hold some of the data.
  expect(sent).toBeLessThan(10 * 1024 * KB);
});

test('upstream fetch: rejects a Content-Length over the limit without reading the body', async () => {
  respond = (response) => response.writeHead(200, { 'content-length': 2 * KB }).flushHeaders();
  expect(await errorOf(createUpstreamFetch({ maxBytes: KB })(url))).toBeInstanceOf(RejectedResponse);
});

test('upstream fetch: applies the limit to the decompressed body', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * KB));
  expect(bomb.length).toBeLessThan(64 * KB);
  respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  expect(await errorOf(createUpstreamFetch({ maxBytes: 1024 * KB })(url))).toBeInstanceOf(RejectedResponse);
});

test('upstream fetch: applies the timeout to the body', async () => {
  respond = (response) => response.writeHead(200).write('a');
  const error = await errorOf(createUpstreamFetch({ maxBytes: KB, timeoutMs: 50 })(url));
  expect(error?.name).toBe('TimeoutError');
});
