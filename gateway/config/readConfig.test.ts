import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError } from './configReader.ts';
import { emulatorsNeeded, loadEnvironment, withEmulatorDefaults } from './environment.ts';
import { readConfig } from './readConfig.ts';
import { withOwnSecrets } from './testing/ownSecrets.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const emulators = parseEnv(example) as Record<string, string>;
/** An environment of production. */
const production: Record<string, string> = { ...withOwnSecrets(emulators), NODE_ENV: 'production' };

function errorsOf(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  return '';
}

describe('readConfig', () => {
  test('parses .env.example, with empty variables unset', () => {
    const config = readConfig(emulators);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      devAppPort: 5173,
      publicUrl: 'http://127.0.0.1:4000',
      isProduction: false,
      content: { projectId: 'emulator', dataset: 'production', apiHost: 'http://127.0.0.1:4101' },
      media: { signingKey: { id: 'emulator-signing-key' }, streamUrl: 'http://127.0.0.1:4102' },
      search: { appId: 'EMULATOR', indexPrefix: 'trivium' },
    });
    expect('redisUrl' in config).toBe(false);
  });

  test('has a port for operators in production, and where OPERATOR_PORT is another one than PORT', () => {
    expect(readConfig(emulators).operatorPort).toBeUndefined();
    expect(readConfig({ ...production, OPERATOR_PORT: '' }).operatorPort).toBe(4001);
    expect(readConfig({ ...production, OPERATOR_PORT: '4000' }).operatorPort).toBeUndefined();
    expect(readConfig({ ...emulators, OPERATOR_PORT: '9464' }).operatorPort).toBe(9464);
    expect(readConfig({ ...emulators, PORT: '0', OPERATOR_PORT: '0' }).operatorPort).toBe(0);
  });

  test('reads the accounts of the providers in PROVIDERS only', () => {
    const contentOnly = { ...emulators, PROVIDERS: 'content', MUX_TOKEN_ID: '', ALGOLIA_WRITE_KEY: '' };
    const config = readConfig(contentOnly);
    expect(config.providers).toEqual(['content']);
    expect(config.search.writeKey).toBeUndefined();
    expect(config.secrets).not.toContain(emulators.MUX_TOKEN_SECRET);
    expect(emulatorsNeeded({ PROVIDERS: 'content, search' })).toEqual(['content', 'search']);
    for (const names of ['media', 'content,mail'])
      expect(errorsOf({ ...emulators, PROVIDERS: names })).toContain(
        'PROVIDERS: expected content, and optionally media and search, such as content,search',
      );
  });

  test('has one worker in development, and one for each core in production', () => {
    expect(readConfig(emulators).workers).toBe(1);
    expect(readConfig(production).workers).toBe(availableParallelism());
    expect(readConfig({ ...production, WORKERS: '3' }).workers).toBe(3);
    expect(errorsOf({ ...emulators, WORKERS: '0' })).toContain(
      'WORKERS: expected a number of processes from 1 to 99',
    );
  });

  test('returns a deeply frozen value', () => {
    const config = readConfig(emulators);
    const parts = [config, config.content, config.media, config.media.signingKey, config.search];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });

  test('defaults to the hosts of the providers', () => {
    const config = readConfig({
      ...emulators,
      SANITY_API_HOST: '',
      MUX_BASE_URL: '',
      MUX_STREAM_URL: '',
      MUX_IMAGE_URL: ' ',
    });
    expect(config.content.apiHost).toBeUndefined();
    expect(config.media).toMatchObject({
      streamUrl: 'https://stream.mux.com',
      imageUrl: 'https://image.mux.com',
    });
    expect(config.media.baseUrl).toBeUndefined();
  });

  test('parses the limits of calls to each provider', () => {
    const { callLimits } = readConfig({
      ...emulators,
      RATE_LIMIT_CONTENT_CALLS: 'anonymous=100/20, total=1000/200',
      RATE_LIMIT_MEDIA_CALLS: 'anonymous=off,key=5/1',
      RATE_LIMIT_SEARCH_CALLS: '',
    });
    expect(callLimits).toEqual({
      content: {
        anonymous: { maximum: 100, restoreRate: 20 },
        total: { maximum: 1000, restoreRate: 200 },
      },
      media: { key: { maximum: 5, restoreRate: 1 } },
      search: { anonymous: { maximum: 1000, restoreRate: 200 }, key: { maximum: 4000, restoreRate: 800 } },
    });
    expect(errorsOf({ ...emulators, RATE_LIMIT_CONTENT_CALLS: 'everyone=1/1' })).toMatch(
      /RATE_LIMIT_CONTENT_CALLS: expected limits for anonymous, key and total/,
    );
  });

  test('lists all missing variables, with where to find them', () => {
    const message = errorsOf({ NODE_ENV: 'production' });
    for (const name of [
      'SANITY_PROJECT_ID',
      'SANITY_DATASET',
      'SANITY_READ_TOKEN',
      'MUX_TOKEN_ID',
      'MUX_TOKEN_SECRET',
      'ALGOLIA_APP_ID',
      'ALGOLIA_SEARCH_KEY',
    ])
      expect(message).toContain(`${name} is missing`);
    expect(message).toContain('manage.sanity.io');
    expect(message).toContain('dashboard.mux.com');
    expect(message).toContain('dashboard.algolia.com');
    expect(message).not.toContain('MUX_PRIVATE_KEY');
  });

  test('lists malformed values beside missing ones, with the values', () => {
    const message = errorsOf({
      ...emulators,
      PORT: '70000',
      LOG_LEVEL: 'loud',
      SANITY_API_VERSION: 'v1',
      MUX_TOKEN_ID: '',
    });
    expect(message).toContain('PORT: expected a port from 0 to 65535, got "70000"');
    expect(message).toContain('LOG_LEVEL: expected one of trace, debug');
    expect(message).toContain('SANITY_API_VERSION: expected a date such as 2025-02-19, got "v1"');
    expect(message).toContain('MUX_TOKEN_ID is missing');
    expect(message).toContain('4 errors');
  });

  test.each(['MUX_SIGNING_KEY', 'MUX_PRIVATE_KEY'])(
    'requires %s if the other half of the signing key is set',
    (name) => {
      expect(errorsOf({ ...emulators, [name]: '' })).toContain(`${name} is missing`);
    },
  );

  test('defaults the cache to 60 s and 64 MB, and rejects fractions and zero', () => {
    expect(readConfig(emulators).cache).toEqual({ ttlSeconds: 60, maxBytes: 64 * 1024 * 1024 });
    const custom = { CACHE_TTL: '0', CACHE_MEMORY_MB: '8', CDN_PURGE_URL: 'https://cdn.example/purge/' };
    expect(readConfig({ ...emulators, ...custom }).cache).toEqual({
      ttlSeconds: 0,
      maxBytes: 8 * 1024 * 1024,
      purge: { url: 'https://cdn.example/purge' },
    });
    expect(errorsOf({ ...emulators, CACHE_TTL: '1.5', CACHE_MEMORY_MB: '0' })).toContain('2 errors');
  });

  test('rejects the secrets of .env.example in production, and accepts others', () => {
    const secrets = Object.keys(emulators).filter((name) => emulators[name] !== production[name]);
    expect(secrets).toHaveLength(10);
    const message = errorsOf({ ...emulators, NODE_ENV: 'production' });
    for (const name of secrets)
      expect(message).toContain(
        `${name}: expected a secret of your own, got the published one of .env.example`,
      );
    expect(message).toContain('10 errors');
    for (const secret of secrets) expect(message).not.toContain(emulators[secret]);
    expect(errorsOf(production)).toBe('');
  });

  test('rejects the private key of .env.example as a PEM', () => {
    const MUX_PRIVATE_KEY = Buffer.from(emulators.MUX_PRIVATE_KEY as string, 'base64').toString();
    expect(errorsOf({ ...production, MUX_PRIVATE_KEY })).toContain(
      'MUX_PRIVATE_KEY: expected a secret of your own',
    );
  });

  test('lists a missing SEED_DIR beside other errors; production does not read it', () => {
    const message = errorsOf({ ...emulators, SEED_DIR: 'missing', PORT: 'x' });
    expect(message).toContain(
      'SEED_DIR: expected the path of a folder, or of an export with the ending .tar.gz, got "missing"',
    );
    expect(message).toContain('2 errors');
    expect(errorsOf({ ...production, SEED_DIR: 'missing' })).toBe('');
  });

  test('names variables that nothing reads, without their values', () => {
    const env = { ...emulators, MUX_TOKEN_ID: '', MUX_TOKENID: 'canary', VITE_COLOUR: 'canary', HOME: '/' };
    const message = errorsOf(env);
    expect(message).toMatch(/MUX_TOKEN_ID is missing[\s\S]*MUX_TOKENID: .*; did you mean MUX_TOKEN_ID\?/);
    expect(message).not.toMatch(/canary|VITE_COLOUR|HOME/);
    const { unknownVariables } = readConfig({ ...env, MUX_TOKEN_ID: 'x' }, ['VITE_COLOUR']);
    expect(unknownVariables).toEqual([
      { name: 'MUX_TOKENID', nearest: 'MUX_TOKEN_ID' },
      { name: 'VITE_COLOUR' },
    ]);
  });

  test('allows a missing signing key', () => {
    expect(
      readConfig({ ...emulators, MUX_SIGNING_KEY: '', MUX_PRIVATE_KEY: '' }).media.signingKey,
    ).toBeUndefined();
  });

  test.each([
    ['SANITY_READ_TOKEN', 'canary secret with spaces'],
    ['MUX_PRIVATE_KEY', 'canary-not-a-key'],
    ['REDIS_URL', 'http://user:canary@127.0.0.1'],
    ['SANITY_API_HOST', 'https://user:canary@example.org'],
    ['CDN_PURGE_TOKEN', 'canary token with spaces'],
    ['CDN_PURGE_URL', 'https://user:canary@example.org/purge'],
  ])('keeps the value of %s out of messages', (name, value) => {
    const message = errorsOf({ ...emulators, [name]: value });
    expect(message).toContain(`${name}: expected`);
    expect(message).not.toContain('canary');
  });

  test('redacts a password of REDIS_URL that is not percent-encoded', () => {
    const config = readConfig({ ...emulators, REDIS_URL: 'redis://:canary%zz@127.0.0.1' });
    expect(config.secrets).toContain('canary%zz');
  });

  test('lists a malformed OIDC issuer beside a missing audience', () => {
    const message = errorsOf({ ...emulators, OIDC_ISSUER: 'x' });
    expect(message).toContain('OIDC_ISSUER: expected a URL');
    expect(message).toContain('OIDC_AUDIENCE is missing');
  });

  test.each(['a b', 'http://localhost', '1.2.3.4.5', '[::1]', 'x/y'])('rejects the host %s', (HOST) => {
    expect(errorsOf({ ...emulators, HOST })).toContain('HOST: expected a host name or an IP address');
  });

  test('uses the loopback address for a wildcard host', () => {
    expect(readConfig({ ...emulators, HOST: '0.0.0.0', PORT: '5000' }).publicUrl).toBe(
      'http://127.0.0.1:5000',
    );
    expect(readConfig({ ...emulators, HOST: '::1' }).publicUrl).toBe('http://[::1]:4000');
    expect(readConfig({ ...emulators, PUBLIC_URL: 'https://example.org/' }).publicUrl).toBe(
      'https://example.org',
    );
  });
});

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-secrets-'));
  const fileWith = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test('reads each secret from the file that <NAME>_FILE names, without line breaks at its ends', () => {
    const { REDIS_URL: _none, ...rest } = emulators;
    const env = {
      ...rest,
      SANITY_READ_TOKEN: '',
      SANITY_READ_TOKEN_FILE: fileWith('read', 'token-in-a-file\n'),
      MUX_PRIVATE_KEY: '',
      MUX_PRIVATE_KEY_FILE: fileWith('key', `${emulators.MUX_PRIVATE_KEY}\n`),
      REDIS_URL_FILE: fileWith('redis', 'redis://:password-in-a-file@127.0.0.1\n'),
    };
    const config = readConfig(env);
    expect(config.content.readToken).toBe('token-in-a-file');
    expect(config.media.signingKey?.privateKey).toBe(emulators.MUX_PRIVATE_KEY);
    expect(config.redisUrl).toBe('redis://:password-in-a-file@127.0.0.1');
    expect(config.secrets).toEqual(expect.arrayContaining(['token-in-a-file', 'password-in-a-file']));
  });

  test('rejects a secret that is given twice, an empty file and a missing one', () => {
    const message = errorsOf({
      ...emulators,
      SANITY_READ_TOKEN_FILE: fileWith('both', 'canary'),
      METRICS_TOKEN_FILE: fileWith('empty', '\n'),
      CDN_PURGE_TOKEN_FILE: join(folder, 'missing'),
    });
    expect(message).toContain(
      'SANITY_READ_TOKEN: expected SANITY_READ_TOKEN or SANITY_READ_TOKEN_FILE, got both',
    );
    expect(message).toContain('METRICS_TOKEN_FILE: expected a file with the secret, got an empty file');
    expect(message).toContain('CDN_PURGE_TOKEN_FILE: expected the path of a readable file');
    expect(message).not.toContain('canary');
  });

  test('counts as credentials: the provider gets no emulator', () => {
    expect(emulatorsNeeded({ MUX_TOKEN_SECRET_FILE: '/run/secrets/mux' })).toEqual(['content', 'search']);
  });
});

describe('emulator environment', () => {
  test('needs an emulator for each provider without an account', () => {
    expect(emulatorsNeeded({})).toEqual(['content', 'media', 'search']);
    expect(emulatorsNeeded({ ...emulators, MUX_TOKEN_ID: 'mine' })).toEqual([]);
    expect(emulatorsNeeded({ ALGOLIA_INDEX_PREFIX: 'mine', SANITY_API_VERSION: '2025-02-19' })).toHaveLength(
      3,
    );
  });

  test('completes an empty environment to that of .env.example', () => {
    expect(readConfig(withEmulatorDefaults({}, example))).toEqual(readConfig(emulators));
  });

  test('derives the URLs from the ports', () => {
    const config = readConfig(
      withEmulatorDefaults({ EMULATOR_MEDIA_PORT: '5102', EMULATOR_SEARCH_PORT: '' }, example),
    );
    expect(config.media).toMatchObject({
      baseUrl: 'http://127.0.0.1:5102',
      streamUrl: 'http://127.0.0.1:5102',
      imageUrl: 'http://127.0.0.1:5102',
    });
    expect(config.search.host).toBe('http://127.0.0.1:4103');
  });

  test.each(['CONTENT', 'MEDIA', 'SEARCH'])('reports an invalid port under EMULATOR_%s_PORT only', (name) => {
    for (const port of ['99999', '0', 'x']) {
      const message = errorsOf(withEmulatorDefaults({ [`EMULATOR_${name}_PORT`]: port }, example));
      expect(message).toContain(`EMULATOR_${name}_PORT: expected a port from 1 to 65535, got "${port}"`);
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

  test('leaves existing accounts unchanged', () => {
    const mine = { SANITY_PROJECT_ID: 'mine', SANITY_DATASET: 'production', SANITY_READ_TOKEN: 'mine' };
    const config = readConfig(withEmulatorDefaults({ ...mine, PORT: '4444' }, example));
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
    const message = errorsOf(withEmulatorDefaults(partial, example));
    expect(message).toContain('MUX_TOKEN_ID is missing');
    expect(message).not.toContain('SANITY');
  });

  test('uses no emulator in production', () => {
    expect(emulatorsNeeded({ NODE_ENV: 'production' })).toEqual([]);
    expect(withEmulatorDefaults({ NODE_ENV: 'production' }, example)).toEqual({ NODE_ENV: 'production' });
  });
});
