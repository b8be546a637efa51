import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createIndexWriter } from '../../../gateway/providers/search/writer.ts';
import type { Change } from '../../../gateway/sync/changes.ts';
import { openRedisChangeBus } from '../../../gateway/sync/redisChangeBus.ts';
import { createSubject } from '../../support/convergence/gatewayProcess.ts';
import { eventually } from '../../support/eventually.ts';
import { redis as redisTool, testWith } from '../../support/projectBinaries.ts';
import { startRedis } from '../../support/redisServer.ts';
import { askGraph, openHouse } from '../../support/stack.ts';

const titleOf = async (url: string, slug = 'lorenz') =>
  (await askGraph(url, 'query($slug: String!) { film(slug: $slug) { title } }', { slug })).data.film?.title;
const changeOf = (tag: string): Change => ({ source: 'content', tags: [tag], documents: [], assets: [] });

testWith(
  redisTool(),
  'two gateways with one Redis hear the same, do the work once, and catch up after a silence',
  async (path) => {
    const redis = await startRedis(path);
    const house = await openHouse({ env: { REDIS_URL: redis.url, CACHE_TTL: '600' } });
    const second = await createGateway(house.config);
    const told: Change[] = [];
    const end = second.changes.listen((change) => told.push(change));
    try {
      await house.bringNews();
      for (const url of [house.url, second.url]) await titleOf(url);
      await house.forget();
      await house.editor.patch('film-lorenz').set({ title: 'For both' }).commit();
      for (const url of [house.url, second.url])
        await eventually(async () => expect(await titleOf(url)).toBe('For both'));
      await eventually(async () =>
        expect(told.flatMap(({ documents }) => documents)).toContainEqual(
          expect.objectContaining({ id: 'film-lorenz' }),
        ),
      );
      const writer = createIndexWriter(house.config.search);
      await eventually(async () =>
        expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
          title: 'For both',
        }),
      );
      await sleep(300);
      const writes = (await house.requests()).search.filter(({ path: asked }) =>
        asked.includes(`${writer.indexes.documents}/batch`),
      );
      expect(writes).toHaveLength(1);

      redis.freeze();
      const edit = house.editor.patch('film-lorenz').set({ title: 'In silence' }).commit();
      await edit;
      await sleep(500);
      redis.thaw();
      for (const url of [house.url, second.url])
        await eventually(async () => expect(await titleOf(url)).toBe('In silence'), 15_000);
    } finally {
      end();
      await second.close();
      await house.close();
      await redis.kill();
    }
  },
  60_000,
);

testWith(
  redisTool(),
  'the corridor hands on each change in order, and says when some are lost',
  async (path) => {
    const server = await startRedis(path);
    const redis = new Redis(server.url, { maxRetriesPerRequest: 2, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    const heard: string[] = [];
    let hold: Promise<void> | undefined;
    const corridor = openRedisChangeBus(
      redis,
      'test',
      () => undefined,
    )({
      async onChange({ tags }) {
        heard.push(...tags);
        await hold;
      },
      async onGap() {
        heard.push('lost');
      },
    });
    try {
      await sleep(200);
      for (const tag of ['a', 'b', 'c']) await corridor.send(changeOf(tag));
      await eventually(async () => expect(heard).toEqual(['a', 'b', 'c']));

      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      await corridor.send(changeOf('d'));
      await eventually(async () => expect(heard).toContain('d'));
      for (const tag of ['e', 'f']) await corridor.send(changeOf(tag));
      await redis.xtrim('test:changes', 'MAXLEN', 1);
      hold = undefined;
      resolve();
      await eventually(async () => expect(heard).toEqual(['a', 'b', 'c', 'd', 'lost']));

      await redis.xadd('test:changes', '*', 'change', '{"of":"another version"}');
      await corridor.send(changeOf('g'));
      await eventually(async () => expect(heard.slice(5)).toEqual(['lost', 'g']));

      await server.kill();
      await server.start();
      await eventually(async () => expect(heard.slice(7)).toEqual(['lost']), 10_000);
      await corridor.send(changeOf('h'));
      await eventually(async () => expect(heard.at(-1)).toBe('h'));
    } finally {
      await corridor.close();
      redis.disconnect();
      await server.kill();
    }
  },
);

testWith(
  redisTool(),
  'what an earlier run left in Redis is not trusted, and what a gateway that runs keeps up is',
  async (path) => {
    const redis = await startRedis(path);
    const house = await openHouse({
      indexed: false,
      env: { REDIS_URL: redis.url, CACHE_TTL: '600', CONSUME_CHANGES: 'off' },
    });
    const client = new Redis(redis.url);
    const following = () => createGateway({ ...house.config, consumesChanges: true });
    try {
      // Nobody follows: what is kept stays as it was.
      const before = await titleOf(house.url);
      await eventually(async () => {
        await house.forget();
        await titleOf(house.url);
        expect((await house.requests()).content).toEqual([]);
      });
      await house.editor.patch('film-lorenz').set({ title: 'Nobody heard' }).commit();
      expect(await titleOf(house.url)).toBe(before);
      const first = await following();
      try {
        await eventually(async () => expect(await titleOf(house.url)).toBe('Nobody heard'));
        await sleep(200);
        const gaps = async () => {
          const entries = await client.xrange('trivium:emulator:production:changes', '-', '+');
          return entries.filter(([, [, text]]) => JSON.parse(text as string).purgeAll).length;
        };
        expect(await gaps()).toBe(1);
        const second = await following();
        await sleep(1_000);
        await second.close();
        expect(await gaps()).toBe(1);
      } finally {
        await first.close();
      }
    } finally {
      client.disconnect();
      await house.close();
      await redis.kill();
    }
  },
  60_000,
);

test('what waits when a gateway dies is done by the next one over the same state', async () => {
  const house = await openHouse({ env: { CONSUME_CHANGES: 'off' } });
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-inbox-'));
  const env = { ...house.env, STATE_DIR: stateDir, CONSUME_CHANGES: 'on' };
  const subject = await createSubject(env);
  try {
    await subject.start();
    await fetch(`${house.emulators.content.url}/__emulator/webhooks`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints: [{ url: `${subject.url}/webhooks/content` }] }),
    });
    // The index cannot be written, so that its work waits.
    await house.faults('search', [{ status: 503 } as never]);
    await house.editor.patch('film-lorenz').set({ title: 'Outlives a death' }).commit();
    const durable = openStorage(readConfig(env), () => undefined);
    try {
      await eventually(async () => expect((await durable.index.state()).oldest).not.toBeNull());
    } finally {
      await durable.close();
    }
    await subject.kill();
    await house.faults('search');
    await subject.start();
    const writer = createIndexWriter(house.config.search);
    await eventually(
      async () =>
        expect((await writer.get(writer.indexes.documents, ['film-lorenz']))[0]).toMatchObject({
          title: 'Outlives a death',
        }),
      20_000,
    );
  } finally {
    await subject.kill();
    await house.close();
    rmSync(stateDir, { recursive: true });
  }
}, 60_000);
