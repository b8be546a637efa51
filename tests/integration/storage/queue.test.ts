import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Queue } from '../../../gateway/services/storage/queue/queue.ts';
import { createQueueProcessor } from '../../../gateway/services/storage/queue/queueProcessor.ts';
import { createRedisQueue } from '../../../gateway/services/storage/redis/redisQueue.ts';
import { openSqlite } from '../../../gateway/services/storage/sqlite/sqlite.ts';
import { createSqliteQueue } from '../../../gateway/services/storage/sqlite/sqliteQueue.ts';
import { startRedis } from '../../support/redisServer.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

const folder = mkdtempSync(join(tmpdir(), 'queue-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LEASE_MS = 60_000;
/** Long enough for the next call on a loaded machine, short enough to wait for its end. */
const SHORT_MS = 800;
const DAY_MS = 86_400_000;
let names = 0;

/** Tests of both implementations of the queue. */
const QUEUE_TESTS: Record<string, (open: (options?: { completedTtlMs?: number }) => Queue) => Promise<void>> =
  {
    async 'rejects a completed key within completedTtlMs, and accepts it afterwards'(open) {
      const once = open({ completedTtlMs: DAY_MS });
      expect(await once.add('a', '1')).toBe(true);
      const [claim] = await once.claim(5, LEASE_MS);
      expect(claim).toMatchObject({ key: 'a', body: '1', attempts: 0 });
      await once.complete(claim as never);
      expect(await once.add('a', '2')).toBe(false);
      expect(await once.claim(5, LEASE_MS)).toEqual([]);

      const often = open({ completedTtlMs: 0 });
      await often.add('a', '1');
      await often.complete((await often.claim(1, LEASE_MS))[0] as never);
      expect(await often.add('a', '2')).toBe(true);
      expect(await often.claim(1, LEASE_MS)).toMatchObject([{ body: '2' }]);
    },
    async 'skips an existing key with shouldSkipExisting, and requeues it if it is dead-lettered'(open) {
      const queue = open();
      const add = (body: string) => queue.add('a', body, { shouldSkipExisting: true });
      expect([await add('1'), await add('2')]).toEqual([true, false]);
      const [claim] = await queue.claim(5, LEASE_MS);
      expect([claim?.body, await add('3')]).toEqual(['1', false]);
      await queue.fail(claim as never, 'given up', null);
      expect(await add('4')).toBe(true);
      expect(await queue.claim(5, LEASE_MS)).toMatchObject([{ body: '4' }]);
    },
    async 'repeats an item that is added again while it is claimed, but not concurrently'(open) {
      const queue = open();
      await queue.add('a', 'old');
      const [claim] = await queue.claim(1, LEASE_MS);
      await queue.add('a', 'new');
      expect(await queue.claim(1, LEASE_MS)).toEqual([]);
      await queue.complete(claim as never);
      expect(await queue.claim(1, LEASE_MS)).toMatchObject([{ body: 'new' }]);
    },
    async 'does not count a failure for an item that was added again meanwhile'(open) {
      const queue = open();
      await queue.add('a', 'old');
      const [claim] = await queue.claim(1, LEASE_MS);
      await queue.add('a', 'new');
      await queue.fail(claim as never, 'too old', null);
      expect(await queue.claim(1, LEASE_MS)).toMatchObject([{ body: 'new', attempts: 0 }]);
      expect((await queue.state()).dead).toBe(0);
    },
    async 'returns an item again when its lease expires'(open) {
      const queue = open();
      await queue.add('a', '1');
      await queue.claim(1, SHORT_MS);
      expect(await queue.claim(1, LEASE_MS)).toEqual([]);
      await within(10_000, async () => expect(await queue.claim(1, LEASE_MS)).toMatchObject([{ key: 'a' }]));
    },
    async 'repeats failed items later, and lists and requeues dead letters'(open) {
      const queue = open();
      await queue.add('a', '1');
      const [first] = await queue.claim(1, LEASE_MS);
      await queue.fail(first as never, 'no network', SHORT_MS);
      expect(await queue.claim(1, LEASE_MS)).toEqual([]);
      expect(await queue.nextDue()).toBeGreaterThan(0);
      const second = await within(10_000, async () => {
        const [claim] = await queue.claim(1, LEASE_MS);
        expect(claim).toMatchObject({ attempts: 1 });
        return claim;
      });
      await queue.fail(second as never, 'still none', null);
      expect(await queue.deadLetters(10)).toMatchObject([{ key: 'a', body: '1', error: 'still none' }]);
      expect(await queue.state()).toMatchObject({ waiting: 0, dead: 1, oldestOverdueAt: null });
      expect(await queue.requeueDeadLetters()).toBe(1);
      expect(await queue.claim(1, LEASE_MS)).toMatchObject([{ key: 'a', attempts: 0 }]);
    },
    async 'never gives one item to two processors'(open) {
      const queue = open();
      await Promise.all(Array.from({ length: 50 }, (_, i) => queue.add(`${i}`, '')));
      const [one, two] = await Promise.all([queue.claim(30, LEASE_MS), queue.claim(30, LEASE_MS)]);
      expect(new Set([...one, ...two].map(({ key }) => key)).size).toBe(50);
      expect(one.length + two.length).toBe(50);
    },
  };

describe('SQLite queue', () => {
  const state = openSqlite(folder);
  afterAll(() => state.close());
  // Some tests wait, so all run at the same time.
  for (const [title, run] of Object.entries(QUEUE_TESTS))
    test.concurrent(title, () =>
      run(({ completedTtlMs = 0 } = {}) => createSqliteQueue(state, { name: `q${names++}`, completedTtlMs })),
    );

  test('keeps its items over a restart', async () => {
    const before = openSqlite(folder);
    await createSqliteQueue(before, { name: 'kept', completedTtlMs: DAY_MS }).add('a', 'body');
    before.close();
    const after = openSqlite(folder);
    expect(
      await createSqliteQueue(after, { name: 'kept', completedTtlMs: DAY_MS }).claim(1, LEASE_MS),
    ).toMatchObject([{ key: 'a', body: 'body' }]);
    after.close();
  });

  test('queue processor: repeats failures, gives up after the last attempt, and reports both', async () => {
    const queue = createSqliteQueue(state, { name: 'worked', completedTtlMs: 0 });
    const events: string[] = [];
    const processor = createQueueProcessor({
      queue,
      retryDelaysMs: [5, 5],
      handle: async ({ key, attempts }) => {
        if (key === 'hopeless' || attempts === 0) throw new Error('no');
        events.push(`done ${key}`);
      },
      onFailure: ({ key }, _error, isLastAttempt) =>
        events.push(`${isLastAttempt ? 'gave up' : 'failed'} ${key}`),
      onError: (error) => events.push(String(error)),
    });
    processor.start();
    await queue.add('hopeless', '');
    await queue.add('late', '');
    processor.checkNow();
    await within(500, async () => expect((await queue.state()).waiting).toBe(0));
    await processor.close();
    expect(events.sort()).toEqual([
      'done late',
      'failed hopeless',
      'failed hopeless',
      'failed late',
      'gave up hopeless',
    ]);
  });
});

testWith(redisBinary(), 'Redis queue: behaves as the SQLite queue', async (path) => {
  const server = await startRedis(path);
  const client = new Redis(server.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  try {
    await Promise.all(
      Object.values(QUEUE_TESTS).map((run) =>
        run(({ completedTtlMs = 0 } = {}) =>
          createRedisQueue(client, 'test', { name: `q${names++}`, completedTtlMs }),
        ),
      ),
    );
  } finally {
    client.disconnect();
    await server.kill();
  }
});
