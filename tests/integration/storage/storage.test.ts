import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openStorage } from '../../../gateway/app/storage.ts';
import type { Config } from '../../../gateway/config/config.ts';
import { loadEnvironment } from '../../../gateway/config/environment.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { startRedis } from '../../support/redisServer.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

const INTERVAL_MS = 250;
/** Clocks of Redis and Node are rounded to milliseconds. */
const ROUNDING_MS = 2;

/** Asserts that processes with one state reserve slots at equal intervals, without duplicates and unused slots. */
async function assertSharedSlots(config: Config): Promise<void> {
  const storages = [openStorage(config, () => undefined), openStorage(config, () => undefined)] as const;
  try {
    /** The time of each slot, which is known up to the duration of the call. */
    const slots: { earliest: number; latest: number; isDelayed: boolean }[] = [];
    for (let n = 0; n < 10; n++)
      for (const storage of storages) {
        const before = Date.now();
        const delayMs = await storage.reserveSlot('library', INTERVAL_MS);
        slots.push({
          earliest: before + delayMs,
          latest: Date.now() + delayMs,
          isDelayed: delayMs > 0,
        });
      }
    for (const [i, slot] of slots.slice(1).entries()) {
      const previous = slots[i] as (typeof slots)[number];
      expect(slot.latest - previous.earliest).toBeGreaterThanOrEqual(INTERVAL_MS - ROUNDING_MS);
      // A slot is later only if the loaded machine did not ask for the next one in time.
      if (slot.isDelayed)
        expect(slot.earliest - previous.latest).toBeLessThanOrEqual(INTERVAL_MS + ROUNDING_MS);
    }
    expect(await storages[0].reserveSlot('another', INTERVAL_MS)).toBe(0);
  } finally {
    for (const storage of storages) await storage[Symbol.asyncDispose]();
  }
}

const { env } = loadEnvironment({});

testWith(redisBinary(), 'storage: calls fail while Redis hangs, and succeed afterwards', async (path) => {
  const server = await startRedis(path);
  const storage = openStorage(readConfig({ ...env, REDIS_URL: server.url }), () => undefined);
  try {
    await storage.inbox.add('before', '{}');
    server.pause();
    await expect(storage.inbox.add('during', '{}')).rejects.toThrow('timed out');
    server.resume();
    await within(500, () => storage.inbox.add('after', '{}'));
  } finally {
    server.resume();
    await storage[Symbol.asyncDispose]();
    await server.kill();
  }
});

describe('reserveSlot', () => {
  test('gives each slot once with SQLite', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'slots-'));
    try {
      await assertSharedSlots(readConfig({ ...env, STATE_DIR: stateDir }));
    } finally {
      rmSync(stateDir, { recursive: true });
    }
  });

  testWith(redisBinary(), 'gives each slot once with Redis', async (path) => {
    const server = await startRedis(path);
    try {
      await assertSharedSlots(readConfig({ ...env, REDIS_URL: server.url }));
    } finally {
      await server.kill();
    }
  });
});
