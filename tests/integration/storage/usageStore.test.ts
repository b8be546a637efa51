import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createRedisUsageStore } from '../../../gateway/services/storage/redis/redisUsageStore.ts';
import { openSqlite } from '../../../gateway/services/storage/sqlite/sqlite.ts';
import { createSqliteUsageStore } from '../../../gateway/services/storage/sqlite/sqliteUsageStore.ts';
import {
  type ClientUsage,
  MAX_ANONYMOUS_CLIENTS,
  MAX_COORDINATES,
  OTHER,
  type UsageStore,
} from '../../../gateway/services/usage/usageStore.ts';
import { startRedis } from '../../support/redisServer.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';

const DAY = '2026-11-23';

const use = (client: string, operations: Record<string, number>, isAuthenticated = false): ClientUsage => ({
  client,
  version: '',
  isAuthenticated,
  operations: new Map(Object.entries(operations)),
});

/** Asserts that a store adds up counts, is bounded, and deletes old days. */
async function assertUsageStore(store: UsageStore): Promise<void> {
  await store.add(DAY, [use('web', { a: 1, b: 2 }), { ...use('web', { a: 5 }), version: '2' }]);
  await store.add(DAY, [use('web', { b: 1, c: 1 })]);
  const stored = await store.read(DAY);
  expect(stored.toSorted((x, y) => (x.version < y.version ? -1 : 1))).toEqual([
    { day: DAY, client: 'web', version: '', operations: { a: 1, b: 3, c: 1 } },
    { day: DAY, client: 'web', version: '2', operations: { a: 5 } },
  ]);

  const names = Array.from({ length: MAX_ANONYMOUS_CLIENTS }, (_, n) => `bot ${n}`);
  await store.add(
    DAY,
    names.map((name) => use(name, { a: 1 })),
  );
  await store.add(DAY, [use('partner', { a: 1 }, true)]);
  const clients = new Map((await store.read(DAY)).map(({ client, operations }) => [client, operations]));
  // The two versions of `web` are clients, too.
  expect(clients.get(OTHER)).toEqual({ a: 2 });
  expect(clients.get('partner')).toEqual({ a: 1 });
  expect(clients.get(`bot ${MAX_ANONYMOUS_CLIENTS - 3}`)).toEqual({ a: 1 });
  expect(clients.get(`bot ${MAX_ANONYMOUS_CLIENTS - 1}`)).toBeUndefined();

  const next = '2026-11-24';
  const coordinates = Array.from({ length: MAX_COORDINATES + 3 }, (_, n) => [`T.f${n}`, 1]);
  await store.add(next, [use('wide', Object.fromEntries(coordinates))]);
  const [wide] = await store.read(next);
  expect(Object.keys(wide?.operations ?? {})).toHaveLength(MAX_COORDINATES + 1);
  expect(wide?.operations[OTHER]).toBe(3);

  await store.add('2027-02-20', [use('web', { a: 1 })]);
  expect(new Set((await store.read('2000-01-01')).map(({ day }) => day))).toEqual(
    new Set([DAY, next, '2027-02-20']),
  );
  await store.add('2027-02-21', [use('web', { a: 1 })]);
  expect(new Set((await store.read('2000-01-01')).map(({ day }) => day))).toEqual(
    new Set([next, '2027-02-20', '2027-02-21']),
  );
}

describe('usage store: adds up counts within its limits and deletes old days', () => {
  test('with SQLite', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'usage-'));
    const state = openSqlite(stateDir);
    try {
      await assertUsageStore(createSqliteUsageStore(state));
    } finally {
      state.close();
      rmSync(stateDir, { recursive: true });
    }
  });

  testWith(redisBinary(), 'with Redis', async (path) => {
    const server = await startRedis(path);
    const redis = new Redis(server.url);
    try {
      await assertUsageStore(createRedisUsageStore(redis, 'test'));
    } finally {
      redis.disconnect();
      await server.kill();
    }
  });
});
