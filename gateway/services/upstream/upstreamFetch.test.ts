import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createUpstreamFetch, RejectedResponse } from './upstreamFetch.ts';

const KB = 1024;
let url: string;
let act: (answer: ServerResponse, request: IncomingMessage) => void;
let asked = 0;
const server = createServer((request, answer) => {
  asked += 1;
  act(answer, request);
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

const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: Error) => error,
  );

test('an answer within its bound comes as it is', async () => {
  act = (answer) => answer.writeHead(201, { 'x-told': 'yes' }).end('well');
  const answer = await createUpstreamFetch({ maxBytes: 4 })(url);
  expect([answer.status, answer.headers.get('x-told'), await answer.text()]).toEqual([201, 'yes', 'well']);
  act = (empty) => empty.writeHead(204).end();
  expect((await createUpstreamFetch({ maxBytes: 4 })(url)).status).toBe(204);
});

test('a redirect is refused, and where it leads is not asked', async () => {
  act = (answer) => answer.writeHead(307, { location: '/elsewhere' }).end();
  asked = 0;
  const failure = await failureOf(createUpstreamFetch({ maxBytes: KB })(url));
  expect(failure).toBeInstanceOf(RejectedResponse);
  expect(failure?.message).not.toContain('secret');
  expect(asked).toBe(1);
});

test('a body that does not end is cut off at its bound, with its connection', async () => {
  let sent = 0;
  const block = Buffer.alloc(64 * KB, 'x');
  const ended = new Promise<void>((done) => {
    act = (answer) => {
      answer.once('close', done);
      const send = () => {
        while (!answer.destroyed && answer.write(block)) sent += block.length;
        if (!answer.destroyed) answer.once('drain', send);
      };
      send();
    };
  });
  const failure = await failureOf(createUpstreamFetch({ maxBytes: 1024 * KB })(url));
  expect(failure).toBeInstanceOf(RejectedResponse);
  await ended;
  // Some is always on its way, in the sockets of both sides.
  expect(sent).toBeLessThan(10 * 1024 * KB);
});

test('a body that says it is too large is not read', async () => {
  act = (answer) => answer.writeHead(200, { 'content-length': 2 * KB }).flushHeaders();
  expect(await failureOf(createUpstreamFetch({ maxBytes: KB })(url))).toBeInstanceOf(RejectedResponse);
});

test('what is small on the way and large when unpacked is large', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * KB));
  expect(bomb.length).toBeLessThan(64 * KB);
  act = (answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  expect(await failureOf(createUpstreamFetch({ maxBytes: 1024 * KB })(url))).toBeInstanceOf(RejectedResponse);
});

test('the time is for the body too', async () => {
  act = (answer) => answer.writeHead(200).write('a');
  const failure = await failureOf(createUpstreamFetch({ maxBytes: KB, timeoutMs: 50 })(url));
  expect(failure?.name).toBe('TimeoutError');
});
