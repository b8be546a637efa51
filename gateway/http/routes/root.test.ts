import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { serveRoot } from './root.ts';

const openRoot = (explorerPath: string | undefined, sites = { docs: true, mcp: true }) => {
  const app = Fastify();
  serveRoot(app, { explorerPath, sites });
  return app.inject('/');
};

test('root without pages: leads to the explorer', async () => {
  const { statusCode, headers } = await openRoot('/explorer/');
  expect([statusCode, headers.location]).toEqual([303, '/explorer/']);
});

test('root without pages and explorer: lists the addresses that are served', async () => {
  const { statusCode, headers, body } = await openRoot(undefined);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const path of ['/graphql', '/schema.graphql', '/docs', '/mcp', '/health/ready'])
    expect(body).toContain(`\n${path} `);
  const { body: withoutSites } = await openRoot(undefined, { docs: false, mcp: false });
  expect(withoutSites.match(/^\/\S+/gm)).toEqual(['/graphql', '/docs/errors', '/health/ready']);
});
