import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createAdmittedApp } from '../../../tests/support/admittedApp.ts';
import { within } from '../../../tests/support/within.ts';

const ATTACKER = '198.51.100.1';
const READER = '198.51.100.2';
const REQUESTS = 40;
/** A slice of 10 ms has room for two requests. */
const WORK_MS = 6;

let app: FastifyInstance;
let port: number;
/** The addresses of processed requests, in their order. */
let processed: string[];

beforeEach(async () => {
  processed = [];
  const admitted = createAdmittedApp({ server: { forceCloseConnections: true } });
  app = admitted.app;
  const work = (address: string) => {
    for (const end = performance.now() + WORK_MS; performance.now() < end; );
    processed.push(address);
  };
  app.addHook('onRequest', async ({ method, ip }) => {
    if (method === 'GET') work(ip);
  });
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (request, text, done) =>
    admitted.admission.runInTurn(request, () => {
      work(request.ip);
      done(null, text);
    }),
  );
  app.route({ method: ['GET', 'POST'], url: '/', handler: () => 'done' });
  app.get('/health/live', () => 'live');
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterEach(() => app.close());

/** Opens a connection and sends a request, or its beginning. */
async function send(address: string, { path = '/', method = 'GET', headers = '' } = {}) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n${headers}\r\n`);
  return socket;
}
const sendMany = (options?: Parameters<typeof send>[1]) =>
  Promise.all(Array.from({ length: REQUESTS }, () => send(ATTACKER, options)));

test('admission: a request overtakes the requests of another address', async () => {
  await sendMany();
  const [response] = (await once(await send(READER), 'data')) as [Buffer];
  expect(String(response)).toContain('200 OK');
  expect(processed.length).toBeLessThan(REQUESTS);
  await within(10_000, async () => expect(processed).toHaveLength(REQUESTS + 1));
});

test('admission: a request overtakes requests whose bodies have arrived at the same time', async () => {
  const csv = { method: 'POST', headers: 'content-type: text/csv\r\ncontent-length: 1\r\n' };
  const sockets = await sendMany(csv);
  for (const socket of sockets) socket.write('a');
  await once(await send(READER), 'data');
  expect(processed.length).toBeLessThan(REQUESTS);
  await within(10_000, async () => expect(processed).toHaveLength(REQUESTS + 1));
});

test('admission: a health check is not delayed, also of its own address', async () => {
  await sendMany();
  await once(await send(ATTACKER, { path: '/health/live' }), 'data');
  expect(processed.length).toBeLessThan(REQUESTS);
});

test('admission: requests of clients that have disconnected are not processed', async () => {
  for (const socket of await sendMany()) socket.destroy();
  await once(await send(ATTACKER), 'data');
  expect(processed.length).toBeLessThan(REQUESTS);
});

test('admission: pipelined requests end when their client disconnects', async () => {
  const { app: waiting, admission } = createAdmittedApp({ server: { forceCloseConnections: true } });
  waiting.get('/', () => new Promise(() => undefined));
  await waiting.listen({ host: '127.0.0.1', port: 0 });
  try {
    const socket = connect((waiting.server.address() as { port: number }).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(6));
    await within(10_000, async () => expect(admission.requests.total).toBe(6));
    socket.destroy();
    await within(10_000, async () => expect(admission.requests.total).toBe(0));
  } finally {
    await waiting.close();
  }
});

test.each([
  ['/%', 400],
  ['/', 429],
])('admission: a request of %s above the limit of a connection closes it', async (path, status) => {
  const { app: waiting, admission } = createAdmittedApp({ server: { forceCloseConnections: true } });
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.get('/', () => promise);
  await waiting.listen({ host: '127.0.0.1', port: 0 });
  try {
    const socket = connect((waiting.server.address() as { port: number }).port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    const closed = once(socket, 'close');
    const request = (target: string) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`;
    socket.write(request('/').repeat(16) + request(path));
    await within(10_000, async () => expect(admission.requests.total).toBe(17));
    resolve();
    await closed;
    expect(text).toContain(`HTTP/1.1 ${status} `);
  } finally {
    await waiting.close();
  }
});
