import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  emulatorsNeeded,
  loadEmulatorEnvironment,
  loadEnvironment,
  withEmulatorDefaults,
} from './environment.ts';
import { readConfig } from './readConfig.ts';
import { EXAMPLE, EXAMPLE_ENV, errorsOf } from './testing/exampleEnvironment.ts';

describe('emulator environment', () => {
  test('needs an emulator for each provider without an account', () => {
    expect(emulatorsNeeded({})).toEqual(['content', 'media', 'search']);
    expect(emulatorsNeeded({ ...EXAMPLE_ENV, MUX_TOKEN_ID: 'mine' })).toEqual([]);
    expect(emulatorsNeeded({ ALGOLIA_INDEX_PREFIX: 'mine' })).toHaveLength(3);
  });

  test('completes an empty environment with the values of .env.example', () => {
    expect(readConfig(withEmulatorDefaults({}, EXAMPLE))).toEqual(readConfig(EXAMPLE_ENV));
  });

  test('derives the URLs from the port', () => {
    const config = readConfig(withEmulatorDefaults({ EMULATOR_PORT: '5101', MUX_HOST: '' }, EXAMPLE));
    expect(config.media).toMatchObject({
      baseUrl: 'http://127.0.0.1:5102',
      streamUrl: 'http://127.0.0.1:5102',
      imageUrl: 'http://127.0.0.1:5102',
    });
    expect(config.search.host).toBe('http://127.0.0.1:5103');
  });

  test('reports an invalid port under EMULATOR_PORT only', () => {
    for (const port of ['65534', '0', 'x']) {
      const message = errorsOf(withEmulatorDefaults({ EMULATOR_PORT: port }, EXAMPLE));
      expect(message).toContain(`EMULATOR_PORT: expected a port from 1 to 65533, got "${port}"`);
      expect(message).toContain('an error:');
    }
  });

  test('reads .env with a byte order mark, and rejects other encodings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-env-'));
    try {
      writeFileSync(join(folder, '.env'), '\ufeffMAX_COST=7\nVITE_COLOUR=1');
      const { env, declared } = loadEnvironment({ folder });
      expect([env.MAX_COST, declared]).toEqual(['7', ['MAX_COST', 'VITE_COLOUR']]);
      writeFileSync(join(folder, '.env'), Buffer.from('PORT=1\n# \xe9t\xe9', 'latin1'));
      expect(() => loadEnvironment({ folder })).toThrow(
        /\.env:2 expected UTF-8, got bytes of another encoding/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('names the lines of .env that Node would ignore, cut or overwrite, without their values', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-env-'));
    const file = join(folder, '.env');
    try {
      writeFileSync(
        file,
        [
          '# a comment',
          'MUX_TOKEN_SECRET=secret#rest',
          'PORT: 4000',
          'HOST=127.0.0.1',
          'export HOST=127.0.0.2',
          'LOCALES="en,de',
          'SANITY_DATASET="secret" rest',
          'SEED_DIR= ',
          'ALGOLIA_APP_ID=#secret',
        ].join('\n'),
      );
      expect(() => loadEnvironment({ folder })).toThrow(
        [
          `${file}:2 MUX_TOKEN_SECRET: expected quotes around a value with #, got none; write NAME="value", or a space before a comment`,
          `${file}:3 expected NAME=value, got another line; begin a comment with #`,
          `${file}:5 HOST: expected one value, got another in line 4; remove one of them`,
          `${file}:6 LOCALES: expected nothing after the closing ", got more; use other quotes around the value`,
          `${file}:8 SEED_DIR: expected nothing after =, got spaces, with which the next line becomes the value; remove them`,
          `${file}:9 ALGOLIA_APP_ID: expected quotes around a value with #, got none; write NAME="value", or a space before a comment`,
        ].join('\n'),
      );
      writeFileSync(
        file,
        'MUX_TOKEN_ID="a#b" # why\r\nHOST=1 # why, a#b\nSANITY_DATASET=\nSEED_DIR= # none\n\nMUX_PRIVATE_KEY="-----BEGIN\nx=y#z\n-----"\nexport PORT = 1\n',
      );
      const { env } = loadEnvironment({ folder });
      expect(env).toMatchObject({
        MUX_TOKEN_ID: 'a#b',
        HOST: '1',
        MUX_PRIVATE_KEY: '-----BEGIN\nx=y#z\n-----',
        PORT: '1',
      });
      writeFileSync(file, "A='x\nB=1");
      expect(() => loadEnvironment({ folder })).toThrow(
        `${file}:1 A: expected a closing ', got none; add it`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('leaves existing accounts unchanged', () => {
    const mine = { SANITY_PROJECT_ID: 'mine', SANITY_DATASET: 'production', SANITY_READ_TOKEN: 'mine' };
    const config = readConfig(withEmulatorDefaults({ ...mine, PORT: '4444' }, EXAMPLE));
    expect(config.content).toEqual({
      projectId: 'mine',
      dataset: 'production',
      readToken: 'mine',
      apiVersion: '2025-02-19',
      usesCdn: false,
      timeoutMs: 1500,
    });
    expect(config.media.tokenId).toBe('emulator-media');
    expect(config.port).toBe(4444);
  });

  test('uses no emulator for a partial account', () => {
    const partial = { MUX_TOKEN_SECRET: 'mine' };
    expect(emulatorsNeeded(partial)).toEqual(['content', 'search']);
    const message = errorsOf(withEmulatorDefaults(partial, EXAMPLE));
    expect(message).toContain('MUX_TOKEN_ID is missing');
    expect(message).not.toContain('SANITY');
  });

  test('emulators alone have the accounts of a production environment, and the gateway gets only their addresses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-env-'));
    try {
      writeFileSync(join(folder, 'token'), 'my-read-token\n');
      writeFileSync(
        join(folder, '.env'),
        [
          'NODE_ENV=production',
          'PROVIDERS=content,search',
          'SANITY_PROJECT_ID=mine',
          'SANITY_DATASET=staging',
          `SANITY_READ_TOKEN_FILE=${join(folder, 'token')}`,
          `SANITY_MANAGEMENT_TOKEN_FILE=${join(folder, 'token')}`,
          'ALGOLIA_APP_ID=MINE',
          'ALGOLIA_SEARCH_KEY=my-search-key',
          'ALGOLIA_INDEX_PREFIX=mine',
          'ALGOLIA_HOST=https://proxy.example',
        ].join('\n'),
      );
      const { env, emulators, added } = loadEmulatorEnvironment(folder);
      expect(emulators).toEqual(['content', 'search']);
      expect(added).toEqual({
        SANITY_API_HOST: 'http://127.0.0.1:4101',
        ALGOLIA_HOST: 'http://127.0.0.1:4103',
      });
      expect(env).toMatchObject({
        SANITY_PROJECT_ID: 'mine',
        SANITY_READ_TOKEN: 'my-read-token',
        SANITY_MANAGEMENT_TOKEN: 'my-read-token',
        SANITY_WRITE_TOKEN: EXAMPLE_ENV.SANITY_WRITE_TOKEN,
        ALGOLIA_APP_ID: 'MINE',
        ALGOLIA_INDEX_PREFIX: 'mine',
      });
      expect(env).not.toHaveProperty('SANITY_READ_TOKEN_FILE');
      // Without a secret, the gateway has no route for webhooks.
      expect(env.SANITY_WEBHOOK_SECRET).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('emulators alone without accounts have the accounts of .env.example, which the gateway gets', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trivium-env-'));
    try {
      writeFileSync(join(folder, '.env'), 'MUX_TOKEN_ID=mine\nMUX_TOKEN_SECRET=mine-too\n');
      const { env, added } = loadEmulatorEnvironment(folder);
      expect(added).toMatchObject({
        SANITY_PROJECT_ID: 'emulator',
        SANITY_API_HOST: 'http://127.0.0.1:4101',
      });
      expect(Object.keys(added).filter((name) => name.startsWith('MUX_'))).toEqual(['MUX_HOST']);
      expect([env.MUX_TOKEN_ID, env.MUX_SIGNING_KEY]).toEqual(['mine', undefined]);
      expect(emulatorsNeeded(env)).not.toContain('media');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('uses no emulator in production', () => {
    expect(emulatorsNeeded({ NODE_ENV: 'production' })).toEqual([]);
    expect(withEmulatorDefaults({ NODE_ENV: 'production' }, EXAMPLE)).toEqual({ NODE_ENV: 'production' });
  });
});
