import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { requestIdOf, recordRequests } from './requestTelemetry.ts';
import { noTracing } from '../../services/telemetry/tracing.ts';

let app: FastifyInstance;
let origin: string;
let lines: Record<string, unknown>[] = [];
let ended: { kind: string; status: number }[] = [];
let running = 0;
let hasBegun = Promise.withResolvers<void>();
beforeAll(async () => {
  app = Fastify({ genReqId: requestIdOf });
  recordRequests(app, {
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    tracing: noTracing,
    isLogged: true,
    observer: {
      started: () => {
        running += 1;
      },
      ended({ kind, status }) {
        running -= 1;
        ended.push({ kind, status });
      },
      graphqlError: () => undefined,
    },
  });
  app.post('/graphql', async ({ id }) => ({ id }));
  app.get('/*', async ({ id, url }) => {
    hasBegun.resolve();
    if (url.startsWith('/slow')) return new Promise(() => {});
    if (url.startsWith('/broken')) throw new Error('broken');
    const inner = await app.inject({ method: 'POST', url: '/graphql', payload: {} });
    return { id, inner: inner.json().id };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

/** Begins anew with what is told. */
function forget(): void {
  lines = [];
  ended = [];
  hasBegun = Promise.withResolvers<void>();
}

/** Waits until as many requests have been told. */
async function told(count: number): Promise<void> {
  while (ended.length < count) await new Promise((resolve) => setImmediate(resolve));
}

test('what a page asks of the graph has the id of the page’s request, and is no line of its own at info', async () => {
  forget();
  const answer = await fetch(`${origin}/films/lorenz?secret=1`, { headers: { 'x-request-id': 'mine-1' } });
  expect(await answer.json()).toEqual({ id: 'mine-1', inner: 'mine-1' });
  await told(2);
  expect(ended).toEqual([
    { kind: 'graphql', status: 200 },
    { kind: 'page', status: 200 },
  ]);
  expect(lines.map(({ level, path }) => ({ level, path }))).toEqual([
    { level: 20, path: '/graphql' },
    { level: 30, path: '/films/lorenz' },
  ]);
  expect(running).toBe(0);
});

test('a client that goes before its answer is told as 499, and leaves nothing running', async () => {
  forget();
  const request = get(`${origin}/slow`);
  request.on('error', () => undefined);
  await hasBegun.promise;
  request.destroy();
  await told(1);
  expect(ended).toEqual([{ kind: 'page', status: 499 }]);
  expect(running).toBe(0);
});

test('an answer that failed is a warning', async () => {
  forget();
  const [answer] = await once(get(`${origin}/broken`), 'response');
  answer.resume();
  await told(1);
  expect(lines).toMatchObject([{ level: 40, status: 500, path: '/broken' }]);
});
