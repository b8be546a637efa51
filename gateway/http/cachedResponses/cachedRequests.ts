import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CachedOperation, CachedResponse } from '../../core/cachedOperation.ts';
import { anonymousCaller, PUBLIC_AUDIENCE } from '../../core/context.ts';
import { requestsExtensions } from '../../graphql/operations/extensions/requestedExtensions.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { CacheResult, TaggedCache } from '../../services/cache/taggedCache.ts';

/** An HTTP request to the graph. */
interface HttpRequest {
  readonly method: string;
  /** With the query string. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The text of the body; empty if there is none. */
  readonly body: string;
}

interface KnownRequest {
  readonly operation: CachedOperation;
  readonly contentType: string;
}

/** A cached response and the request that gets it. */
export interface CachedRequest extends KnownRequest, CacheResult<CachedResponse> {}

/** Finds cached responses by request, before anything is parsed, validated or estimated. */
export interface CachedRequests {
  /** Returns the key of a request. Requests with the same key have the same response while it is cached. */
  keyOf(request: HttpRequest, principal: Principal): string;
  /** Returns the cached response of a request that was recorded; undefined if there is none in memory. Counts no look-up. */
  find(key: string): CachedRequest | undefined;
  /** Records the operation of a request whose response is cached. */
  record(key: string, request: KnownRequest): void;
}

/** Memory for recorded requests. */
const MAX_RECORDED_BYTES = 8 * 1024 * 1024;
/** Memory of a recorded request besides its key, which takes up to two bytes a character. */
const RECORD_BYTES = 500;
/** Longer keys are replaced by their hash, which takes longer than the rest of the lookup. */
const MAX_KEY_CHARACTERS = 4_000;

export function createCachedRequests(cache: Pick<TaggedCache, 'find'>): CachedRequests {
  const recorded = new LRUCache<string, KnownRequest>({
    maxSize: MAX_RECORDED_BYTES,
    sizeCalculation: (_request, key) => RECORD_BYTES + 2 * key.length,
  });
  return {
    keyOf({ method, url, headers, body }, principal) {
      const hasExtensions = requestsExtensions((name) => headers[name] !== undefined);
      // Header values contain no line breaks.
      const ofHeaders = `${headers['content-type'] ?? NONE}\n${headers.accept ?? NONE}`;
      const key = `${method} ${hasExtensions} ${ofHeaders}\n${principalKeyOf(principal)}\n${url}\n${body}`;
      return key.length > MAX_KEY_CHARACTERS ? hash('sha256', key, 'base64url') : key;
    },
    find(key) {
      const request = recorded.get(key);
      return request && withResponse(request, cache.find(request.operation.responseKey));
    },
    record: (key, request) => void recorded.set(key, request),
  };
}

/** Stands for a header that a request does not have. No header has this value. */
const NONE = '\0';

/** Returns the properties of a principal on which responses depend. Limits of the operation depend on the kind of caller. */
const keyOfPrincipal = ({ audience: { perspective, scopes, locale }, caller }: Principal): string =>
  JSON.stringify([perspective, scopes, locale, caller.kind]);

const PUBLIC_KEY = keyOfPrincipal({
  audience: PUBLIC_AUDIENCE,
  caller: anonymousCaller(''),
});

const principalKeyOf = (principal: Principal): string =>
  principal.audience === PUBLIC_AUDIENCE && principal.caller.kind === 'anonymous'
    ? PUBLIC_KEY
    : keyOfPrincipal(principal);

// Spread syntax would take several times as long.
const withResponse = (
  { operation, contentType }: KnownRequest,
  found: CacheResult<CachedResponse> | undefined,
): CachedRequest | undefined =>
  found && {
    operation,
    contentType,
    value: found.value,
    tags: found.tags,
    state: found.state,
    ageSeconds: found.ageSeconds,
    ttlSeconds: found.ttlSeconds,
    isLeased: found.isLeased,
  };
