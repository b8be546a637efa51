import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createAdmittedApp } from '../../../tests/support/admittedApp.ts';

let app: FastifyInstance;
let origin: string;
let lines: Record<string, unknown>[] = [];
let ended: { kind: string; status: number }[] = [];
let running = 0;
let started = Promise.withResolvers<void>();
beforeAll(async () => {
  const admitted = createAdmittedApp({
    onLine: (line) => void lines.push(line),
    observer: {
      started: () => {
        running += 1;
      },
      ended({ kind, status }) {
        running -= 1;
        ended.push({ kind, status });
      },
    },
  });
  app = admitted.app;
  app.post('/graphql', { config: { kind: 'graphql' } }, async (_request, reply) => ({
    id: reply.getHeader('x-request-id'),
  }));
  app.get('/health/ready', { config: { kind: 'health' } }, (_request, reply) => reply.code(503).send());
  app.get('/*', { config: { kind: 'page' } }, async ({ url }, reply) => {
    started.resolve();
    if (url.startsWith('/slow')) return new Promise(() => {});
    if (url.startsWith('/broken')) throw new Error('broken');
    const injected = await app.inject({ method: 'POST', url: '/graphql', payload: {} });
    return { id: reply.getHeader('x-request-id'), injected: injected.json().id };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
  ended = [];
  started = Promise.withResolvers<void>();
});

async function untilEnded(count: number): Promise<void> {
  while (ended.length < count) await new Promise((resolve) => setImmediate(resolve));
}

test('request telemetry: GraphQL requests of a page share its id and are logged at debug', async () => {
  const response = await fetch(`${origin}/films/lorenz?secret=1`, { headers: { 'x-request-id': 'mine-1' } });
  expect(await response.json()).toEqual({ id: 'mine-1', injected: 'mine-1' });
  await untilEnded(2);
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

test('request telemetry: records 499 when the client disconnects before the response', async () => {
  const request = get(`${origin}/slow`);
  request.on('error', () => undefined);
  await started.promise;
  request.destroy();
  await untilEnded(1);
  expect(ended).toEqual([{ kind: 'page', status: 499 }]);
  expect(running).toBe(0);
});

test('request telemetry: logs 5xx responses at warn', async () => {
  const [response] = await once(get(`${origin}/broken`), 'response');
  response.resume();
  await untilEnded(1);
  expect(lines).toMatchObject([{ level: 40, status: 500, path: '/broken' }]);
});

test('request telemetry: logs the 503 of a readiness check at debug', async () => {
  const [response] = await once(get(`${origin}/health/ready`), 'response');
  response.resume();
  await untilEnded(1);
  expect(lines).toMatchObject([{ level: 20, status: 503, path: '/health/ready' }]);
});

test.each([
  ['http://user:pass@x/films', 'http://[secret]@x/films'],
  ['http://user:p%40ss:@w@x/films?a=1', 'http://[secret]@x/films'],
  ['HTTPS://tv_live@x', 'HTTPS://[secret]@x'],
  ['http://x/films/@ada', 'http://x/films/@ada'],
  ['/films/http://a@b', '/films/http://a@b'],
])('request telemetry: the path of %s is %s', async (path, logged) => {
  const [response] = await once(get(origin, { path }), 'response');
  response.resume();
  await untilEnded(2);
  expect(lines.map((line) => line.path)).toEqual(['/graphql', logged]);
});
