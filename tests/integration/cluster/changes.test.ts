import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { type RedisServer, startRedis } from '../../support/redisServer.ts';
import { connectWebhooks, type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';
import {
  type ClusteredGateway,
  CONNECTIONS,
  startClusteredGateway,
  untilAllWorkersReady,
  WORKERS,
} from './testing/clusteredGateway.ts';

const binary = redisBinary();
let redis: RedisServer;
let stack: Stack;
let gateway: ClusteredGateway;
beforeAll(async () => {
  if (!binary.path) return;
  redis = await startRedis(binary.path);
  // The clustered gateway alone consumes changes, and caches for longer than the tests take.
  stack = await startStack({ env: { CONSUME_CHANGES: 'off', CACHE_TTL: '600' } });
  gateway = await startClusteredGateway(stack, redis);
  await connectWebhooks(stack.emulators, gateway.url);
}, 60_000);
afterAll(async () => {
  await gateway?.kill();
  await stack?.close();
  await redis?.kill();
});

const TITLE = '{ film(by: { slug: "lorenz" }) { title } }';
const titles = async () => (await gateway.queryWorkers(TITLE)).map(({ data }) => data.film?.title);
const liveStreams = async (): Promise<number> => (await stack.control('content', 'GET', 'requests')).inFlight;

/** Subscribes on as many connections as reach all workers, and waits until the subscriptions are active. */
async function listen() {
  const clients: Client[] = Array.from({ length: CONNECTIONS }, () => createSubscriber(gateway.url));
  const query = 'subscription { contentChanged(types: [FILM]) { node { ... on Film { title } } } }';
  const changes = clients.map((client) => subscribe(client, query));
  await within(1_000, async () => {
    const counts = [
      ...(await gateway.metrics()).matchAll(/^trivium_subscriptions\{worker="\d"\} (\d+)$/gm),
    ].map(([, count]) => Number(count));
    expect(counts.filter((count) => count > 0)).toHaveLength(WORKERS);
    expect(counts.reduce((sum, count) => sum + count)).toBe(CONNECTIONS);
  });
  return { changes, clients };
}

testWith(
  binary,
  'workers: each follows the change feed, and a change invalidates the caches of all',
  async () => {
    await within(500, async () => expect(await liveStreams()).toBe(WORKERS));
    await within(10_000, async () => {
      await stack.clearRequests();
      expect(new Set(await titles()).size).toBe(1);
      expect((await stack.requests()).content).toEqual([]);
    });
    await stack.editor.patch('film-lorenz').set({ title: 'For all workers' }).commit();
    await within(10_000, async () =>
      expect(await titles()).toEqual(Array(CONNECTIONS).fill('For all workers')),
    );
    expect(await liveStreams()).toBe(WORKERS);
  },
);

testWith(
  binary,
  'workers: each subscription receives a change once, and the index is updated once',
  async () => {
    const { clients, changes } = await listen();
    try {
      await stack.clearRequests();
      await stack.editor.patch('film-lorenz').set({ title: 'One event' }).commit();
      for (const change of changes)
        expect((await change.next()).data?.contentChanged.node.title).toBe('One event');
      const writer = createIndexWriter(stack.config.search, stack.indexes.names);
      await within(500, async () =>
        expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
          title: 'One event',
        }),
      );
      // Each subscription has received all that precedes this change.
      await stack.editor.patch('film-lorenz').set({ title: 'Another event' }).commit();
      for (const change of changes)
        expect((await change.next()).data?.contentChanged.node.title).toBe('Another event');
      await within(500, async () =>
        expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
          title: 'Another event',
        }),
      );
      const writes = (await stack.requests()).search.filter(({ path }) =>
        path.includes(`${writer.indexes.documents}/batch`),
      );
      expect(writes).toHaveLength(2);
    } finally {
      for (const client of clients) await client.dispose();
    }
  },
);

testWith(
  binary,
  'workers: when one is killed, no change is lost',
  async () => {
    await titles();
    const [killed] = gateway.workerPids() as [number];
    // Without webhooks, only the change feed reports the change.
    await stack.control('content', 'PUT', 'webhooks', { endpoints: [] });
    process.kill(killed, 'SIGKILL');
    await stack.editor.patch('film-lorenz').set({ title: 'After the crash' }).commit();
    await within(500, () => expect(gateway.workerPids()).not.toContain(killed));
    await untilAllWorkersReady(gateway);
    await within(10_000, async () =>
      expect(await titles()).toEqual(Array(CONNECTIONS).fill('After the crash')),
    );
    await within(500, async () => expect(await liveStreams()).toBe(WORKERS));

    await connectWebhooks(stack.emulators, gateway.url);
    await stack.editor.patch('film-lorenz').set({ title: 'All together' }).commit();
    await within(10_000, async () => expect(await titles()).toEqual(Array(CONNECTIONS).fill('All together')));
  },
  60_000,
);
