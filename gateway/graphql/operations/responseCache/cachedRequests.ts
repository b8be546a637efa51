import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CachedOperation, CachedResponse } from '../../../core/cachedOperation.ts';
import type { Principal } from '../../../services/auth/authenticate.ts';
import type { CacheResult, TaggedCache } from '../../../services/cache/taggedCache.ts';
import { requestsExtensions } from '../extensions/requestedExtensions.ts';

/** An HTTP request to the graph. */
interface HttpRequest {
  readonly method: string;
  /** With the query string. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The text of the body, if there is one. */
  readonly body: string | undefined;
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
  /** Returns the cached response of a request that was recorded; undefined if there is none in memory. */
  find(key: string): CachedRequest | undefined;
  /** Records the operation of a request whose response is cached. */
  record(key: string, request: KnownRequest): void;
}

/** A recorded request takes about 500 bytes. */
const MAX_RECORDED_REQUESTS = 10_000;

export function createCachedRequests(cache: Pick<TaggedCache, 'peek'>): CachedRequests {
  const recorded = new LRUCache<string, KnownRequest>({ max: MAX_RECORDED_REQUESTS });
  return {
    keyOf({ method, url, headers, body }, { audience: { perspective, scopes }, caller }) {
      const hasExtensions = requestsExtensions((name) => headers[name] !== undefined);
      const parts = [
        [method, url, body],
        [headers['content-type'], headers.accept, hasExtensions],
        // Limits of the operation depend on the kind of caller.
        [perspective, scopes, caller.kind],
      ];
      return hash('sha256', JSON.stringify(parts), 'base64url');
    },
    find(key) {
      const request = recorded.get(key);
      const hit = request && cache.peek<CachedResponse>(request.operation.responseKey);
      return hit && { ...request, ...hit };
    },
    record: (key, request) => void recorded.set(key, request),
  };
}
