import type { Provider } from '../core/errors.ts';
import type { Locales } from '../core/locales.ts';
import type { Scope } from '../core/scopes.ts';
import type { LogLevel, RateLimit } from './formats.ts';
import type { Sites } from './sites.ts';
import type { TracingConfig } from './tracingConfig.ts';
import type { UnknownVariable } from './unknownVariables.ts';

/** The configuration of the gateway, parsed once from the environment and frozen. URLs have no trailing slash. */
export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The port of `/metrics`, 0 for any free port; undefined if it is on the public port. */
  readonly operatorPort?: number;
  /** The URL of the gateway for clients. */
  readonly publicUrl: string;
  readonly isProduction: boolean;
  /** The number of processes that serve requests. With 1, the gateway is one process. */
  readonly workers: number;
  readonly stateDir: string;
  readonly redisUrl?: string;
  /** The cost limit of one operation, in points. */
  readonly maxCost: number;
  /** The size limit of a GraphQL response. */
  readonly maxResponseBytes: number;
  /** The number of times that a selection may contain the same field. */
  readonly maxDuplicateFields: number;
  readonly rateLimits: RateLimitConfig;
  readonly callLimits: Readonly<Record<Provider, CallLimits>>;
  /** Proxies whose forwarding headers are trusted: `off`, their number, or a list of their addresses. */
  readonly trustProxy: string;
  /** After it, an operation responds with partial data. */
  readonly operationTimeoutMs: number;
  readonly cache: CacheConfig;
  readonly access: AccessConfig;
  readonly subscriptions: SubscriptionsConfig;
  readonly persistedQueries: PersistedQueriesConfig;
  /** True if the API is also a subgraph of Apollo Federation. */
  readonly isSubgraph: boolean;
  /** Delay of the event loop or the thread pool above which requests are rejected with 503; 0: no limit. */
  readonly loadSheddingDelayMs: number;
  /** Seconds after SIGTERM in which the gateway still accepts requests. */
  readonly drainGraceSeconds: number;
  /** True if this instance reads live events, webhooks and index jobs. Other instances receive the changes through Redis. */
  readonly consumesChanges: boolean;
  readonly logLevel: LogLevel;
  /** True if every response is logged. */
  readonly logsRequests: boolean;
  /** Undefined without an OTLP endpoint. */
  readonly tracing?: TracingConfig;
  /** The bearer token of `/metrics`; undefined if everybody who reaches the port may read them. */
  readonly metricsToken?: string;
  /** Values that are redacted from logs and traces. */
  readonly secrets: readonly string[];
  readonly schemaDir: string;
  /** What is served besides the API. */
  readonly sites: Sites;
  /** The providers in use. Fields of other providers are not in the schema, and their accounts are not read. */
  readonly providers: readonly Provider[];
  readonly seedDir?: string;
  /** The path that the Studio's Presentation tool opens to enable previews. */
  readonly previewPath: string;
  /** The languages of the content. */
  readonly locales: Locales;
  readonly content: ContentConfig;
  readonly media: MediaConfig;
  readonly search: SearchConfig;
  /** Variables that look like settings and that nothing reads. */
  readonly unknownVariables: readonly UnknownVariable[];
}

/** The response cache. */
export interface CacheConfig {
  /** Maximum age of a cached response; 0 disables the cache. */
  readonly ttlSeconds: number;
  readonly maxBytes: number;
  /** The purge endpoint of a CDN, and its bearer token. */
  readonly purge?: { readonly url: string; readonly token?: string };
}

/** Authentication. */
export interface AccessConfig {
  /** True if published content may be read without an API key. */
  readonly allowsAnonymous: boolean;
  /** Sign-in of editors; undefined without an OIDC provider. */
  readonly oidc?: OidcConfig;
}

/** An OpenID Connect provider. */
export interface OidcConfig {
  /** The `iss` claim of its tokens. */
  readonly issuer: string;
  /** The `aud` claim of tokens for this deployment. */
  readonly audience: string;
  /** The claim that lists an editor's scopes or roles. */
  readonly scopesClaim: string;
  /** Maps roles of the provider to scopes. */
  readonly roles: ReadonlyMap<string, readonly Scope[]>;
}

/** Persisted queries and trusted documents. */
export interface PersistedQueriesConfig {
  /** True if clients without an API key may only send registered documents. */
  readonly requiresTrustedDocuments: boolean;
  /** A folder with manifests of further registered documents, which can be missing; the documents of the app are always registered. */
  readonly manifestDir: string;
}

/** Limits of simultaneous subscription connections. */
export interface SubscriptionsConfig {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxConnectionsPerKey: number;
}

/** An account at Sanity, or at another host with the same API. */
export interface ContentConfig {
  readonly projectId: string;
  readonly dataset: string;
  /** A date, e.g. `2025-02-19`. */
  readonly apiVersion: string;
  readonly readToken: string;
  readonly writeToken?: string;
  /** Token that may manage the webhooks of the project. Only commands use it. */
  readonly managementToken?: string;
  readonly webhookSecret?: string;
  readonly apiHost?: string;
  /** True if queries of published documents are sent to the API CDN. */
  readonly usesCdn: boolean;
  /** Timeout of a query that clients wait for. */
  readonly timeoutMs: number;
}

/** An account at Mux, or at another host with the same API. */
export interface MediaConfig {
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookSecret?: string;
  /** Signs URLs of videos with the signed playback policy. The private key is a PEM, plain or in base64. */
  readonly signingKey?: { readonly id: string; readonly privateKey: string };
  /** A signed URL works at least this much longer than its video lasts, so that playback can pause. */
  readonly signedUrlMarginSeconds: number;
  readonly baseUrl?: string;
  readonly streamUrl: string;
  readonly imageUrl: string;
  /** Timeout of a request that clients wait for. */
  readonly timeoutMs: number;
}

/** An account at Algolia, or at another host with the same API. */
export interface SearchConfig {
  readonly appId: string;
  readonly searchKey: string;
  readonly writeKey?: string;
  readonly indexPrefix: string;
  /** Query languages by ISO 639-1, for stop words and plurals. */
  readonly languages?: readonly string[];
  readonly host?: string;
  /** Timeout of a search. */
  readonly timeoutMs: number;
}

/** Rate limits by kind of client; undefined means unlimited. */
export interface RateLimitConfig {
  /** For each address without an API key. */
  readonly anonymous?: RateLimit;
  /** For each API key, and each editor. */
  readonly key?: RateLimit;
}

/** Limits of the calls to one provider; undefined means unlimited. */
export interface CallLimits extends RateLimitConfig {
  /** For all callers together. */
  readonly total?: RateLimit;
}
