import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyError } from 'fastify';
import type { Charge } from '../../services/rateLimit/rateLimiter.ts';
import { drainBody } from './rejectionCharge.ts';

const charges: number[] = [];
let isGranted = true;
const rateLimiter = {
  async charge(_caller: unknown, cost: number) {
    charges.push(cost);
    return { isGranted } as Charge;
  },
};
const app = Fastify({ bodyLimit: 100_000 });
app.setErrorHandler(async (error: FastifyError, request, reply) => {
  await drainBody(request, reply, rateLimiter);
  return reply.code(error.statusCode ?? 500).send('');
});
app.post('/', async () => '');
afterAll(() => app.close());
beforeEach(() => {
  charges.length = 0;
  isGranted = true;
});

const post = async (length: number) => {
  const headers = { 'content-type': 'application/json', 'content-length': String(length) };
  const { statusCode, headers: received } = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload: '1',
  });
  return { statusCode, isClosed: received.connection === 'close' };
};

describe('body above the maximum', () => {
  test('is charged to the address and discarded', async () => {
    expect(await post(200_000)).toEqual({ statusCode: 413, isClosed: false });
    expect(charges).toEqual([45]);
  });

  test('closes the connection if the address lacks points', async () => {
    isGranted = false;
    expect(await post(200_000)).toEqual({ statusCode: 413, isClosed: true });
  });

  test('of more than 8 MB is not charged, and closes the connection', async () => {
    expect(await post(9_000_000)).toEqual({ statusCode: 413, isClosed: true });
    expect(charges).toEqual([]);
  });
});
