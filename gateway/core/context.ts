import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { ApiKeyInfo } from './apiKeyInfo.ts';
import type { CacheRecord, OperationUsage } from './cachedOperation.ts';
import { type CachePolicy, createCachePolicy } from './cachePolicy.ts';
import { networkOf } from './clientAddress.ts';
import type { Locale } from './locales.ts';
import { createOperationCost, type OperationCost } from './operationCost.ts';
import type { OperationRequest } from './operationRequest.ts';
import type { PreviewInfo } from './previewInfo.ts';
import { heldScopes, type Scope } from './scopes.ts';

/**
 * A document as a projection returns it: its type and id, and each selected field under its response key.
 * The two fixed keys cannot be GraphQL names, so no alias can hide them.
 */
export interface Row {
  readonly '@type': string;
  readonly '@id': string;
  readonly [responseKey: string]: unknown;
}

/** The content provider as other provider modules use it. Calls of one step share one request. */
export interface ContentPort {
  /**
   * Returns a document with the fields that the selection names; null if it is not published.
   * @param id the document's `_id` in the content service
   */
  document(id: string, info: GraphQLResolveInfo): Promise<Row | null>;
  /**
   * Returns the playback ids that documents of videos name for the media asset; undefined unless a document of this operation's
   * perspective has the asset in a readable field, also within inline objects.
   * @param isReadable selects the fields by the names of their object type and themselves
   */
  playbackIdsOfAsset(asset: string, isReadable: IsReadable): Promise<readonly string[] | undefined>;
  /** Requests the sources of all values that the operation loads; see `sourcesAt`. */
  requestSources(): void;
  /** The language of the operation. */
  readonly locale: Locale;
  /** Returns the playback ids that documents of videos name for a media asset, whether or not a document has the asset. */
  namedPlaybackIds(asset: string): Promise<readonly string[]>;
  /**
   * Returns the titles of documents by facet value: a slug, or an id if the type has no slug. Unknown values are absent.
   * @param target a document type or a union
   */
  labels(target: string, values: readonly string[], locale: Locale): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the searchable documents that this operation reads in another version than the published one, the newest
   * first, and whether each matches the search. At most a few hundred are read.
   */
  draftOverlay(search: ContentSearch): Promise<readonly { readonly id: string; readonly matches: boolean }[]>;
  /**
   * Searches without the search provider: returns the ids of one slice of the documents that match all words of the query
   * by prefix, matches in the title first, and the number of matches by `_type`.
   * @param isCounted selects the types to count; it must include the types of the search
   */
  fallbackSearch(
    search: ContentSearch,
    slice: Slice,
    isCounted: (type: string) => boolean,
  ): Promise<{ readonly ids: readonly string[]; readonly totals: ReadonlyMap<string, number> }>;
}

/** Returns whether the caller may read a field, given the names of its object type and itself. */
export type IsReadable = (typeName: string, fieldName: string) => boolean;

/** A part of a list. */
export interface Slice {
  /** Number of rows before the slice. */
  readonly offset: number;
  /** Number of rows; 0 if only the count is needed. */
  readonly length: number;
}

/** A search in the content service. */
export interface ContentSearch {
  readonly query: string;
  readonly locale: Locale;
  /** Returns whether documents of this `_type` are searched. */
  includesType(type: string): boolean;
  /** The conditions of a `SearchFilter` by field, without the types. */
  readonly filter: Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>;
}

/** The media provider as other provider modules use it. */
export interface MediaPort {
  /**
   * Returns the asset as the parent value of `Video`; null if there is none with this id.
   * @param playbackIds the playback ids that documents name for it; see `withNamedPlaybackIds`
   * @throws UpstreamError
   */
  asset(id: string, playbackIds?: readonly string[]): object | null | Promise<object | null>;
  /**
   * Returns the URL of a still of the asset at a time in seconds; null if the asset cannot be played.
   * @param playbackIds as of `asset`
   */
  still(
    assetId: string,
    playbackIds: readonly string[],
    options: { time: number; width?: number | null | undefined },
  ): Promise<string | null>;
}

/** The content service's perspective of published documents. */
export const PUBLISHED = 'published';

/** The rights and the language that a response depends on. Responses of different audiences never share a cache entry. */
export interface Audience {
  /** The versions of documents that are read: `published`, `drafts` or a release. */
  readonly perspective: string;
  /** The language that the request asks for, by its tag; undefined for the default. */
  readonly locale?: string | undefined;
  /** The scopes of the caller, sorted, without duplicates. */
  readonly scopes: readonly Scope[];
}

/** The audience of requests without a key. */
export const PUBLIC_AUDIENCE: Audience = Object.freeze({
  perspective: PUBLISHED,
  scopes: heldScopes(['read:published']),
});

/**
 * Returns whether the response to a request can be sent to everybody: it has neither a key nor a language in a header, which not
 * every shared cache distinguishes.
 */
export const hasPublicResponse = ({ caller, audience }: Pick<Context, 'caller' | 'audience'>): boolean =>
  caller.kind === 'anonymous' && audience.locale === undefined;

/** The sender of a request. Only private responses depend on it; rate limits, usage and the audit log do. */
export interface Caller {
  readonly kind: 'anonymous' | 'key' | 'editor' | 'operator';
  /** `key:<id>`, `editor:<subject>`, `preview:<id>`; never a secret. */
  readonly name: string;
  /** The network address of the client. */
  readonly address: string;
  /** Undefined for callers without an API key. */
  readonly key?: ApiKeyInfo;
  /** Undefined outside of previews. Responses to previews are never cached. */
  readonly preview?: PreviewInfo;
}

/** Returns the name by which a caller is limited: one per key, per editor, and per network of anonymous callers. */
export const identityOf = ({ kind, name, address }: Caller): string =>
  kind === 'anonymous' ? `network:${networkOf(address)}` : name;

/** Returns the caller of a request without credentials. */
export const anonymousCaller = (address: string): Caller => ({
  kind: 'anonymous',
  name: 'anonymous',
  address,
});

const ANONYMOUS_CALLER = Object.freeze(anonymousCaller(''));

/** The context of one operation: its own loaders, its abort signal, and what its response depends on. */
export interface Context<Content = ContentPort, Media = MediaPort, Search = unknown> {
  /** Aborts when nobody waits for the response, and at the timeout of the operation. */
  readonly signal: AbortSignal;
  readonly content: Content;
  readonly media: Media;
  readonly search: Search;
  readonly audience: Audience;
  readonly caller: Caller;
  /** Cache tags of every upstream response that the operation has used. */
  readonly tags: Set<string>;
  /** The conditions under which the response can be cached, and its lifetime. */
  readonly cachePolicy: CachePolicy;
  /** The cost that the rate limiter charges. */
  readonly cost: OperationCost;
  readonly usage: OperationUsage;
  /** Errors of values that a list omits. They become errors of the response, and no field is null because of them. */
  readonly contentErrors: GraphQLError[];
  readonly request?: OperationRequest;
  /** Undefined for operations without a client of their own: the events of subscriptions. */
  readonly client?: OperationClient;
  /** Undefined for subscriptions. */
  readonly cacheRecord?: CacheRecord;
}

/** The client of an operation, whose response other clients can wait for. */
export interface OperationClient {
  /** Aborts when the client disconnects, and at the timeout of the operation. */
  readonly signal: AbortSignal;
  /** Lets the operation go on when the client disconnects, until `ended` aborts. */
  continueUntil(ended: AbortSignal): void;
}

/** The signals of an operation. */
export type OperationSignals = Pick<Context, 'signal' | 'client'>;

/** Creates the part of a context that needs no loaders. */
export function createOperationContext(
  signals: OperationSignals,
  audience: Audience = PUBLIC_AUDIENCE,
  caller: Caller = ANONYMOUS_CALLER,
): Pick<
  Context,
  'signal' | 'client' | 'audience' | 'caller' | 'tags' | 'cachePolicy' | 'cost' | 'usage' | 'contentErrors'
> {
  return {
    ...signals,
    audience,
    caller,
    tags: new Set(),
    cachePolicy: createCachePolicy(),
    cost: createOperationCost(),
    usage: { coordinates: [], deprecated: [] },
    contentErrors: [],
  };
}
