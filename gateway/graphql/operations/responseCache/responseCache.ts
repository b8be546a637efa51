import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type {
  CachedOperation,
  CacheLifetime,
  CacheStatus,
  ResponseEntry,
} from '../../../core/cachedOperation.ts';
import type { CachePolicy } from '../../../core/cachePolicy.ts';
import { hasPublicResponse } from '../../../core/context.ts';
import { entityTagOf, isKnownToClient } from '../../../core/entityTag.ts';
import type { MaybePromise } from '../../../core/maybePromise.ts';
import { cacheTagOf } from '../../../services/cache/cacheTag.ts';
import type { TaggedCache } from '../../../services/cache/taggedCache.ts';
import { runForCaller } from '../../../services/upstream/caller.ts';
import type { CacheControlPolicy } from '../document/cacheControlPolicy.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { byteCost, MIN_RESPONSE_COST } from '../rateLimit/byteCost.ts';
import type { CacheLookup, OperationRun, RunContext } from '../run/operationRun.ts';
import { dataOf, type ResponseData } from '../run/responseData.ts';
import { addFreshness } from './freshness.ts';
import { createResponseKeys } from './responseKey.ts';

export interface ResponseCacheOptions {
  readonly schema: GraphQLSchema;
  readonly factsOf: FactsOf;
  readonly cache: TaggedCache;
  /** TTL of responses whose fields have no `@cacheControl`; 0 disables the cache. */
  readonly defaultMaxAgeSeconds: number;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
}

export interface ResponseCache {
  /** Looks for the response of an operation in memory. */
  lookUp(run: OperationRun): void;
  /** Returns whether `lookUp` has found the response. */
  hasHit(run: OperationRun): boolean;
  /** Returns the response that was found, to send it; null if there is none. */
  takeHit(run: OperationRun): GraphQLResponse | null;
  /**
   * Looks for the response in the shared store, and waits for an equal operation in progress.
   * @returns the response; null if the operation must be executed
   */
  join(run: OperationRun): MaybePromise<GraphQLResponse | null>;
  /** Caches a response if it can be, and records what its cache headers state and the cost of its bytes. */
  finish(run: OperationRun): void;
  /** Ends an operation without a response; other requests may be waiting for it. */
  fail(context: RunContext, error: unknown): void;
}

/** The loaded response is private or has errors, so waiting requests execute their own operation. */
class Uncacheable extends Error {}

/**
 * The lifetime of a response with a part that is being loaded again. Without one, each expiry would give a CDN a response that it
 * must not keep. The response cache does not store it: the next request can get the fresh one.
 */
const REVALIDATION_SECONDS = 1;

/**
 * Returns the lifetime of a new response. The lifetime that the operation sets begins now, and the lifetime of the schema when the
 * oldest part was loaded.
 */
const lifetimeOf = (schema: CacheControlPolicy, operation: CachePolicy): number =>
  Math.min(schema.maxAgeSeconds - operation.ageSeconds, operation.maxAgeSeconds);

/** Operations with private responses are remembered, so that their requests do not wait for one another. */
const MAX_UNCACHEABLE_KEYS = 5000;
const UNCACHEABLE_TTL_MS = 60_000;

/**
 * Caches complete responses by document, operation name, coerced variables and audience. Only queries of published content
 * whose response has no errors and no private part are cached. Concurrent equal requests wait for one execution, which goes on
 * while one of them waits.
 */
export function createResponseCache({
  schema,
  factsOf,
  cache,
  defaultMaxAgeSeconds,
  hasCdnPurge,
}: ResponseCacheOptions): ResponseCache {
  const keyOf = createResponseKeys(schema);
  const uncacheable = new LRUCache<string, true>({ max: MAX_UNCACHEABLE_KEYS, ttl: UNCACHEABLE_TTL_MS });

  const lookUp: ResponseCache['lookUp'] = (run) => {
    const { operation, document, contextValue } = run;
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    const policy = document && isQuery ? factsOf(document).cachePolicy : NO_STORE_POLICY;
    const isCacheable = defaultMaxAgeSeconds > 0 && policy.maxAgeSeconds > 0 && !policy.isPrivate;
    const key = isCacheable && !contextValue.request?.bypassesCache ? keyOf(run) : undefined;
    contextValue.progress.cacheLookup = {
      policy,
      key,
      hit: key === undefined ? undefined : cache.peek(key),
    };
  };

  const join: ResponseCache['join'] = (run) => {
    const state = lookupOf(run);
    return state?.key === undefined || uncacheable.has(state.key) ? null : read(run, state, state.key);
  };

  const read = async (
    run: OperationRun,
    state: CacheLookup,
    key: string,
  ): Promise<GraphQLResponse | null> => {
    const started = Promise.withResolvers<undefined>();
    const { signal, client, caller } = run.contextValue;
    const load = async (ended: AbortSignal) => {
      // It can end while the shared store is read.
      if (signal.aborted) throw new Uncacheable('expected an operation whose client waits');
      state.loading = Promise.withResolvers();
      client?.continueUntil(ended);
      started.resolve(undefined);
      return state.loading.promise;
    };
    const waiting = { signal: client?.signal ?? signal };
    const found = runForCaller(caller, () => cache.read(key, load, waiting)).catch(() => undefined);
    state.hit = await Promise.race([started.promise, found]);
    return takeHit(run);
  };

  const takeHit: ResponseCache['takeHit'] = (run) => {
    const state = lookupOf(run);
    if (!state?.hit) return null;
    const { value, tags, ttlSeconds: lifetimeSeconds, ageSeconds, isLeased } = state.hit;
    const ttlSeconds = lifetimeSeconds - ageSeconds;
    state.response = responseOf(run, value, { tags, ttlSeconds, origin: 'hit' });
    recordLifetime(run, { tags, ttlSeconds, isLeased, hasSignedUrls: false });
    const data: ResponseData = { text: value.text, points: 0 };
    recordIfWhole(data, value, run, state);
    return {
      http: { headers: new HeaderMap(), status: undefined },
      body: { kind: 'single', singleResult: { data } },
    };
  };

  const finish: ResponseCache['finish'] = (run) => {
    const state: CacheLookup = lookupOf(run) ?? { policy: NO_STORE_POLICY, key: undefined };
    if (!state.response) settle(run, state);
    const { body } = run.response;
    const { cost, request, cacheRecord, progress } = run.contextValue;
    const isNotModified =
      state.response !== undefined && isKnownToClient(request?.ifNoneMatch, state.response.etag);
    const data = body?.kind === 'single' ? dataOf(body.singleResult) : undefined;
    if (data)
      cost.byteCost = isNotModified
        ? MIN_RESPONSE_COST
        : byteCost((state.response?.bytes ?? Buffer.byteLength(data.text)) + (progress.sourceMapBytes ?? 0));
    if (!cacheRecord) return;
    cacheRecord.status = state.response;
    cacheRecord.isNotModified = isNotModified;
  };

  const responseOf = (
    { contextValue }: OperationRun,
    { etag, bytes }: ResponseEntry,
    { tags, ttlSeconds, origin }: Pick<CacheStatus, 'ttlSeconds' | 'origin'> & { tags: readonly string[] },
  ): CacheLookup['response'] => {
    const { reportsCost, reportsDeprecations } = contextValue.request ?? {};
    const isStorable = !reportsCost && !reportsDeprecations;
    const isPublic = isStorable && hasPublicResponse(contextValue);
    const cacheTag = cacheTagOf({ tags, ttlSeconds, isPublic }, hasCdnPurge);
    return { etag, bytes, cacheTag, ttlSeconds, origin, isStorable };
  };

  const fail: ResponseCache['fail'] = ({ progress }, error) => progress.cacheLookup?.loading?.reject(error);

  /** Caches a new response and passes it to waiting requests, or rejects their wait if it is not cacheable. */
  const settle = (run: OperationRun, state: CacheLookup): void => {
    const { tags, cachePolicy } = run.contextValue;
    const { body } = run.response;
    const result = body?.kind === 'single' ? body.singleResult : undefined;
    if (result) addFreshness(result, cachePolicy);
    const { stale, fallbacks, isRevalidating } = cachePolicy;
    const ttlSeconds = isRevalidating ? REVALIDATION_SECONDS : lifetimeOf(state.policy, cachePolicy);
    const isFresh = stale.size === 0 && fallbacks.size === 0;
    const data = result && dataOf(result);
    const isComplete = data != null && !result?.errors?.length && isFresh;
    const isReusable = state.key !== undefined && isComplete && ttlSeconds > 0;
    const isLeased = !state.policy.isTimed && !cachePolicy.hasTimedPart;
    if (isReusable)
      recordLifetime(run, { tags: [...tags], ttlSeconds, isLeased, hasSignedUrls: cachePolicy.isPrivate });
    if (!isReusable || cachePolicy.isPrivate) {
      if (state.key !== undefined && cachePolicy.isPrivate) uncacheable.set(state.key, true);
      state.loading?.reject(new Uncacheable('expected a cacheable response'));
      return;
    }
    const { text } = data;
    const value: ResponseEntry = { text, etag: entityTagOf(text), bytes: Buffer.byteLength(text) };
    const responseTags = [...tags];
    const origin = isRevalidating ? 'stale' : 'miss';
    state.response = responseOf(run, value, { tags: responseTags, ttlSeconds, origin });
    if (isRevalidating) {
      state.loading?.reject(new Uncacheable('expected a fresh response'));
      return;
    }
    recordIfWhole(data, value, run, state);
    state.loading?.resolve({ value, tags: responseTags, ttlSeconds, isLeased });
  };

  /** Records a response in the cache if its `data` is the whole body. */
  const recordIfWhole = (data: ResponseData, entry: ResponseEntry, run: OperationRun, state: CacheLookup) => {
    const { cacheRecord } = run.contextValue;
    const operation = cachedOperationOf(run, state);
    if (cacheRecord && operation)
      data.onWhole = () => {
        cacheRecord.cached = { operation, entry };
      };
  };

  return {
    lookUp,
    finish,
    fail,
    hasHit: (run) => lookupOf(run)?.hit !== undefined,
    takeHit,
    join,
  };
}

const lookupOf = (run: OperationRun): CacheLookup | undefined => run.contextValue.progress.cacheLookup;

const recordLifetime = ({ contextValue: { cacheRecord } }: OperationRun, lifetime: CacheLifetime): void => {
  if (cacheRecord) cacheRecord.lifetime = lifetime;
};

/**
 * Returns what equal requests need to get the response again; undefined for a request that registers a persisted query,
 * because an equal one must register it again if it was evicted.
 */
function cachedOperationOf(
  { operation, contextValue }: OperationRun,
  { key }: CacheLookup,
): CachedOperation | undefined {
  const document = contextValue.request?.document;
  if (key === undefined || document?.persist) return undefined;
  return {
    responseKey: key,
    name: operation?.name?.value,
    requestedCost: contextValue.cost.requested,
    documentId: document?.isById ? document.hash : undefined,
    usage: { ...contextValue.usage },
  };
}

const NO_STORE_POLICY: CacheControlPolicy = { maxAgeSeconds: 0, isPrivate: false, isTimed: true };
