import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Queue } from '../../../gateway/services/storage/queue/queue.ts';
import { createRedisQueue } from '../../../gateway/services/storage/queue/redisQueue.ts';
import { createSqliteQueue } from '../../../gateway/services/storage/queue/sqliteQueue.ts';
import { createWorker } from '../../../gateway/services/storage/queue/worker.ts';
import { openSqlite } from '../../../gateway/services/storage/sqlite.ts';
import { freePort } from '../../support/freePort.ts';
import { redis, testWith } from '../../support/projectBinaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'queue-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LEASE = 10_000;
const DAY = 86_400_000;
let names = 0;

/** What both kinds of queue promise. */
const promises: Record<string, (open: (options?: { remember?: number }) => Queue) => Promise<void>> = {
  async 'a key is taken once while it is remembered, and again when it is not'(open) {
    const once = open({ remember: DAY });
    expect(await once.add('a', '1')).toBe(true);
    const [claim] = await once.claim(5, LEASE);
    expect(claim).toMatchObject({ key: 'a', body: '1', attempts: 0 });
    await once.complete(claim as never);
    expect(await once.add('a', '2')).toBe(false);
    expect(await once.claim(5, LEASE)).toEqual([]);

    const often = open({ remember: 0 });
    await often.add('a', '1');
    await often.complete((await often.claim(1, LEASE))[0] as never);
    expect(await often.add('a', '2')).toBe(true);
    expect(await often.claim(1, LEASE)).toMatchObject([{ body: '2' }]);
  },
  async 'what is to be taken once is left as it is while it waits, and lives again once it was given up'(
    open,
  ) {
    const queue = open();
    const add = (body: string) => queue.add('a', body, { once: true });
    expect([await add('1'), await add('2')]).toEqual([true, false]);
    const [claim] = await queue.claim(5, LEASE);
    expect([claim?.body, await add('3')]).toEqual(['1', false]);
    await queue.fail(claim as never, 'given up', null);
    expect(await add('4')).toBe(true);
    expect(await queue.claim(5, LEASE)).toMatchObject([{ body: '4' }]);
  },
  async 'what is added while it is worked at is worked at again, after and not beside'(open) {
    const queue = open();
    await queue.add('a', 'old');
    const [claim] = await queue.claim(1, LEASE);
    await queue.add('a', 'new');
    expect(await queue.claim(1, LEASE)).toEqual([]);
    await queue.complete(claim as never);
    expect(await queue.claim(1, LEASE)).toMatchObject([{ body: 'new' }]);
  },
  async 'a failure of what has been added anew meanwhile is no failure of the new'(open) {
    const queue = open();
    await queue.add('a', 'old');
    const [claim] = await queue.claim(1, LEASE);
    await queue.add('a', 'new');
    await queue.fail(claim as never, 'too old', null);
    expect(await queue.claim(1, LEASE)).toMatchObject([{ body: 'new', attempts: 0 }]);
    expect((await queue.state()).dead).toBe(0);
  },
  async 'the work of a worker that died is taken up when its lease ends'(open) {
    const queue = open();
    await queue.add('a', '1');
    await queue.claim(1, 30);
    expect(await queue.claim(1, LEASE)).toEqual([]);
    await sleep(60);
    expect(await queue.claim(1, LEASE)).toMatchObject([{ key: 'a' }]);
  },
  async 'what fails comes again later, and what is given up is listed and can be revived'(open) {
    const queue = open();
    await queue.add('a', '1');
    const [first] = await queue.claim(1, LEASE);
    await queue.fail(first as never, 'no network', 40);
    expect(await queue.claim(1, LEASE)).toEqual([]);
    expect(await queue.nextDue()).toBeGreaterThan(0);
    await sleep(60);
    const [second] = await queue.claim(1, LEASE);
    expect(second).toMatchObject({ attempts: 1 });
    await queue.fail(second as never, 'still none', null);
    expect(await queue.dead(10)).toMatchObject([{ key: 'a', body: '1', error: 'still none' }]);
    expect(await queue.state()).toMatchObject({ waiting: 0, dead: 1, oldest: null });
    expect(await queue.revive()).toBe(1);
    expect(await queue.claim(1, LEASE)).toMatchObject([{ key: 'a', attempts: 0 }]);
  },
  async 'two workers share the work and never hold the same item'(open) {
    const queue = open();
    await Promise.all(Array.from({ length: 50 }, (_, i) => queue.add(`${i}`, '')));
    const [one, two] = await Promise.all([queue.claim(30, LEASE), queue.claim(30, LEASE)]);
    expect(new Set([...one, ...two].map(({ key }) => key)).size).toBe(50);
    expect(one.length + two.length).toBe(50);
  },
};

describe('in the state file', () => {
  const state = openSqlite(folder);
  afterAll(() => state.close());
  for (const [name, promise] of Object.entries(promises))
    test(name, () =>
      promise(({ remember = 0 } = {}) => createSqliteQueue(state, { name: `q${names++}`, remember })),
    );

  test('a restart loses nothing', async () => {
    const before = openSqlite(folder);
    await createSqliteQueue(before, { name: 'kept', remember: DAY }).add('a', 'body');
    before.close();
    const after = openSqlite(folder);
    expect(await createSqliteQueue(after, { name: 'kept', remember: DAY }).claim(1, LEASE)).toMatchObject([
      { key: 'a', body: 'body' },
    ]);
    after.close();
  });

  test('a worker repeats what fails, gives up in the end, and tells both', async () => {
    const queue = createSqliteQueue(state, { name: 'worked', remember: 0 });
    const told: string[] = [];
    const worker = createWorker({
      queue,
      retryDelaysMs: [5, 5],
      handle: async ({ key, attempts }) => {
        if (key === 'hopeless' || attempts === 0) throw new Error('no');
        told.push(`done ${key}`);
      },
      onFailure: ({ key }, _error, givenUp) => told.push(`${givenUp ? 'gave up' : 'failed'} ${key}`),
      onError: (error) => told.push(String(error)),
    });
    worker.start();
    await queue.add('hopeless', '');
    await queue.add('late', '');
    worker.wake();
    while ((await queue.state()).waiting > 0) await sleep(5);
    await worker.close();
    expect(told.sort()).toEqual([
      'done late',
      'failed hopeless',
      'failed hopeless',
      'failed late',
      'gave up hopeless',
    ]);
  });
});

testWith(redis(), 'in Redis the same holds', async (path) => {
  const port = await freePort();
  const server = spawn(
    path,
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  try {
    for (const promise of Object.values(promises))
      await promise(({ remember = 0 } = {}) =>
        createRedisQueue(client, 'test', { name: `q${names++}`, remember }),
      );
  } finally {
    client.disconnect();
    server.kill();
    await once(server, 'exit');
  }
});
