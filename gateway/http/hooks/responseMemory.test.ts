import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { within } from '../../../tests/support/within.ts';
import { limitResponseMemory } from './responseMemory.ts';

/** More than the buffers of the system hold. */
const BODY_BYTES = 8 * 1024 * 1024;
const shared = Buffer.alloc(BODY_BYTES);
let app: FastifyInstance;
let port: number;
let sockets: Socket[];
let executed: number;

beforeEach(async () => {
  sockets = [];
  executed = 0;
  app = Fastify({ trustProxy: true, forceCloseConnections: true });
  limitResponseMemory(app, BODY_BYTES);
  app.get('/own', (_request, reply) => {
    executed += 1;
    return reply.send(Buffer.alloc(BODY_BYTES));
  });
  app.get('/shared', (_request, reply) => reply.send(shared));
  app.get('/small', () => 'small');
  app.get('/health/live', { config: { skipsMemoryLimit: true } }, () => 'live');
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends a request and reads only the beginning of its response. @returns its status */
async function requestWithoutReading(path: string, address: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(data.toString('latin1', 9, 12));
}
const statuses = async (path: string, addresses: readonly string[]) => {
  const found: number[] = [];
  for (const address of addresses) found.push(await requestWithoutReading(path, address));
  return found;
};
const ADDRESSES = Array.from({ length: 20 }, (_, n) => `198.51.100.${n + 1}`);

test('response memory: rejects an address with unread responses until they are read, before it executes', async () => {
  const one = '198.51.100.1';
  expect(await statuses('/own', [one, one, one, one])).toEqual([200, 200, 200, 200]);
  expect(await statuses('/own', [one])).toEqual([429]);
  expect(executed).toBe(4);
  expect(await statuses('/small', [one])).toEqual([429]);
  expect(await statuses('/health/live', [one])).toEqual([200]);
  expect(await statuses('/own', ['198.51.100.2'])).toEqual([200]);
  for (const socket of sockets) socket.destroy();
  await within(500, async () => expect(await statuses('/own', [one])).toEqual([200]));
});

test('response memory: limits the total, and leaves something for each further address', async () => {
  const four = ADDRESSES.flatMap((address) => [address, address, address, address]);
  const found = await statuses('/own', four);
  const accepted = found.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThan(8);
  expect(accepted).toBeLessThan(16);
  expect(new Set(found)).toEqual(new Set([200, 429, 503]));
  expect(await statuses('/small', ['203.0.113.1'])).toEqual([200]);
});

test('response memory: counts a buffer that many addresses read once', async () => {
  expect(new Set(await statuses('/shared', ADDRESSES))).toEqual(new Set([200]));
});
