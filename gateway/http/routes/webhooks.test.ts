import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import type { Queue } from '../../services/storage/queue/queue.ts';
import { webhookRoutes } from './webhooks.ts';

test('a delivery that cannot be written down is to be sent again, and is taken once it can', async () => {
  let isAway = true;
  const added: string[] = [];
  const inbox = {
    async add(key: string) {
      if (isAway) throw new Error('the shared state at redis://:secret@redis is away');
      added.push(key);
      return true;
    },
  } as unknown as Queue;
  let woken = 0;
  const wake = () => {
    woken += 1;
  };
  const app = Fastify();
  const verifiers = { content: { verify: async () => ({ id: 'one', signedAt: 0 }) } };
  await webhookRoutes(app, { verifiers, inbox, wake, onRejected: () => undefined });
  try {
    const deliver = () => app.inject({ method: 'POST', url: '/webhooks/content', payload: { _id: 'a' } });
    const away = await deliver();
    expect(away.statusCode).toBe(503);
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    expect(away.json()).toMatchObject({ errors: [{ extensions: { code: 'INBOX_UNAVAILABLE' } }] });
    expect(away.body).not.toContain('secret');
    expect(woken).toBe(0);
    isAway = false;
    expect((await deliver()).json()).toEqual({ status: 'accepted' });
    expect([added, woken]).toEqual([['content:one'], 1]);
  } finally {
    await app.close();
  }
});
