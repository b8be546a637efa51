import type {
  AccessConfig,
  CacheConfig,
  Config,
  OidcConfig,
  PersistedQueriesConfig,
  RateLimitConfig,
  SubscriptionsConfig,
} from './config.ts';
import { type Environment, isProduction } from './environment.ts';
import {
  address,
  type LogLevel,
  logLevel,
  megabytes,
  onOrOff,
  port,
  proxies,
  rateLimit,
  readRateLimit,
  readRoles,
  redis,
  scopesOfRoles,
  seconds,
  secret,
  text,
  timeoutSeconds,
  wholeNumber,
} from './formats.ts';
import { readContentAccount, readMediaAccount, readSearchAccount } from './readAccounts.ts';
import { type ConfigReader, createConfigReader, given } from './reader.ts';
import { readTracing } from './tracingConfig.ts';

/**
 * Reads the environment into one frozen value. An empty variable counts as absent.
 * @throws ConfigError that lists every missing and malformed variable
 */
export function readConfig(env: Environment): Config {
  const reader = createConfigReader(env);
  const { optional, url } = reader;
  const production = isProduction(env);
  const host = optional('HOST', text) ?? '127.0.0.1';
  const portNumber = Number(optional('PORT', port) ?? 4000);
  const config: Config = {
    host,
    port: portNumber,
    publicUrl: url('PUBLIC_URL') ?? `http://${urlHost(host)}:${portNumber}`,
    production,
    stateDir: optional('STATE_DIR', text) ?? '.state',
    ...given('redisUrl', optional('REDIS_URL', redis)),
    cache: readCache(reader),
    access: readAccess(reader),
    maxDuplicateFields: Number(optional('MAX_DUPLICATE_FIELDS', wholeNumber) ?? 30),
    maxCost: Number(optional('MAX_COST', wholeNumber) ?? 20_000),
    rateLimits: readRateLimits(reader),
    trustProxy: optional('TRUST_PROXY', proxies) ?? 'off',
    operationTimeoutMs: 1000 * Number(optional('OPERATION_TIMEOUT_SECONDS', timeoutSeconds) ?? 5),
    subscriptions: readSubscriptions(reader),
    persistedQueries: readPersistedQueries(reader),
    maxEventLoopDelayMs: Number(optional('MAX_EVENT_LOOP_DELAY_MS', wholeNumber) ?? 200),
    // Only a load balancer needs the grace period.
    drainGraceSeconds: Number(optional('DRAIN_GRACE_SECONDS', seconds) ?? (production ? 5 : 0)),
    consumesChanges: optional('CONSUME_CHANGES', onOrOff) !== 'off',
    logLevel: (optional('LOG_LEVEL', logLevel) ?? 'info') as LogLevel,
    logsRequests: (optional('LOG_REQUESTS', onOrOff) ?? (production ? 'on' : 'off')) === 'on',
    ...given('tracing', readTracing(optional)),
    ...given('metricsToken', optional('METRICS_TOKEN', secret)),
    secrets: reader.secrets,
    schemaDir: optional('SCHEMA_DIR', text) ?? 'schema/model',
    ...given('seedDir', optional('SEED_DIR', text)),
    content: readContentAccount(reader),
    media: readMediaAccount(reader),
    search: readSearchAccount(reader),
  };
  reader.finish();
  Object.freeze(config.secrets);
  return Object.freeze(config);
}

function readCache({ optional, url }: ConfigReader): CacheConfig {
  const ttlSeconds = Number(optional('CACHE_TTL', seconds) ?? 60);
  const maxBytes = Number(optional('CACHE_MEMORY_MB', megabytes) ?? 64) * 1024 * 1024;
  const address = url('PURGE_URL');
  const token = optional('PURGE_TOKEN', secret);
  const purge = address === undefined ? undefined : { url: address, ...given('token', token) };
  return Object.freeze({ ttlSeconds, maxBytes, ...given('purge', purge) });
}

function readAccess(reader: ConfigReader): AccessConfig {
  return Object.freeze({
    anonymous: reader.optional('ANONYMOUS_ACCESS', onOrOff) !== 'off',
    ...given('oidc', readOidc(reader)),
  });
}

function readOidc({ optional, required, url }: ConfigReader): OidcConfig | undefined {
  const issuer = optional('OIDC_ISSUER', address);
  const audience = optional('OIDC_AUDIENCE', text);
  const jwksUrl = url('OIDC_JWKS_URL');
  const scopesClaim = optional('OIDC_SCOPES_CLAIM', text) ?? 'scope';
  const roles = readRoles(optional('OIDC_ROLES', scopesOfRoles) ?? '');
  if (issuer === undefined && audience === undefined) return undefined;
  // Without an audience, tokens issued for other services would be accepted.
  if (issuer === undefined) required('OIDC_ISSUER', address);
  if (audience === undefined) required('OIDC_AUDIENCE', text);
  const named = { issuer: issuer ?? '', audience: audience ?? '' };
  return Object.freeze({ ...named, ...given('jwksUrl', jwksUrl), scopesClaim, roles });
}

function readRateLimits({ optional }: ConfigReader): RateLimitConfig {
  return Object.freeze({
    ...given('anonymous', readRateLimit(optional('RATE_LIMIT_ANONYMOUS', rateLimit) ?? '100000/2000')),
    ...given('key', readRateLimit(optional('RATE_LIMIT_KEY', rateLimit) ?? '400000/8000')),
  });
}

function readSubscriptions({ optional }: ConfigReader): SubscriptionsConfig {
  return Object.freeze({
    connections: Number(optional('MAX_SUBSCRIPTION_CONNECTIONS', wholeNumber) ?? 5000),
    perAddress: Number(optional('MAX_SUBSCRIPTION_CONNECTIONS_PER_ADDRESS', wholeNumber) ?? 50),
    perKey: Number(optional('MAX_SUBSCRIPTION_CONNECTIONS_PER_KEY', wholeNumber) ?? 500),
  });
}

function readPersistedQueries({ optional }: ConfigReader): PersistedQueriesConfig {
  return Object.freeze({
    trustedOnly: optional('TRUSTED_DOCUMENTS', onOrOff) === 'on',
    ...given('manifestDir', optional('TRUSTED_DOCUMENTS_DIR', text)),
  });
}

/** Returns the host of the URL: wildcard addresses become the loopback address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
