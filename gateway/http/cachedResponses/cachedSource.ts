import type { IncomingMessage } from 'node:http';
import type { CachedOperation } from '../../core/cachedOperation.ts';
import type { Caller } from '../../core/context.ts';
import type { CacheResult } from '../../services/cache/taggedCache.ts';
import type { RequestContext } from '../../services/telemetry/requestContext.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';

/** A value in the cache that is sent as a response. */
export interface CachedValue {
  readonly etag: string;
  /** The length by which it is charged. */
  readonly bytes: number;
}

/** The cached response to a request that equals an earlier one. */
export interface KnownResponse {
  readonly found: Pick<CacheResult<CachedValue>, 'value' | 'tags' | 'ageSeconds' | 'ttlSeconds'>;
  readonly cacheKey: string;
  /** Empty if it is that of the value. */
  readonly contentType: string;
  /** True if the method is safe, so that the request can be conditional. */
  readonly isReadOnly: boolean;
  /** True if the response is for everybody. */
  readonly isPublic: boolean;
  /** Undefined for pages. */
  readonly operation?: CachedOperation;
}

/** A request whose cached response is sent. */
export interface CachedExchange {
  readonly request: IncomingMessage;
  readonly caller: Caller;
  readonly context: RequestContext;
  /** Rate limit points. */
  readonly cost: number;
}

/** Cached responses of one kind. */
export interface CachedSource {
  /** The kind of its requests in metrics. */
  readonly kind: RequestKind;
  /** The pattern of its route. */
  readonly route: string;
  /** True if its requests are rejected while load is shed. */
  readonly isShed: boolean;
  /** Returns whether a request is one for this source. */
  accepts(request: IncomingMessage): boolean;
  /** Returns the response to a request; undefined if no equal one was recorded, or its response is not cached any more. */
  find(request: IncomingMessage, body: string): KnownResponse | undefined;
  /** Records a request once Fastify has sent its cached response. */
  recordRequest?(request: IncomingMessage): void;
  /** Records what Fastify's handler would record. */
  record?(known: KnownResponse, exchange: CachedExchange): void;
}
