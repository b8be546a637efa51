import type { BudgetConfig } from './budgets/budgets.ts';
import {
  address,
  budget,
  deadline,
  type Format,
  type LogLevel,
  languageCodes,
  logLevel,
  megabytes,
  named,
  onOrOff,
  port,
  privateKey,
  proxies,
  readBudget,
  readRoles,
  redis,
  scopesOfRoles,
  seconds,
  secret,
  text,
  wholeNumber,
} from './configFormats.ts';
import { type Environment, isProduction, readValue } from './environment.ts';
import type { Scope } from './scopes.ts';
import { readTracing, type TracingConfig } from './watching/tracingConfig.ts';

/** Everything the environment decides, read once and frozen. Addresses have no trailing slash. */
export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The address readers see. */
  readonly publicUrl: string;
  readonly production: boolean;
  readonly stateDir: string;
  readonly redisUrl?: string;
  /** What one operation may cost. */
  readonly maxCost: number;
  readonly budgets: BudgetConfig;
  /** Which proxies are believed: `off`, their number, or a list of their addresses. */
  readonly trustProxy: string;
  /** Milliseconds for one operation; it answers with what it has by then. */
  readonly operationDeadline: number;
  readonly cache: CacheConfig;
  readonly access: AccessConfig;
  readonly live: LiveConfig;
  readonly documents: DocumentsConfig;
  /** Milliseconds that the event loop may be late before requests are turned away; 0 turns none away. */
  readonly overloadDelay: number;
  /** Seconds for which requests are still taken after the gateway was told to end. */
  readonly drainGrace: number;
  /** Whether this gateway follows the providers' news; one that does not still hears of it from one that does. */
  readonly followsNews: boolean;
  readonly logLevel: LogLevel;
  /** Whether there is a line in the log for every answer. */
  readonly logsRequests: boolean;
  /** Where traces go; undefined where nobody collects them. */
  readonly tracing?: TracingConfig;
  /** What opens `/metrics`; undefined where it is open. */
  readonly metricsToken?: string;
  /** All that opens something: what no log and no trace may tell. */
  readonly secrets: readonly string[];
  readonly schemaDir: string;
  readonly seedDir?: string;
  readonly content: ContentConfig;
  readonly media: MediaConfig;
  readonly search: SearchConfig;
}

/** How long answers are kept, and who is told when they are not true any more. */
export interface CacheConfig {
  /** Seconds for which answers are fresh unless news of a change comes first; 0 keeps none. */
  readonly ttl: number;
  /** Bytes of memory that answers take at most. */
  readonly bytes: number;
  /** Where a CDN in front takes the tags of what has changed, and what opens it. */
  readonly purge?: { readonly url: string; readonly token?: string };
}

/** Who is let in. */
export interface AccessConfig {
  /** Whether what is published may be read without a key. */
  readonly anonymous: boolean;
  /** Who vouches for editors; undefined where nobody does. */
  readonly oidc?: OidcConfig;
}

/** A provider of identities, by OpenID Connect. */
export interface OidcConfig {
  /** As its tokens write it. */
  readonly issuer: string;
  /** What its tokens for this deployment are made out to. */
  readonly audience: string;
  /** Where its public keys are; it tells that itself unless given. */
  readonly jwksUrl?: string;
  /** The claim that names what an editor may do. */
  readonly scopesClaim: string;
  /** What the provider's roles are in scopes. */
  readonly roles: ReadonlyMap<string, readonly Scope[]>;
}

/** Which documents are answered. */
interface DocumentsConfig {
  /** Whether callers without a key may send registered documents alone. */
  readonly trustedOnly: boolean;
  /** A folder of manifests of registered documents, beside the app's own. */
  readonly folder?: string;
}

/** How many connections for subscriptions there may be at once. */
export interface LiveConfig {
  readonly connections: number;
  readonly perAddress: number;
  readonly perKey: number;
}

/** The account with Sanity, or with another host that speaks its protocol. */
interface ContentConfig {
  readonly projectId: string;
  readonly dataset: string;
  /** A date, e.g. `2025-02-19`. */
  readonly apiVersion: string;
  readonly readToken: string;
  readonly writeToken?: string;
  readonly webhookSecret?: string;
  readonly apiHost?: string;
}

/** The account with Mux, or with another host that speaks its protocol. */
export interface MediaConfig {
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookSecret?: string;
  /** For films with the signed policy; the private key is a PEM, as it stands or in base64. */
  readonly signingKey?: { readonly id: string; readonly privateKey: string };
  readonly baseUrl?: string;
  readonly streamUrl: string;
  readonly imageUrl: string;
}

/** The account with Algolia, or with another host that speaks its protocol. */
export interface SearchConfig {
  readonly appId: string;
  readonly searchKey: string;
  readonly writeKey?: string;
  readonly indexPrefix: string;
  /** In which questions are asked, by ISO 639-1: their empty words and plurals are known. */
  readonly languages?: readonly string[];
  readonly host?: string;
}

/** Where the value of a variable is found, by the beginning of its name. */
const WHERE: Readonly<Record<string, string>> = {
  SANITY_: 'manage.sanity.io → API',
  MUX_: 'dashboard.mux.com → Settings',
  ALGOLIA_: 'dashboard.algolia.com → API keys',
};

/** The environment cannot be used; the message lists every fault, and never the value of a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence for each variable at fault. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `the environment has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n` +
        `${faults.map((fault) => `  ${fault}`).join('\n')}\n` +
        'Every variable is explained in .env.example.',
    );
    this.faults = faults;
  }
}

/**
 * The environment as one frozen value. An empty variable is an absent one.
 * @throws ConfigError that lists every missing and every malformed variable at once.
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const secrets: string[] = [];
  const optional = (name: string, format: Format): string | undefined => {
    const value = readValue(env, name);
    if (value !== undefined) secrets.push(...(format.secretsIn?.(value) ?? []));
    if (value === undefined || format.matches(value)) return value;
    const came = format.secret ? '' : `, got ${JSON.stringify(value.slice(0, 80))}`;
    faults.push(`${name}: expected ${format.expected}${came}${whereOf(name)}`);
    return undefined;
  };
  const required = (name: string, format: Format): string => {
    if (readValue(env, name) === undefined)
      faults.push(`${name} is missing: expected ${format.expected}${whereOf(name)}`);
    return optional(name, format) ?? '';
  };
  const url = (name: string) => optional(name, address)?.replace(/\/+$/, '');

  const host = optional('HOST', text) ?? '127.0.0.1';
  const portNumber = Number(optional('PORT', port) ?? 4000);
  const config: Config = {
    host,
    port: portNumber,
    publicUrl: url('PUBLIC_URL') ?? `http://${visitable(host)}:${portNumber}`,
    production: isProduction(env),
    stateDir: optional('STATE_DIR', text) ?? '.state',
    ...given('redisUrl', optional('REDIS_URL', redis)),
    cache: {
      ttl: Number(optional('CACHE_TTL', seconds) ?? 60),
      bytes: Number(optional('CACHE_MEMORY_MB', megabytes) ?? 64) * 1024 * 1024,
      ...given('purge', readPurge()),
    },
    access: {
      anonymous: optional('ANONYMOUS_ACCESS', onOrOff) !== 'off',
      ...given('oidc', readOidc()),
    },
    maxCost: Number(optional('MAX_COST', wholeNumber) ?? 20_000),
    budgets: {
      ...given('anonymous', readBudget(optional('BUDGET_ANONYMOUS', budget) ?? '100000/2000')),
      ...given('key', readBudget(optional('BUDGET_KEY', budget) ?? '400000/8000')),
    },
    trustProxy: optional('TRUST_PROXY', proxies) ?? 'off',
    operationDeadline: 1000 * Number(optional('OPERATION_DEADLINE', deadline) ?? 5),
    live: {
      connections: Number(optional('LIVE_CONNECTIONS', wholeNumber) ?? 5000),
      perAddress: Number(optional('LIVE_CONNECTIONS_PER_ADDRESS', wholeNumber) ?? 50),
      perKey: Number(optional('LIVE_CONNECTIONS_PER_KEY', wholeNumber) ?? 500),
    },
    documents: {
      trustedOnly: optional('DOCUMENTS', named('any or trusted', /^(any|trusted)$/)) === 'trusted',
      ...given('folder', optional('DOCUMENTS_DIR', text)),
    },
    overloadDelay: Number(optional('OVERLOAD_DELAY', wholeNumber) ?? 200),
    // Without a balancer in front there is nobody to notice.
    drainGrace: Number(optional('DRAIN_GRACE', seconds) ?? (isProduction(env) ? 5 : 0)),
    followsNews: optional('FOLLOW_NEWS', onOrOff) !== 'off',
    logLevel: (optional('LOG_LEVEL', logLevel) ?? 'info') as LogLevel,
    logsRequests: (optional('LOG_REQUESTS', onOrOff) ?? (isProduction(env) ? 'on' : 'off')) === 'on',
    ...given('tracing', readTracing(optional)),
    ...given('metricsToken', optional('METRICS_TOKEN', secret)),
    secrets,
    schemaDir: optional('SCHEMA_DIR', text) ?? 'schema/model',
    ...given('seedDir', optional('SEED_DIR', text)),
    content: {
      projectId: required(
        'SANITY_PROJECT_ID',
        named('a project id of small letters, digits and dashes', /^[a-z0-9-]+$/),
      ),
      dataset: required(
        'SANITY_DATASET',
        named(
          'a dataset name of small letters, digits, dashes and underscores',
          /^~?[a-z0-9][a-z0-9_-]{0,63}$/,
        ),
      ),
      apiVersion:
        optional('SANITY_API_VERSION', named('a date such as 2025-02-19', /^\d{4}-\d{2}-\d{2}$/)) ??
        '2025-02-19',
      readToken: required('SANITY_READ_TOKEN', secret),
      ...given('writeToken', optional('SANITY_WRITE_TOKEN', secret)),
      ...given('webhookSecret', optional('SANITY_WEBHOOK_SECRET', secret)),
      ...given('apiHost', url('SANITY_API_HOST')),
    },
    media: {
      tokenId: required('MUX_TOKEN_ID', secret),
      tokenSecret: required('MUX_TOKEN_SECRET', secret),
      ...given('webhookSecret', optional('MUX_WEBHOOK_SECRET', secret)),
      ...given('signingKey', readSigningKey()),
      ...given('baseUrl', url('MUX_BASE_URL')),
      streamUrl: url('MUX_STREAM_URL') ?? 'https://stream.mux.com',
      imageUrl: url('MUX_IMAGE_URL') ?? 'https://image.mux.com',
    },
    search: {
      appId: required('ALGOLIA_APP_ID', named('an application id of letters and digits', /^[A-Za-z0-9]+$/)),
      searchKey: required('ALGOLIA_SEARCH_KEY', secret),
      ...given('writeKey', optional('ALGOLIA_WRITE_KEY', secret)),
      indexPrefix:
        optional('ALGOLIA_INDEX_PREFIX', named('letters, digits, dashes and underscores', /^[\w-]{1,64}$/)) ??
        'trivium',
      languages: (optional('ALGOLIA_LANGUAGES', languageCodes) ?? 'en').split(','),
      ...given('host', url('ALGOLIA_HOST')),
    },
  };
  if (faults.length > 0) throw new ConfigError(faults);
  for (const part of [
    config.cache,
    config.access,
    config.budgets,
    config.live,
    config.documents,
    config.content,
    config.media.signingKey,
    config.media,
    config.search,
    config.secrets,
  ])
    Object.freeze(part);
  return Object.freeze(config);

  function readPurge(): CacheConfig['purge'] {
    const address = url('PURGE_URL');
    const token = optional('PURGE_TOKEN', secret);
    return address === undefined ? undefined : { url: address, ...given('token', token) };
  }

  function readOidc(): OidcConfig | undefined {
    const issuer = optional('OIDC_ISSUER', address);
    const audience = optional('OIDC_AUDIENCE', text);
    const jwksUrl = url('OIDC_JWKS_URL');
    const scopesClaim = optional('OIDC_SCOPES_CLAIM', text) ?? 'scope';
    const roles = readRoles(optional('OIDC_ROLES', scopesOfRoles) ?? '');
    if (issuer === undefined && audience === undefined) return undefined;
    // Without an audience, a token made out to any other service would open this one.
    if (issuer === undefined) required('OIDC_ISSUER', address);
    if (audience === undefined) required('OIDC_AUDIENCE', text);
    const named = { issuer: issuer ?? '', audience: audience ?? '' };
    return Object.freeze({ ...named, ...given('jwksUrl', jwksUrl), scopesClaim, roles });
  }

  function readSigningKey(): MediaConfig['signingKey'] {
    const [id, key] = [readValue(env, 'MUX_SIGNING_KEY'), readValue(env, 'MUX_PRIVATE_KEY')];
    if (id === undefined && key === undefined) return undefined;
    return { id: required('MUX_SIGNING_KEY', secret), privateKey: required('MUX_PRIVATE_KEY', privateKey) };
  }
}

const given = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

const whereOf = (name: string): string => {
  const prefix = Object.keys(WHERE).find((start) => name.startsWith(start));
  return prefix ? ` (${WHERE[prefix]})` : '';
};

/** A host to listen on is not always one to visit. */
function visitable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
