import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { createRedisChangeBus } from '../../../gateway/services/storage/redis/redisChangeBus.ts';
import type { Change } from '../../../gateway/sync/changes.ts';
import { deliverSyncTags } from '../../support/contentWebhook.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { startRedis } from '../../support/redisServer.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

const titleOf = async (url: string, slug = 'lorenz') =>
  (await queryGateway(url, 'query($slug: String!) { film(by: { slug: $slug }) { title } }', { slug })).data
    .film?.title;
/** Returns true if a gateway reads a title without the content service. */
async function isCached(stack: Stack, url: string, slug: string): Promise<boolean> {
  await stack.clearRequests();
  await titleOf(url, slug);
  return (await stack.requests()).content.length === 0;
}
/** Returns the sync tags of the responses with a film. */
async function syncTagsOf({ editor }: Stack, slug: string): Promise<readonly string[]> {
  const query = '*[_type == "film" && slug.current == $slug]';
  const options = { filterResponse: false, perspective: 'published' } as const;
  return (await editor.fetch(query, { slug }, options)).syncTags ?? [];
}
/** Waits until a gateway has handled the beginning of its stream of live events, and what it may have missed before. */
const untilConnected = (url: string) =>
  within(2_000, async () =>
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'trivium_changes_reported_by{by="live_events"} 1',
    ),
  );
/** Duration of the outage of Redis, which is longer than the timeout of a command. */
const OUTAGE_MS = 500;

const changeOf = (tag: string): Change => ({ source: 'content', tags: [tag], documents: [], assets: [] });

testWith(
  redisBinary(),
  'gateways with one Redis: invalidate together, index once, and catch up after an outage of Redis',
  async (path) => {
    const redis = await startRedis(path);
    const stack = await startStack({ env: { REDIS_URL: redis.url, CACHE_TTL: '600' } });
    const second = await createGateway(stack.config);
    const changes: Change[] = [];
    const stopListening = second.changes.listen((change) => changes.push(change));
    const storage = openStorage(stack.config, () => undefined);
    const untilReceived = (id: string) =>
      within(500, async () =>
        expect(changes.flatMap(({ documents }) => documents)).toContainEqual(expect.objectContaining({ id })),
      );
    try {
      await stack.connectWebhooks();
      for (const url of [stack.url, second.url]) await titleOf(url);
      await stack.clearRequests();
      await stack.editor.patch('film-lorenz').set({ title: 'For both' }).commit();
      for (const url of [stack.url, second.url])
        await within(500, async () => expect(await titleOf(url)).toBe('For both'));
      await untilReceived('film-lorenz');
      const writer = createIndexWriter(stack.config.search, stack.indexes.names);
      await within(1_000, async () =>
        expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
          title: 'For both',
        }),
      );
      // Both gateways handle a later edit after this one.
      await stack.editor.patch('film-boids').set({ title: 'Later' }).commit();
      await untilReceived('film-boids');
      await within(1_000, async () => {
        const { oldestOverdueAt } = await storage.indexJobs(stack.indexes.fingerprint).state();
        expect(oldestOverdueAt).toBeNull();
        expect((await writer.get(writer.indexes.documents, ['film-boids']))[0]).toMatchObject({
          title: 'Later',
        });
      });
      const writes = (await stack.requests()).search.filter(({ path: requestPath }) =>
        requestPath.includes(`${writer.indexes.documents}/batch`),
      );
      expect(writes).toHaveLength(2);

      const syncTags = await syncTagsOf(stack, 'lorenz');
      for (const slug of ['lorenz', 'boids'])
        for (const url of [stack.url, second.url])
          await within(10_000, async () => expect(await isCached(stack, url, slug)).toBe(true));
      expect((await deliverSyncTags(second.url, JSON.stringify({ syncTags }))).status).toBe(200);
      await within(500, async () => expect(await isCached(stack, stack.url, 'lorenz')).toBe(false));
      for (const url of [stack.url, second.url]) expect(await isCached(stack, url, 'boids')).toBe(true);

      redis.pause();
      await stack.editor.patch('film-lorenz').set({ title: 'During the outage' }).commit();
      expect((await deliverSyncTags(second.url, JSON.stringify({ syncTags }))).status).toBe(503);
      await sleep(OUTAGE_MS);
      redis.resume();
      for (const url of [stack.url, second.url])
        await within(500, async () => expect(await titleOf(url)).toBe('During the outage'));
    } finally {
      stopListening();
      await storage[Symbol.asyncDispose]();
      await second.close();
      await stack.close();
      await redis.kill();
    }
  },
  60_000,
);

testWith(redisBinary(), 'Redis change bus: delivers changes in order, and reports gaps', async (path) => {
  const server = await startRedis(path);
  const redis = new Redis(server.url, { maxRetriesPerRequest: 2, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  const received: string[] = [];
  let blocked: Promise<void> | undefined;
  let isConnected = false;
  const changeBus = createRedisChangeBus(
    redis,
    'test',
  )({
    onError: () => undefined,
    async onChange({ tags }) {
      if (tags.includes('connected')) {
        isConnected = true;
        return;
      }
      received.push(...tags);
      await blocked;
    },
    async onGap() {
      received.push('gap');
    },
  });
  try {
    await within(500, async () => {
      await changeBus.send(changeOf('connected'));
      expect(isConnected).toBe(true);
    });
    for (const tag of ['a', 'b', 'c']) await changeBus.send(changeOf(tag));
    await within(500, async () => expect(received).toEqual(['a', 'b', 'c']));

    const { promise, resolve } = Promise.withResolvers<void>();
    blocked = promise;
    await changeBus.send(changeOf('d'));
    await within(500, async () => expect(received).toContain('d'));
    for (const tag of ['e', 'f']) await changeBus.send(changeOf(tag));
    await redis.xtrim('test:changes', 'MAXLEN', 1);
    blocked = undefined;
    resolve();
    await within(500, async () => expect(received).toEqual(['a', 'b', 'c', 'd', 'gap']));

    await redis.xadd('test:changes', '*', 'change', '{"of":"another version"}');
    await changeBus.send(changeOf('g'));
    await within(500, async () => expect(received.slice(5)).toEqual(['gap', 'g']));

    await server.kill();
    await server.start();
    await within(10_000, async () => expect(received.slice(7)).toEqual(['gap']));
    await changeBus.send(changeOf('h'));
    await within(500, async () => expect(received.at(-1)).toBe('h'));
  } finally {
    await changeBus.close();
    redis.disconnect();
    await server.kill();
  }
});

testWith(
  redisBinary(),
  'gateways with one Redis: the first one invalidates the cache of earlier runs, further ones do not',
  async (path) => {
    const redis = await startRedis(path);
    const stack = await startStack({
      hasIndex: false,
      env: { REDIS_URL: redis.url, CACHE_TTL: '600', CONSUME_CHANGES: 'off' },
    });
    const client = new Redis(redis.url);
    const startFollower = () => createGateway({ ...stack.config, consumesChanges: true });
    try {
      // No gateway consumes changes, so cached responses stay.
      const before = await titleOf(stack.url);
      await within(500, async () => {
        await stack.clearRequests();
        await titleOf(stack.url);
        expect((await stack.requests()).content).toEqual([]);
      });
      const syncTags = await syncTagsOf(stack, 'lorenz');
      expect((await deliverSyncTags(stack.url, JSON.stringify({ syncTags }))).status).toBe(200);
      expect(await isCached(stack, stack.url, 'lorenz')).toBe(false);
      await within(10_000, async () => expect(await isCached(stack, stack.url, 'lorenz')).toBe(true));
      await stack.editor.patch('film-lorenz').set({ title: 'Missed change' }).commit();
      expect(await titleOf(stack.url)).toBe(before);
      const first = await startFollower();
      try {
        await within(500, async () => expect(await titleOf(stack.url)).toBe('Missed change'));
        await untilConnected(first.url);
        const gaps = async () => {
          const entries = await client.xrange('trivium:emulator:production:changes', '-', '+');
          return entries.filter(([, [, text]]) => JSON.parse(text as string).shouldInvalidateAll).length;
        };
        expect(await gaps()).toBe(1);
        const second = await startFollower();
        await untilConnected(second.url);
        await second.close();
        expect(await gaps()).toBe(1);
      } finally {
        await first.close();
      }
    } finally {
      client.disconnect();
      await stack.close();
      await redis.kill();
    }
  },
  60_000,
);

test('index queue: jobs of a killed gateway are done after its restart', async () => {
  const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-inbox-'));
  const env = { ...stack.env, STATE_DIR: stateDir, CONSUME_CHANGES: 'on' };
  const gateway = await createGatewayProcess(env);
  try {
    await gateway.start();
    const endpoints = [{ url: `${gateway.url}/webhooks/content` }];
    await stack.control('content', 'PUT', 'webhooks', { endpoints });
    // The index cannot be written, so that its jobs wait.
    await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
    await stack.editor.patch('film-lorenz').set({ title: 'After the restart' }).commit();
    await using storage = openStorage(readConfig(env), () => undefined);
    await within(500, async () =>
      expect((await storage.indexJobs(stack.indexes.fingerprint).state()).oldestOverdueAt).not.toBeNull(),
    );
    await gateway.kill();
    await stack.setFaults('search');
    await gateway.start();
    const writer = createIndexWriter(stack.config.search, stack.indexes.names);
    // The killed gateway may have been at the job, which it keeps for 10 s.
    await within(15_000, async () =>
      expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
        title: 'After the restart',
      }),
    );
  } finally {
    await gateway.kill();
    await stack.close();
    rmSync(stateDir, { recursive: true });
  }
}, 60_000);
