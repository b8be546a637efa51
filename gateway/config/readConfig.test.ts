import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { emulatorsNeeded } from './environment.ts';
import { readConfig } from './readConfig.ts';
import { servedSites } from './sites.ts';
import { EXAMPLE_ENV, errorsOf } from './testing/exampleEnvironment.ts';
import { withOwnSecrets } from './testing/ownSecrets.ts';

/** An environment of production. */
const production: Record<string, string> = { ...withOwnSecrets(EXAMPLE_ENV), NODE_ENV: 'production' };

describe('readConfig', () => {
  test('parses .env.EXAMPLE, with empty variables unset', () => {
    const config = readConfig(EXAMPLE_ENV);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://127.0.0.1:4000',
      isProduction: false,
      content: { projectId: 'emulator', dataset: 'production', apiHost: 'http://127.0.0.1:4101' },
      media: { signingKey: { id: 'emulator-signing-key' }, streamUrl: 'http://127.0.0.1:4102' },
      search: { appId: 'EMULATOR', indexPrefix: 'trivium' },
    });
    expect('redisUrl' in config).toBe(false);
  });

  test('has a port for operators in production, and where OPERATOR_PORT is another one than PORT', () => {
    expect(readConfig(EXAMPLE_ENV).operatorPort).toBeUndefined();
    expect(readConfig({ ...production, OPERATOR_PORT: '' }).operatorPort).toBe(4001);
    expect(readConfig({ ...production, OPERATOR_PORT: '4000' }).operatorPort).toBeUndefined();
    expect(readConfig({ ...EXAMPLE_ENV, OPERATOR_PORT: '9464' }).operatorPort).toBe(9464);
    expect(readConfig({ ...EXAMPLE_ENV, PORT: '0', OPERATOR_PORT: '0' }).operatorPort).toBe(0);
  });

  test('reads the accounts of the providers in PROVIDERS only', () => {
    const contentOnly = { ...EXAMPLE_ENV, PROVIDERS: 'content', MUX_TOKEN_ID: '', ALGOLIA_WRITE_KEY: '' };
    const config = readConfig(contentOnly);
    expect(config.providers).toEqual(['content']);
    expect(config.search.writeKey).toBeUndefined();
    expect(config.secrets).not.toContain(EXAMPLE_ENV.MUX_TOKEN_SECRET);
    expect(emulatorsNeeded({ PROVIDERS: 'content, search' })).toEqual(['content', 'search']);
    for (const names of ['media', 'content,mail'])
      expect(errorsOf({ ...EXAMPLE_ENV, PROVIDERS: names })).toContain(
        'PROVIDERS: expected content, and optionally media and search, such as content,search',
      );
  });

  test('has one worker, or one for each core in production with REDIS_URL, which several workers need', () => {
    const REDIS_URL = 'redis://127.0.0.1:6379';
    for (const env of [
      EXAMPLE_ENV,
      production,
      { ...EXAMPLE_ENV, REDIS_URL },
      { ...production, WORKERS: '1' },
    ])
      expect(readConfig(env).workers).toBe(1);
    expect(readConfig({ ...production, REDIS_URL }).workers).toBe(availableParallelism());
    for (const env of [EXAMPLE_ENV, production]) {
      expect(readConfig({ ...env, REDIS_URL, WORKERS: '3' }).workers).toBe(3);
      expect(errorsOf({ ...env, WORKERS: '3', MAX_COST: 'x' })).toMatch(
        /WORKERS: expected 1 without REDIS_URL: set REDIS_URL.*, or remove WORKERS, got "3"\n +MAX_COST: expected/,
      );
    }
    // One error for one mistake.
    expect(errorsOf({ ...EXAMPLE_ENV, WORKERS: '3', REDIS_URL: 'x' })).not.toContain('WORKERS');
    for (const env of [{}, { REDIS_URL }])
      expect(errorsOf({ ...EXAMPLE_ENV, ...env, WORKERS: '0' })).toContain(
        'WORKERS: expected a number of processes from 1 to 99',
      );
  });

  test('has a port of its own for the metrics of several workers', () => {
    const env = { ...EXAMPLE_ENV, REDIS_URL: 'redis://127.0.0.1:6379', WORKERS: '2' };
    expect(readConfig(env).operatorPort).toBe(4001);
    expect(readConfig({ ...env, OPERATOR_PORT: '9464' }).operatorPort).toBe(9464);
    expect(errorsOf({ ...env, OPERATOR_PORT: '4000' })).toContain(
      'OPERATOR_PORT: expected another port than PORT: the primary process serves it, and the workers share PORT, got "4000"',
    );
  });

  test('serves all sites in development, none in production, and the sites that SITES names', () => {
    const all = ['app', 'reader', 'explorer', 'docs', 'mcp'];
    expect(servedSites(readConfig(EXAMPLE_ENV).sites)).toEqual(all);
    expect(servedSites(readConfig(production).sites)).toEqual([]);
    for (const env of [EXAMPLE_ENV, production]) {
      expect(servedSites(readConfig({ ...env, SITES: 'docs, reader' }).sites)).toEqual(['reader', 'docs']);
      expect(servedSites(readConfig({ ...env, SITES: 'off' }).sites)).toEqual([]);
    }
  });

  test('lists faults of SITES with all other faults', () => {
    const errors = errorsOf({ ...production, SITES: 'docs,graphiql', WORKERS: '0' });
    expect(errors).toContain(
      'SITES: expected names of app, reader, explorer, docs, mcp, such as docs,explorer, or off, got "docs,graphiql"',
    );
    expect(errors).toContain('WORKERS: expected');
    for (const value of ['on', 'DOCS', 'docs,', 'docs,off', 'docs;mcp'])
      expect([value, errorsOf({ ...production, SITES: value })]).toEqual([
        value,
        expect.stringContaining(`SITES: expected names of`),
      ]);
    expect(errorsOf({ ...production, SITES: 'explorer,mcp' })).toContain(
      'SITES: expected docs beside explorer, which links to the documentation, got "explorer,mcp"',
    );
  });

  test('returns a deeply frozen value', () => {
    const config = readConfig(EXAMPLE_ENV);
    const parts = [
      config,
      config.sites,
      config.content,
      config.media,
      config.media.signingKey,
      config.search,
    ];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });

  test('defaults to the hosts of the providers', () => {
    const config = readConfig({
      ...EXAMPLE_ENV,
      SANITY_API_HOST: '',
      MUX_HOST: ' ',
    });
    expect(config.content.apiHost).toBeUndefined();
    expect(config.media).toMatchObject({
      streamUrl: 'https://stream.mux.com',
      imageUrl: 'https://image.mux.com',
    });
    expect(config.media.baseUrl).toBeUndefined();
  });

  test('MUX_HOST: is a custom domain of the streams and images, or the URL of another host', () => {
    const mediaAt = (MUX_HOST: string) => readConfig({ ...EXAMPLE_ENV, MUX_HOST }).media;
    expect(mediaAt('media.example.org')).toMatchObject({
      streamUrl: 'https://stream.media.example.org',
      imageUrl: 'https://image.media.example.org',
    });
    expect(mediaAt('media.example.org').baseUrl).toBeUndefined();
    const url = 'https://mux.example.org';
    expect(mediaAt(`${url}/`)).toMatchObject({ baseUrl: url, streamUrl: url, imageUrl: url });
    for (const value of [
      'media',
      'https://user:canary@example.org',
      'a..b',
      'media.example.org/x',
      '127.0.0.1',
      'media.0x7f',
    ])
      expect(errorsOf({ ...EXAMPLE_ENV, MUX_HOST: value })).toMatch(
        /MUX_HOST: expected a custom domain [^@]+$/,
      );
  });

  test('parses the limits of calls to each provider', () => {
    const callLimitsOf = (RATE_LIMIT_CALLS: string) =>
      readConfig({ ...EXAMPLE_ENV, RATE_LIMIT_CALLS }).callLimits;
    const search = {
      anonymous: { maximum: 1000, restoreRate: 200 },
      key: { maximum: 4000, restoreRate: 800 },
    };
    expect(callLimitsOf('')).toEqual({ content: {}, media: {}, search });
    expect(callLimitsOf('off')).toEqual({ content: {}, media: {}, search: {} });
    expect(callLimitsOf('content.total=1000/200, search.key=off,media.key=5/1')).toEqual({
      content: { total: { maximum: 1000, restoreRate: 200 } },
      media: { key: { maximum: 5, restoreRate: 1 } },
      search: { anonymous: search.anonymous },
    });
    for (const value of ['search.everyone=1/1', 'key=1/1', 'search.key', 'search.key=1', 'search.key=1/1=2'])
      expect(errorsOf({ ...EXAMPLE_ENV, RATE_LIMIT_CALLS: value })).toMatch(
        /RATE_LIMIT_CALLS: expected calls and calls restored per second by provider .*, got/,
      );
  });

  test('derives the limits of addresses and keys, and the deadlines of calls', () => {
    const config = readConfig(EXAMPLE_ENV);
    expect(config.subscriptions).toEqual({
      maxConnections: 5000,
      maxConnectionsPerAddress: 50,
      maxConnectionsPerKey: 500,
    });
    const deadlines = ({ content, media, search }: typeof config) =>
      [content, media, search].map(({ timeoutMs }) => timeoutMs);
    expect(deadlines(config)).toEqual([1500, 1500, 800]);
    expect(deadlines(readConfig({ ...EXAMPLE_ENV, OPERATION_TIMEOUT_SECONDS: '10' }))).toEqual([
      3000, 3000, 1600,
    ]);
  });

  test('logs each response at info in production, and at debug in development', () => {
    const isLogged = (env: typeof EXAMPLE_ENV, level: string) =>
      readConfig({ ...env, LOG_LEVEL: level }).logsRequests;
    expect(['debug', '', 'warn'].map((level) => isLogged(production, level))).toEqual([true, true, false]);
    expect(['debug', '', 'warn'].map((level) => isLogged(EXAMPLE_ENV, level))).toEqual([true, false, false]);
  });

  test('OIDC_SCOPES: is a claim, and optionally the scopes of its roles', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'x' };
    const scopesOf = (OIDC_SCOPES: string) =>
      readConfig({ ...EXAMPLE_ENV, ...oidc, OIDC_SCOPES }).access.oidc;
    expect(scopesOf('')).toMatchObject({ scopesClaim: 'scope', roles: new Map() });
    expect(scopesOf('cognito:groups Chief editors=read:drafts+index:write, a=b=keys:write')).toMatchObject({
      scopesClaim: 'cognito:groups',
      roles: new Map([
        ['Chief editors', ['read:drafts', 'index:write']],
        ['a=b', ['keys:write']],
      ]),
    });
    for (const value of ['groups editor', 'groups editor=read', 'groups =keys:write', 'groups a=keys:write,'])
      expect(errorsOf({ ...EXAMPLE_ENV, ...oidc, OIDC_SCOPES: value })).toContain(
        'OIDC_SCOPES: expected a claim',
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

  test('lists malformed values, and names settings without a value beside them', () => {
    const message = errorsOf({
      ...EXAMPLE_ENV,
      PORT: '70000',
      LOG_LEVEL: 'loud',
      SANITY_DATASET: 'v 1',
      MUX_TOKEN_ID: '',
    });
    expect(message).toContain('PORT: expected a port from 0 to 65535, got "70000"');
    expect(message).toContain('LOG_LEVEL: expected one of trace, debug');
    expect(message).toContain('SANITY_DATASET: expected a dataset name of lower-case letters');
    expect(message).toContain('MUX_TOKEN_ID is missing');
    expect(message).toContain('4 errors');
  });

  test.each(['MUX_SIGNING_KEY', 'MUX_PRIVATE_KEY'])(
    'requires %s if the other half of the signing key is set',
    (name) => {
      expect(errorsOf({ ...EXAMPLE_ENV, [name]: '' })).toContain(`${name} is missing`);
    },
  );

  test('defaults the cache to 60 s and 64 MB, and rejects fractions and zero', () => {
    expect(readConfig(EXAMPLE_ENV).cache).toEqual({ ttlSeconds: 60, maxBytes: 64 * 1024 * 1024 });
    const custom = { CACHE_TTL: '0', CACHE_MEMORY_MB: '8', CDN_PURGE_URL: 'https://cdn.example/purge/' };
    expect(readConfig({ ...EXAMPLE_ENV, ...custom }).cache).toEqual({
      ttlSeconds: 0,
      maxBytes: 8 * 1024 * 1024,
      purge: { url: 'https://cdn.example/purge' },
    });
    expect(errorsOf({ ...EXAMPLE_ENV, CACHE_TTL: '1.5', CACHE_MEMORY_MB: '0' })).toContain('2 errors');
  });

  test('rejects the secrets of .env.example in production, and accepts other secrets', () => {
    const secrets = Object.keys(EXAMPLE_ENV).filter((name) => EXAMPLE_ENV[name] !== production[name]);
    expect(secrets).toHaveLength(10);
    const message = errorsOf({ ...EXAMPLE_ENV, NODE_ENV: 'production' });
    for (const name of secrets)
      expect(message).toContain(
        `${name}: expected a secret of your own, got the published one of .env.example`,
      );
    expect(message).toContain('10 errors');
    for (const secret of secrets) expect(message).not.toContain(EXAMPLE_ENV[secret]);
    expect(errorsOf(production)).toBe('');
  });

  test('rejects the private key of .env.example as a PEM', () => {
    const MUX_PRIVATE_KEY = Buffer.from(EXAMPLE_ENV.MUX_PRIVATE_KEY as string, 'base64').toString();
    expect(errorsOf({ ...production, MUX_PRIVATE_KEY })).toContain(
      'MUX_PRIVATE_KEY: expected a secret of your own',
    );
  });

  test('lists a missing SEED_DIR beside other errors; production does not read it', () => {
    const message = errorsOf({ ...EXAMPLE_ENV, SEED_DIR: 'missing', PORT: 'x' });
    expect(message).toContain(
      'SEED_DIR: expected the path of a folder, or of an export with the ending .tar.gz, got "missing"',
    );
    expect(message).toContain('2 errors');
    expect(errorsOf({ ...production, SEED_DIR: 'missing' })).toBe('');
  });

  test('names variables that nothing reads, without their values', () => {
    const env = { ...EXAMPLE_ENV, MUX_TOKEN_ID: '', MUX_TOKENID: 'canary', VITE_COLOUR: 'canary', HOME: '/' };
    const message = errorsOf(env);
    expect(message).toMatch(/MUX_TOKEN_ID is missing[\s\S]*MUX_TOKENID: .*; did you mean MUX_TOKEN_ID\?/);
    expect(message).not.toMatch(/canary|VITE_COLOUR|HOME/);
    const { unknownVariables } = readConfig({ ...env, MUX_TOKEN_ID: 'x' }, ['VITE_COLOUR']);
    expect(unknownVariables).toEqual([
      { name: 'MUX_TOKENID', nearest: 'MUX_TOKEN_ID' },
      { name: 'VITE_COLOUR' },
    ]);
  });

  test('removed settings: are errors that name what replaces them, also beside other errors', () => {
    const message = errorsOf({ ...EXAMPLE_ENV, MUX_BASE_URL: 'canary', EMULATOR_ORIGINS: '', PORT: 'x' });
    expect(message).toContain('2 errors');
    expect(message).toContain(
      'MUX_BASE_URL: expected the name of a setting, got a name that nothing reads any more; rename it to MUX_HOST',
    );
    expect(message).not.toContain('canary');
  });

  test('allows a missing signing key', () => {
    expect(
      readConfig({ ...EXAMPLE_ENV, MUX_SIGNING_KEY: '', MUX_PRIVATE_KEY: '' }).media.signingKey,
    ).toBeUndefined();
  });

  test.each([
    ['SANITY_READ_TOKEN', 'canary secret with spaces'],
    ['MUX_PRIVATE_KEY', 'canary-not-a-key'],
    ['REDIS_URL', 'http://user:canary@127.0.0.1'],
    ['SANITY_API_HOST', 'https://user:canary@example.org'],
    ['CDN_PURGE_TOKEN', 'canary token with spaces'],
    ['CDN_PURGE_URL', 'https://user:canary@example.org/purge'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'http://example.org?token=canary'],
  ])('keeps the value of %s out of messages', (name, value) => {
    const message = errorsOf({ ...EXAMPLE_ENV, [name]: value });
    expect(message).toContain(`${name}: expected`);
    expect(message).not.toContain('canary');
  });

  test('redacts a password of REDIS_URL that is not percent-encoded', () => {
    const config = readConfig({ ...EXAMPLE_ENV, REDIS_URL: 'redis://:canary%zz@127.0.0.1' });
    expect(config.secrets).toContain('canary%zz');
  });

  test.each([
    ['a name that HTTP forbids', 'http://example.org?token=abc'],
    ['a line break in a value', 'authorization=abc%0d%0ax-other: 1'],
    ['a line break at the end of a value', 'authorization=Bearer%20abc%0A'],
    ['a control character in a value', 'authorization=a%01b'],
  ])('rejects trace headers with %s', (_description, value) => {
    expect(errorsOf({ ...EXAMPLE_ENV, OTEL_EXPORTER_OTLP_HEADERS: value })).toMatch(
      /\n {2}OTEL_EXPORTER_OTLP_HEADERS: expected HTTP headers such as name=value,other=value\n/,
    );
  });

  test('decodes percent-encoded trace headers', () => {
    const { tracing } = readConfig({
      ...EXAMPLE_ENV,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    });
    expect(tracing?.headers).toEqual({ authorization: 'Bearer abc' });
  });

  test('lists a malformed OIDC issuer beside a missing audience', () => {
    const message = errorsOf({ ...EXAMPLE_ENV, OIDC_ISSUER: 'x' });
    expect(message).toContain('OIDC_ISSUER: expected a URL');
    expect(message).toContain('OIDC_AUDIENCE is missing');
  });

  test.each(['a b', 'http://localhost', '1.2.3.4.5', '[::1]', 'x/y'])('rejects the host %s', (HOST) => {
    expect(errorsOf({ ...EXAMPLE_ENV, HOST })).toContain('HOST: expected a host name or an IP address');
  });

  test('uses the loopback address for a wildcard host', () => {
    expect(readConfig({ ...EXAMPLE_ENV, HOST: '0.0.0.0', PORT: '5000' }).publicUrl).toBe(
      'http://127.0.0.1:5000',
    );
    expect(readConfig({ ...EXAMPLE_ENV, HOST: '::1' }).publicUrl).toBe('http://[::1]:4000');
    expect(readConfig({ ...EXAMPLE_ENV, PUBLIC_URL: 'https://example.org/' }).publicUrl).toBe(
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
    const { REDIS_URL: _none, ...rest } = EXAMPLE_ENV;
    const env = {
      ...rest,
      SANITY_READ_TOKEN: '',
      SANITY_READ_TOKEN_FILE: fileWith('read', 'token-in-a-file\n'),
      MUX_PRIVATE_KEY: '',
      MUX_PRIVATE_KEY_FILE: fileWith('key', `${EXAMPLE_ENV.MUX_PRIVATE_KEY}\n`),
      REDIS_URL_FILE: fileWith('redis', 'redis://:password-in-a-file@127.0.0.1\n'),
    };
    const config = readConfig(env);
    expect(config.content.readToken).toBe('token-in-a-file');
    expect(config.media.signingKey?.privateKey).toBe(EXAMPLE_ENV.MUX_PRIVATE_KEY);
    expect(config.redisUrl).toBe('redis://:password-in-a-file@127.0.0.1');
    expect(config.secrets).toEqual(expect.arrayContaining(['token-in-a-file', 'password-in-a-file']));
  });

  test('rejects a secret that is given twice, an empty file and a missing one', () => {
    const message = errorsOf({
      ...EXAMPLE_ENV,
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
