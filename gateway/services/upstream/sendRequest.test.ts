import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RejectedResponse, ResponseTooLarge, sendRequest } from './sendRequest.ts';
import { createUpstreamFetch } from './upstreamFetch.ts';

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

test('upstream request: returns a response within the size limit unchanged', async () => {
  respond = (response) => response.writeHead(201, { 'x-test': 'yes' }).end('text');
  const { status, headers, body } = await sendRequest({ url }, { maxBytes: 4 });
  expect([status, headers['x-test'], String(body)]).toEqual([201, 'yes', 'text']);
});

test('upstream request: rejects redirects and does not follow them', async () => {
  respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  requests = 0;
  const error = await errorOf(sendRequest({ url }, { maxBytes: KB }));
  expect(error).toBeInstanceOf(RejectedResponse);
  expect(error?.message).not.toContain('secret');
  expect(requests).toBe(1);
});

test('upstream request: closes the connection of an endless body at the size limit', async () => {
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
  const error = await errorOf(sendRequest({ url }, { maxBytes: 1024 * KB }));
  expect(error).toBeInstanceOf(ResponseTooLarge);
  await ended;
  // The socket buffers of both sides hold some of the data.
  expect(sent).toBeLessThan(10 * 1024 * KB);
});

test('upstream request: rejects a Content-Length over the limit without reading the body', async () => {
  respond = (response) => response.writeHead(200, { 'content-length': 2 * KB }).flushHeaders();
  expect(await errorOf(sendRequest({ url }, { maxBytes: KB }))).toBeInstanceOf(RejectedResponse);
});

test('upstream request: applies the limit to the decompressed body', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * KB));
  expect(bomb.length).toBeLessThan(64 * KB);
  respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  expect(await errorOf(sendRequest({ url }, { maxBytes: 1024 * KB }))).toBeInstanceOf(RejectedResponse);
});

test('upstream request: applies the timeout to the body', async () => {
  respond = (response) => response.writeHead(200).write('a');
  const error = await errorOf(sendRequest({ url }, { maxBytes: KB, timeoutMs: 50 }));
  expect(error?.name).toBe('TimeoutError');
});

test('upstream request: decompresses the encodings that it asks for, and rejects other encodings', async () => {
  const compress = { gzip: gzipSync, br: brotliCompressSync };
  for (const encoding of ['gzip', 'br'] as const) {
    respond = (response, { headers }) => {
      expect(headers['accept-encoding']).toContain(encoding);
      response.writeHead(200, { 'content-encoding': encoding }).end(compress[encoding]('text'));
    };
    expect(String((await sendRequest({ url }, { maxBytes: KB })).body)).toBe('text');
  }
  respond = (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('text');
  expect(await errorOf(sendRequest({ url }, { maxBytes: KB }))).toBeInstanceOf(RejectedResponse);
  respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('text');
  expect(await errorOf(sendRequest({ url }, { maxBytes: KB }))).toMatchObject({ code: 'Z_DATA_ERROR' });
});

test('upstream request: sends method, headers and body, and skips informational responses', async () => {
  respond = async (response, request) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end(`${request.method} ${request.headers['x-test']} ${await text(request)}`);
  };
  const { status, body } = await sendRequest(
    { url, method: 'POST', headers: { 'x-test': 'yes' }, body: 'ü' },
    { maxBytes: KB },
  );
  expect([status, String(body)]).toEqual([200, 'POST yes ü']);
});

test('upstream request: closes its connection when the signal aborts', async () => {
  const controller = new AbortController();
  const closed = new Promise<void>((done) => {
    respond = (response) => {
      response.once('close', done);
      response.writeHead(200).write('a');
      controller.abort(new Error('left'));
    };
  });
  const { signal } = controller;
  expect(await errorOf(sendRequest({ url, signal }, { maxBytes: KB }))).toMatchObject({ message: 'left' });
  await closed;
  requests = 0;
  expect(await errorOf(sendRequest({ url, signal }, { maxBytes: KB }))).toMatchObject({ message: 'left' });
  expect(requests).toBe(0);
});

test('upstream request: fails when the connection is refused, or ends before the response', async () => {
  const refused = sendRequest({ url: 'http://127.0.0.1:1/' }, { maxBytes: KB });
  expect(await errorOf(refused)).toMatchObject({ code: 'ECONNREFUSED' });
  respond = (response) => response.destroy();
  expect(await errorOf(sendRequest({ url }, { maxBytes: KB }))).toMatchObject({ code: 'UND_ERR_SOCKET' });
  respond = (response) => {
    response.writeHead(200, { 'content-length': 10 }).write('a', () => response.destroy());
  };
  expect(await errorOf(sendRequest({ url }, { maxBytes: KB }))).toMatchObject({ code: 'UND_ERR_SOCKET' });
});

test('upstream request: is a fetch for libraries, also without a body', async () => {
  respond = async (response, request) => response.writeHead(201).end(await text(request));
  const fetch = createUpstreamFetch({ maxBytes: KB });
  const response = await fetch(url, { method: 'POST', body: 'text' });
  expect([response.status, await response.text()]).toEqual([201, 'text']);
  respond = (empty) => empty.writeHead(204).end();
  expect((await fetch(new URL(url))).status).toBe(204);
});
