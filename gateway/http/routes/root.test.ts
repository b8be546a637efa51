import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { serveRoot } from './root.ts';

const openRoot = (explorerPath: string | undefined) => {
  const app = Fastify();
  serveRoot(app, explorerPath);
  return app.inject('/');
};

test('root without an app: leads to the explorer', async () => {
  const { statusCode, headers } = await openRoot('/explorer/');
  expect([statusCode, headers.location]).toEqual([303, '/explorer/']);
});

test('root without an app and an explorer: lists the addresses of the API', async () => {
  const { statusCode, headers, body } = await openRoot(undefined);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const path of ['/graphql', '/schema.graphql', '/health/ready']) expect(body).toContain(`\n${path} `);
});
