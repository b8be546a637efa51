import type { GraphQLResolveInfo } from 'graphql';
import { type CachePolicy, createCachePolicy } from './cachePolicy.ts';
import { createOperationCost, type OperationCost } from './operationCost.ts';
import { heldScopes, type Scope } from './scopes.ts';

/**
 * A document as the projection answers it: its type and id, and each selected field under its response key.
 * The two fixed keys cannot be GraphQL names, so no alias can hide them.
 */
export interface Row {
  readonly '@type': string;
  readonly '@id': string;
  readonly [responseKey: string]: unknown;
}

/** What the other rooms may ask of the content service. One request per step carries everything asked in it. */
export interface ContentPort {
  /**
   * The document with what the field's selection names, or null when it is not published.
   * `id` is the document's `_id` in the content service.
   */
  document(id: string, info: GraphQLResolveInfo): Promise<Row | null>;
  /**
   * The labels of facet values that are references: for each value (a slug, or an id where the type has no slug) of
   * documents of `target` (a document type or a union), its title. Values unknown to the content service are absent.
   */
  labels(target: string, values: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The searchable documents that this operation reads in another version than the published one, the newest first, and
   * whether each is what is searched for. No more than a few hundred are looked through.
   */
  draftOverlay(search: ContentSearch): Promise<readonly { readonly id: string; readonly matches: boolean }[]>;
  /**
   * The ids of a stretch of the searchable documents that this operation may read and that have the words of a query,
   * those first whose title has them; and how many there are of each `_type` that is counted. A word is found by its
   * beginning.
   * @param isCounted holds for the types of the search at least
   */
  fallbackSearch(
    search: ContentSearch,
    stretch: Slice,
    isCounted: (type: string) => boolean,
  ): Promise<{ readonly ids: readonly string[]; readonly totals: ReadonlyMap<string, number> }>;
}

/** A part of a list. */
export interface Slice {
  /** How many rows come before it. */
  readonly offset: number;
  /** None when only the count is of interest. */
  readonly length: number;
}

/** A search as the content service can answer it. */
export interface ContentSearch {
  readonly query: string;
  /** Whether documents of this `_type` are searched. */
  includesType(type: string): boolean;
  /** By field, as a `SearchFilter` has it, without its types. */
  readonly filter: Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>;
}

/** What the other rooms may ask of the media library. */
export interface MediaPort {
  /** The address of a still of the asset at a second, or null when the asset cannot be shown. */
  still(
    assetId: string,
    options: { time: number; width?: number | null | undefined },
  ): Promise<string | null>;
}

/** The documents that everybody may read, as the content service names them. */
export const PUBLISHED = 'published';

/** For whom an operation is answered. Answers for different audiences never meet. */
export interface Audience {
  /** Which versions of documents are read: `published`, or those that only some may see. */
  readonly perspective: string;
  /** What whoever asks is allowed, sorted and each once. */
  readonly scopes: readonly Scope[];
}

/** Whoever asks without a key. */
export const PUBLIC_AUDIENCE: Audience = Object.freeze({
  perspective: PUBLISHED,
  scopes: heldScopes(['read:published']),
});

/** Who asks. Answers do not depend on it; the audit log tells it. */
export interface Caller {
  readonly kind: 'anonymous' | 'key' | 'editor' | 'operator';
  /** `key:<id>`, `editor:<subject>`; never a secret. */
  readonly name: string;
  /** The network address the request came from. */
  readonly address: string;
}

const ANONYMOUS_CALLER: Caller = Object.freeze({ kind: 'anonymous', name: 'anonymous', address: '' });

/** What one operation carries: fresh loaders, the client's patience, and what the answer depends on. */
export interface Context<Content = ContentPort, Media = MediaPort, Search = unknown> {
  /** Aborts when the client has gone or the operation's time is over. */
  readonly signal: AbortSignal;
  readonly content: Content;
  readonly media: Media;
  readonly search: Search;
  readonly audience: Audience;
  readonly caller: Caller;
  /** Tags of every upstream answer this operation has used. */
  readonly tags: Set<string>;
  /** How far the answer may be used again. */
  readonly cachePolicy: CachePolicy;
  /** What the operation costs whoever asks for it. */
  readonly cost: OperationCost;
}

/** What an operation begins with, before it has loaders. */
export function startOperation(
  signal: AbortSignal,
  audience: Audience = PUBLIC_AUDIENCE,
  caller: Caller = ANONYMOUS_CALLER,
): Pick<Context, 'signal' | 'audience' | 'caller' | 'tags' | 'cachePolicy' | 'cost'> {
  return {
    signal,
    audience,
    caller,
    tags: new Set(),
    cachePolicy: createCachePolicy(),
    cost: createOperationCost(),
  };
}
