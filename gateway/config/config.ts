import type { Scope } from '../core/scopes.ts';
import type { LogLevel } from './formats.ts';
import type { TracingConfig } from './tracingConfig.ts';

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
  /** Times that one field may stand in one place of a document. */
  readonly maxDuplicateFields: number;
  readonly rateLimits: RateLimitConfig;
  /** Which proxies are believed: `off`, their number, or a list of their addresses. */
  readonly trustProxy: string;
  /** Milliseconds for one operation; it answers with what it has by then. */
  readonly operationTimeoutMs: number;
  readonly cache: CacheConfig;
  readonly access: AccessConfig;
  readonly subscriptions: SubscriptionsConfig;
  readonly persistedQueries: PersistedQueriesConfig;
  /** Milliseconds that the event loop may be late before requests are turned away; 0 turns none away. */
  readonly maxEventLoopDelayMs: number;
  /** Seconds for which requests are still taken after the gateway was told to end. */
  readonly drainGraceSeconds: number;
  /** Whether this gateway follows the providers' news; one that does not still hears of it from one that does. */
  readonly consumesChanges: boolean;
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
  readonly ttlSeconds: number;
  /** Bytes of memory that answers take at most. */
  readonly maxBytes: number;
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
export interface PersistedQueriesConfig {
  /** Whether callers without a key may send registered documents alone. */
  readonly trustedOnly: boolean;
  /** A folder of manifests of registered documents, beside the app's own. */
  readonly manifestDir?: string;
}

/** How many connections for subscriptions there may be at once. */
export interface SubscriptionsConfig {
  readonly connections: number;
  readonly perAddress: number;
  readonly perKey: number;
}

/** The account with Sanity, or with another host that speaks its protocol. */
export interface ContentConfig {
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
/** What a caller may use: a bucket of points that fills itself again. */
export interface RateLimit {
  /** Points there are at most. */
  readonly maximum: number;
  /** Points that come back in a second. */
  readonly restoreRate: number;
}
/** The budgets of the kinds of callers; what is undefined has no limit. */

export interface RateLimitConfig {
  /** Of each address without a key. */
  readonly anonymous?: RateLimit;
  /** Of each key, and of each editor. */
  readonly key?: RateLimit;
}
