import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import type { Queue } from '../../services/storage/queue/queue.ts';
import { webhookRoutes } from './webhooks.ts';

test('webhooks: a delivery gets 503 while the inbox is unavailable, and is accepted afterwards', async () => {
  let isUnavailable = true;
  const added: string[] = [];
  const inbox = {
    async add(key: string) {
      if (isUnavailable) throw new Error('connection to redis://:secret@redis refused');
      added.push(key);
      return true;
    },
  } as unknown as Queue;
  let checks = 0;
  const checkInbox = () => {
    checks += 1;
  };
  const app = Fastify();
  const rateLimiter = { charge: async () => undefined };
  const verifiers = { content: { verify: async () => ({ id: 'one', signedAt: 0 }) } };
  await webhookRoutes(app, { verifiers, inbox, rateLimiter, checkInbox, onRejected: () => undefined });
  try {
    const deliver = () => app.inject({ method: 'POST', url: '/webhooks/content', payload: { _id: 'a' } });
    const unavailable = await deliver();
    expect(unavailable.statusCode).toBe(503);
    expect(Number(unavailable.headers['retry-after'])).toBeGreaterThan(0);
    expect(unavailable.json()).toMatchObject({ errors: [{ extensions: { code: 'INBOX_UNAVAILABLE' } }] });
    expect(unavailable.body).not.toContain('secret');
    expect(checks).toBe(0);
    isUnavailable = false;
    expect((await deliver()).json()).toEqual({ status: 'accepted' });
    expect([added, checks]).toEqual([['content:one'], 1]);
  } finally {
    await app.close();
  }
});

test('webhooks: an unexpected error goes to the error handler of the server', async () => {
  const app = Fastify();
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send({ handler: 'server' }));
  const verifiers = {
    content: {
      verify: async () => {
        throw new Error('unexpected');
      },
    },
  };
  const options = {
    verifiers,
    inbox: {} as Queue,
    rateLimiter: { charge: async () => undefined },
    checkInbox: () => undefined,
    onRejected: () => undefined,
  };
  await app.register((scope) => webhookRoutes(scope, options));
  try {
    const response = await app.inject({ method: 'POST', url: '/webhooks/content', payload: {} });
    expect([response.statusCode, response.json()]).toEqual([500, { handler: 'server' }]);
  } finally {
    await app.close();
  }
});
