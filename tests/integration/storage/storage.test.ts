import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openStorage } from '../../../gateway/app/storage.ts';
import type { Config } from '../../../gateway/config/config.ts';
import { loadEnvironment } from '../../../gateway/config/environment.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { redis, testWith } from '../../support/projectBinaries.ts';
import { startRedis } from '../../support/redisServer.ts';

const INTERVAL = 250;

/** Two processes that share a state take their places in one line: none is taken twice, and none is wasted. */
async function shareOneLine(config: Config): Promise<void> {
  const both = [openStorage(config, () => undefined), openStorage(config, () => undefined)] as const;
  try {
    const begun = Date.now();
    const places: number[] = [];
    for (let n = 0; n < 10; n++)
      for (const durable of both) places.push(Date.now() + (await durable.reserveSlot('library', INTERVAL)));
    const gaps = places.slice(1).map((place, i) => place - (places[i] as number));
    for (const gap of gaps) expect(Math.abs(gap - INTERVAL)).toBeLessThan(60);
    expect(places.at(-1)).toBeLessThan(begun + 20 * INTERVAL);
    expect(await both[0].reserveSlot('another', INTERVAL)).toBe(0);
  } finally {
    for (const durable of both) await durable.close();
  }
}

describe('a line of places that several processes share', () => {
  const env = loadEnvironment({}).env;

  test('in the state file gives each place once', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'line-'));
    try {
      await shareOneLine(readConfig({ ...env, STATE_DIR: stateDir }));
    } finally {
      rmSync(stateDir, { recursive: true });
    }
  });

  testWith(redis(), 'in Redis gives each place once', async (path) => {
    const server = await startRedis(path);
    try {
      await shareOneLine(readConfig({ ...env, REDIS_URL: server.url }));
    } finally {
      await server.kill();
    }
  });
});
