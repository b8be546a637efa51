import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PROVIDERS, type Provider } from '../core/errors.ts';
import { DEFAULT_LOCALES } from '../core/locales.ts';
import { isScope, SCOPES } from '../core/scopes.ts';
import { callLimits, DEFAULT_CALL_LIMITS } from './callLimits.ts';
import type { CacheConfig, Config, OidcConfig, RateLimitConfig, SubscriptionsConfig } from './config.ts';
import { type ConfigParser, createConfigParser, ifDefined } from './configParser.ts';
import { type Environment, isProduction, schemaFolder } from './environment.ts';
import {
  baseUrl,
  emulatorPort,
  type Format,
  folder,
  host,
  httpUrl,
  listOf,
  locales,
  localUrlHost,
  logLevel,
  MIB,
  megabytes,
  oneOf,
  oneWorker,
  onOrOff,
  port,
  portOfItsOwn,
  providerNames,
  type RateLimit,
  rateLimit,
  redisUrl,
  seconds,
  secret,
  seed,
  sitePath,
  text,
  timeoutSeconds,
  trustedProxies,
  wholeNumber,
  workerCount,
} from './formats.ts';
import { readContentAccount, readMediaAccount, readSearchAccount } from './readAccounts.ts';
import { readSites } from './sites.ts';
import { readTracingConfig } from './tracingConfig.ts';

const DEFAULT_OPERATOR_PORT = 4001;

/**
 * Parses the environment into one frozen value. An empty variable counts as unset.
 * @param declared variable names in `.env`; names that no setting has are reported
 * @throws ConfigError that lists all missing and malformed variables
 */
export function readConfig(env: Environment, declared: readonly string[] = []): Config {
  const parser = createConfigParser(env, declared);
  const { optional } = parser;
  const production = isProduction(env);
  const hostName = optional('HOST', host) ?? '127.0.0.1';
  const portNumber = optional('PORT', port) ?? 4000;
  const workers = readWorkers(parser, production);
  // Only checked here: the emulators read it themselves.
  if (!production) optional('EMULATOR_PORT', emulatorPort);
  // With a malformed value, the errors of all accounts are listed.
  const providers = optional('PROVIDERS', providerNames) ?? PROVIDERS;
  const accountOf = (provider: Provider) => (providers.includes(provider) ? parser : parser.ignored);
  const schemaDir = optional('SCHEMA_DIR', folder) ?? schemaFolder(env);
  const sites = readSites(parser, production);
  const operationTimeoutMs = optional('OPERATION_TIMEOUT_SECONDS', timeoutSeconds) ?? 5000;
  const level = optional('LOG_LEVEL', logLevel) ?? 'info';
  const anonymous = optional('ANONYMOUS_ACCESS', oneOf('on', 'trusted', 'off')) ?? 'on';
  const config: Config = {
    host: hostName,
    port: portNumber,
    ...ifDefined('operatorPort', readOperatorPort(parser, portNumber, { isProduction: production, workers })),
    publicUrl: optional('PUBLIC_URL', baseUrl) ?? `http://${localUrlHost(hostName)}:${portNumber}`,
    isProduction: production,
    workers,
    stateDir: optional('STATE_DIR', text) ?? '.state',
    ...ifDefined('redisUrl', optional('REDIS_URL', redisUrl)),
    cache: readCache(parser),
    access: Object.freeze({ allowsAnonymous: anonymous !== 'off', ...ifDefined('oidc', readOidc(parser)) }),
    maxDuplicateFields: 100,
    maxResponseBytes: 4 * MIB,
    maxCost: optional('MAX_COST', wholeNumber) ?? 20_000,
    rateLimits: readRateLimits(parser),
    callLimits: optional('RATE_LIMIT_CALLS', callLimits) ?? DEFAULT_CALL_LIMITS,
    trustProxy: optional('TRUST_PROXY', trustedProxies) ?? 'off',
    operationTimeoutMs,
    subscriptions: readSubscriptions(parser),
    persistedQueries: Object.freeze({
      requiresTrustedDocuments: anonymous === 'trusted',
      manifestDir: join(schemaDir, 'trusted-documents'),
    }),
    isSubgraph: optional('FEDERATION', onOrOff) ?? false,
    loadSheddingDelayMs: optional('LOAD_SHEDDING_DELAY_MS', wholeNumber) ?? 200,
    // A load balancer needs the grace period; there is none in development.
    drainGraceSeconds: optional('DRAIN_GRACE_SECONDS', seconds) ?? (production ? 5 : 0),
    consumesChanges: optional('CONSUME_CHANGES', onOrOff) ?? true,
    logLevel: level,
    logsRequests: ['trace', 'debug', ...(production ? ['info'] : [])].includes(level),
    ...ifDefined('tracing', readTracingConfig(parser)),
    ...ifDefined('metricsToken', optional('METRICS_TOKEN', secret)),
    secrets: parser.secrets,
    schemaDir,
    sites,
    // Production has no emulators.
    ...ifDefined('seedDir', optional('SEED_DIR', production ? text : seed)),
    providers,
    previewPath: optional('PREVIEW_PATH', sitePath) ?? '/api/preview/enable',
    locales: optional('LOCALES', locales) ?? DEFAULT_LOCALES,
    content: readContentAccount(parser, operationTimeoutMs),
    media: readMediaAccount(accountOf('media'), operationTimeoutMs),
    search: readSearchAccount(accountOf('search'), operationTimeoutMs),
    // The last property, because all other properties read variables.
    unknownVariables: parser.findUnknown(),
  };
  parser.throwIfInvalid();
  Object.freeze(config.secrets);
  return Object.freeze(config);
}

/** Reads the number of processes that serve requests. Several share their state through Redis. */
function readWorkers({ optional, isSet }: ConfigParser, isProduction: boolean): number {
  const hasRedis = isSet('REDIS_URL', redisUrl);
  const given = optional('WORKERS', workerCount) && optional('WORKERS', hasRedis ? workerCount : oneWorker);
  return given ?? (isProduction && hasRedis ? availableParallelism() : 1);
}

/**
 * Returns the port of `/metrics`; undefined if it is on the public port, as in development or if both are equal. With several workers
 * it is always a port of its own.
 */
function readOperatorPort(
  { optional }: ConfigParser,
  publicPort: number,
  { isProduction, workers }: Pick<Config, 'isProduction' | 'workers'>,
): number | undefined {
  const given = optional('OPERATOR_PORT', port);
  if (given === undefined) return isProduction || workers > 1 ? DEFAULT_OPERATOR_PORT : undefined;
  if (given !== publicPort || publicPort === 0) return given;
  return workers > 1 ? optional('OPERATOR_PORT', portOfItsOwn) : undefined;
}

function readCache({ optional }: ConfigParser): CacheConfig {
  const ttlSeconds = optional('CACHE_TTL', seconds) ?? 60;
  const maxBytes = optional('CACHE_MEMORY_MB', megabytes) ?? 64 * MIB;
  const purgeUrl = optional('CDN_PURGE_URL', baseUrl);
  const token = optional('CDN_PURGE_TOKEN', secret);
  const purge = purgeUrl === undefined ? undefined : { url: purgeUrl, ...ifDefined('token', token) };
  return Object.freeze({ ttlSeconds, maxBytes, ...ifDefined('purge', purge) });
}

/** The claim with an editor's scopes or roles, and the scopes of each role: `groups editor=read:drafts+index:write`. */
const editorScopes: Format<Pick<OidcConfig, 'scopesClaim' | 'roles'>> = {
  expected: `a claim such as scope, or a claim, a space and roles with scopes of ${SCOPES.join(', ')}, such as groups editor=read:drafts+index:write`,
  parse(value) {
    const [scopesClaim = ''] = value.split(/\s/, 1);
    const rest = value.slice(scopesClaim.length).trim();
    const roles = rest === '' ? [] : listOf(rest).map(splitRole);
    const isValid = roles.every(([role, scopes]) => role !== '' && scopes.every(isScope));
    return isValid
      ? { scopesClaim, roles: new Map(roles.map(([role, scopes]) => [role, scopes.filter(isScope)])) }
      : undefined;
  },
};

/** Splits `role=scopes` at the last `=`: the name of a role may contain one. */
function splitRole(part: string): readonly [string, readonly string[]] {
  const at = part.lastIndexOf('=');
  return [
    part.slice(0, Math.max(at, 0)).trim(),
    part
      .slice(at + 1)
      .trim()
      .split('+'),
  ];
}

function readOidc({ optional, required, isSet }: ConfigParser): OidcConfig | undefined {
  const scopes = optional('OIDC_SCOPES', editorScopes) ?? { scopesClaim: 'scope', roles: new Map() };
  if (!isSet('OIDC_ISSUER', httpUrl) && !isSet('OIDC_AUDIENCE', text)) return undefined;
  const issuer = required('OIDC_ISSUER', httpUrl);
  // Without an audience, tokens issued for other services would be accepted.
  return Object.freeze({ issuer, audience: required('OIDC_AUDIENCE', text), ...scopes });
}

function readRateLimits({ optional }: ConfigParser): RateLimitConfig {
  const read = (caller: 'anonymous' | 'key', name: string, standard: RateLimit) => {
    const limit = optional(name, rateLimit);
    return ifDefined(caller, limit === undefined ? standard : (limit ?? undefined));
  };
  return Object.freeze({
    ...read('anonymous', 'RATE_LIMIT_ANONYMOUS', { maximum: 100_000, restoreRate: 2000 }),
    ...read('key', 'RATE_LIMIT_KEY', { maximum: 400_000, restoreRate: 8000 }),
  });
}

/** Reads the limits of connections: one address can have a hundredth of all, and one key a tenth. */
function readSubscriptions({ optional }: ConfigParser): SubscriptionsConfig {
  const maxConnections = optional('MAX_SUBSCRIPTION_CONNECTIONS', wholeNumber) ?? 5000;
  return Object.freeze({
    maxConnections,
    maxConnectionsPerAddress: Math.ceil(maxConnections / 100),
    maxConnectionsPerKey: Math.ceil(maxConnections / 10),
  });
}
