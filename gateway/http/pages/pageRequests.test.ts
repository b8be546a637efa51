import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { ClientDisconnected } from './disconnectSignal.ts';
import { createPageRequests } from './pageRequests.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
});
afterEach(() => app.close());

test('a query of a page whose reader disconnects is rejected with that reason', async () => {
  const disconnected = new AbortController();
  const reason = new ClientDisconnected('the client disconnected');
  app.get('/graphql', () => {
    disconnected.abort(reason);
    return Promise.withResolvers<string>().promise;
  });
  const { send, cacheLifetime } = createPageRequests(app, {
    address: '192.0.2.1',
    signal: disconnected.signal,
    onResponse: async () => undefined,
  });
  await expect(send({ method: 'GET', url: '/graphql', headers: {} })).rejects.toBe(reason);
  expect(cacheLifetime()).toBeUndefined();
});
