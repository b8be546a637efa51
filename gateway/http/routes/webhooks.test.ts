import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { within } from '../../../tests/support/within.ts';
import type { Queue } from '../../services/storage/queue/queue.ts';
import { type WebhookOptions, webhookRoutes } from './webhooks.ts';

const OPTIONS: WebhookOptions = {
  verifiers: {},
  inbox: {} as Queue,
  rateLimiter: { charge: async () => undefined },
  checkInbox: () => undefined,
  invalidateSyncTags: async () => undefined,
  onRejected: () => undefined,
};

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
  const verifiers = { content: { verify: async () => ({ id: 'one', signedAt: 0 }) } };
  await webhookRoutes(app, { ...OPTIONS, verifiers, inbox, checkInbox });
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

test('webhooks: sync tags get 503 while a cache is unavailable, and are acknowledged when they are invalidated', async () => {
  const invalidated: string[] = [];
  let failure: Error | undefined = new Error('connection to redis://:secret@redis refused');
  const { promise: purged, resolve: purge } = Promise.withResolvers<void>();
  const app = Fastify();
  await webhookRoutes(app, {
    ...OPTIONS,
    verifiers: { 'sync-tags': { verify: async () => ({ id: 'one', signedAt: 0 }) } },
    async invalidateSyncTags(body) {
      if (failure) throw failure;
      await purged;
      invalidated.push(body);
    },
  });
  try {
    const deliver = () => app.inject({ method: 'POST', url: '/webhooks/sync-tags', payload: 'tags' });
    const unavailable = await deliver();
    expect(unavailable.statusCode).toBe(503);
    expect(unavailable.headers['retry-after']).toBe('10');
    expect(unavailable.json()).toMatchObject({ errors: [{ extensions: { code: 'INBOX_UNAVAILABLE' } }] });
    expect(unavailable.body).not.toContain('secret');
    failure = undefined;
    let isAcknowledged = false;
    const delivered = deliver().then((response) => {
      isAcknowledged = true;
      return response;
    });
    await new Promise(setImmediate);
    expect(isAcknowledged).toBe(false);
    purge();
    expect((await delivered).json()).toEqual({ status: 'accepted' });
    expect(invalidated).toEqual(['tags']);
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
  await app.register((scope) => webhookRoutes(scope, { ...OPTIONS, verifiers }));
  try {
    const response = await app.inject({ method: 'POST', url: '/webhooks/content', payload: {} });
    expect([response.statusCode, response.json()]).toEqual([500, { handler: 'server' }]);
  } finally {
    await app.close();
  }
});

test('webhooks: bodies that arrive have a limit of memory for each address', async () => {
  const app = Fastify();
  const options = {
    ...OPTIONS,
    verifiers: { content: { verify: async () => ({ id: 'one', signedAt: 0 }) } },
    inbox: { add: async () => true } as unknown as Queue,
  };
  await app.register((scope) => webhookRoutes(scope, options));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  /** Sends a delivery of 2 MB without its last byte. */
  const sendMost = () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /webhooks/content HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 2097152\r\n\r\n',
    );
    socket.write('x'.repeat(2_097_151));
    return socket;
  };
  const deliver = () =>
    fetch(`http://127.0.0.1:${port}/webhooks/content`, { method: 'POST', body: '{"_id":"a"}' });
  const sockets = [sendMost(), sendMost()];
  try {
    await within(500, async () => expect((await deliver()).status).toBe(503));
    const rejected = await deliver();
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect(await rejected.json()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED' } }] });
    const [first] = sockets as [(typeof sockets)[0], ...typeof sockets];
    first.end('x');
    await once(first.resume(), 'close');
    await within(500, async () => expect((await deliver()).status).toBe(200));
  } finally {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});
