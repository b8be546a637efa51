import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CachedOperation, ResponseEntry } from '../../core/cachedOperation.ts';
import { anonymousCaller, type Caller, hasPublicResponse, PUBLIC_AUDIENCE } from '../../core/context.ts';
import { requestsExtensions } from '../../graphql/operations/extensions/requestedExtensions.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { recordOperation } from '../../graphql/operations/telemetry.ts';
import { deprecationHeaders } from '../../graphql/operations/usage/usageTracking.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { RequestContext } from '../../services/telemetry/requestContext.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import type { Headers, Hit } from './responseHead.ts';

/** An HTTP request to the graph. */
interface HttpRequest {
  readonly method: string;
  /** With the query string. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The text of the body; empty if there is none. */
  readonly body: string;
}

/** The cached response to an operation. */
export interface OperationHit extends Hit {
  readonly entry: ResponseEntry;
  readonly operation: CachedOperation;
  /** See `LoadResult`. */
  readonly isLeased: boolean;
}

/** Finds cached responses to operations by request, before anything is parsed, validated or estimated. */
export interface OperationHits {
  /** Returns the key of a request. Requests with the same key have the same response while it is cached. */
  keyOf(request: HttpRequest, principal: Principal): string;
  /** Returns the cached response of a request that was recorded; undefined if there is none in memory. Counts no look-up. */
  find(key: string): OperationHit | undefined;
  /** Records the operation of a request whose response is cached. */
  record(key: string, operation: CachedOperation, contentType: string, principal: Principal): void;
}

type RecordedRequest = Pick<OperationHit, 'operation' | 'headers' | 'isPublic'>;

/** Memory for recorded requests. */
const MAX_RECORDED_BYTES = 8 * 1024 * 1024;
/** Memory of a recorded request besides its key, which takes up to two bytes a character. */
const RECORD_BYTES = 500;
/** Longer keys are replaced by their hash, which takes longer than the rest of the lookup. */
const MAX_KEY_CHARACTERS = 4_000;

export function createOperationHits(cache: Pick<TaggedCache, 'find'>): OperationHits {
  const recorded = new LRUCache<string, RecordedRequest>({
    maxSize: MAX_RECORDED_BYTES,
    sizeCalculation: (_request, key) => RECORD_BYTES + 2 * key.length,
  });
  return {
    keyOf({ method, url, headers, body }, principal) {
      const hasExtensions = requestsExtensions((name) => headers[name] !== undefined);
      // Header values contain no line breaks.
      const headerKey = `${headers['content-type'] ?? NONE}\n${headers.accept ?? NONE}`;
      const key = `${method} ${hasExtensions} ${headerKey}\n${principalKeyOf(principal)}\n${url}\n${body}`;
      return key.length > MAX_KEY_CHARACTERS ? hash('sha256', key, 'base64url') : key;
    },
    find(key) {
      const request = recorded.get(key);
      if (!request) return undefined;
      const { responseKey } = request.operation;
      const found = cache.find<ResponseEntry>(responseKey);
      // Spread syntax would take several times as long.
      return (
        found && {
          cacheKey: responseKey,
          entry: found.value,
          tags: found.tags,
          ageSeconds: found.ageSeconds,
          ttlSeconds: found.ttlSeconds,
          isLeased: found.isLeased,
          status: 200,
          headers: request.headers,
          bodyKey: found.value.etag,
          isPublic: request.isPublic,
          operation: request.operation,
        }
      );
    },
    record(key, operation, contentType, principal) {
      const headers: Headers = {
        'content-type': contentType,
        ...Object.fromEntries(deprecationHeaders(operation.usage.deprecated)),
      };
      recorded.set(key, { operation, headers, isPublic: hasPublicResponse(principal) });
    },
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

/** A request for a cached response, as far as it is recorded. */
export interface RecordedHit {
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Undefined outside of requests. */
  readonly context: RequestContext | undefined;
  /** Its cost in points. */
  readonly cost: number;
}

/** Counts the document of a cached response and what it uses of the schema, and records its operation, as its execution would. */
export function recordHit(
  { documentId, usage, name, requestedCost }: CachedOperation,
  { headers, caller, context, cost }: RecordedHit,
  graph: Pick<GraphServices, 'persistedQueries' | 'usage'>,
): void {
  const { store, observe } = graph.persistedQueries;
  if (documentId === undefined) observe?.('text');
  else observe?.(store.isTrusted(documentId) ? 'trusted' : 'persisted');
  graph.usage.record(
    clientOf((header) => headers[header], caller),
    usage.coordinates,
  );
  if (!context) return;
  recordOperation(context, caller, { type: 'query', name });
  if (requestedCost > 0) context.cost = { requested: requestedCost, actual: cost };
}
