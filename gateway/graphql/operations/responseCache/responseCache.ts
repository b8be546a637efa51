import { hash } from 'node:crypto';
import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { CachedOperation, CachedResponse, ContentPolicy } from '../../../core/cachedOperation.ts';
import type { Context } from '../../../core/context.ts';
import type { OperationRun } from '../../../core/operationRun.ts';
import type { TaggedCache } from '../../../services/cache/taggedCache.ts';
import { byteCost, MIN_RESPONSE_COST } from '../rateLimit/byteCost.ts';
import { type CacheControlPolicy, createCacheControlPolicies } from './cacheControlPolicy.ts';
import { addFreshness } from './freshness.ts';
import {
  type CacheableResponse,
  etagMatches,
  NO_STORE_HEADERS,
  responseCacheHeaders,
} from './responseCacheHeaders.ts';
import { createResponseKeys } from './responseKey.ts';
import { createResponseTexts, type ResponseTexts } from './responseTexts.ts';
import { createSharedExecution, type SharedExecution } from './sharedExecution.ts';

export interface ResponseCacheOptions {
  readonly schema: GraphQLSchema;
  readonly cache: TaggedCache;
  /** TTL of responses whose fields have no `@cacheControl`; 0 disables the cache. */
  readonly defaultMaxAgeSeconds: number;
}

export interface ResponseCache {
  readonly plugins: ApolloServerPlugin<Context>[];
  readonly stringify: ResponseTexts['stringify'];
  /** Looks up the response of an operation, and waits for an equal operation in progress. */
  lookUp(run: OperationRun): Promise<void>;
  /** Returns whether the response of an operation is cached. */
  hasHit(run: OperationRun): boolean;
  /** Returns the cached response of an operation, to send it; null if the operation must be executed. */
  takeHit(run: OperationRun): GraphQLResponse | null;
  /** Makes other requests for the same operation execute it themselves, because this one has to wait. */
  leave(run: OperationRun): void;
  /** Looks for the response again after a wait. */
  join(run: OperationRun): Promise<void>;
  /** Caches a response if it can be, and sets its cache headers and the cost of its bytes. */
  finish(run: OperationRun): void;
  /** Ends a run without a response; others may be waiting for it. */
  fail(run: OperationRun, error: unknown): void;
}

/** The loaded response is private or has errors, so waiting requests execute their own operation. */
class Uncacheable extends Error {}

/** Operations with private responses are remembered, so that their requests do not wait for one another. */
const MAX_UNCACHEABLE_KEYS = 5000;
const UNCACHEABLE_TTL_MS = 60_000;

/** The state of a request from the cache lookup to the response. */
interface RequestState {
  readonly policy: CacheControlPolicy;
  /** Undefined if the operation is not cacheable. */
  readonly key: string | undefined;
  /** Undefined if the response is not shared with other requests. */
  readonly shared: SharedExecution | undefined;
  response?: CacheableResponse;
}

/**
 * Caches complete responses by document, operation name, coerced variables and audience. Only queries of published content
 * whose response has no errors and no private part are cached. Concurrent equal requests wait for one execution.
 */
export function createResponseCache({
  schema,
  cache,
  defaultMaxAgeSeconds,
}: ResponseCacheOptions): ResponseCache {
  const policyOf = createCacheControlPolicies(schema, defaultMaxAgeSeconds);
  const keyOf = createResponseKeys(schema);
  const uncacheable = new LRUCache<string, true>({ max: MAX_UNCACHEABLE_KEYS, ttl: UNCACHEABLE_TTL_MS });
  const states = new WeakMap<OperationRun, RequestState>();
  const texts = createResponseTexts();

  const startRequest = (run: OperationRun): RequestState => {
    const { operation, document } = run;
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    const policy = document && isQuery ? policyOf(document) : NO_STORE_POLICY;
    const isCacheable = defaultMaxAgeSeconds > 0 && policy.maxAgeSeconds > 0 && !policy.isPrivate;
    const key = isCacheable ? keyOf(run) : undefined;
    const isShared = key !== undefined && !uncacheable.has(key);
    const state: RequestState = {
      policy,
      key,
      shared: isShared ? createSharedExecution(cache, key) : undefined,
    };
    states.set(run, state);
    return state;
  };

  const lookUp: ResponseCache['lookUp'] = async (run) => {
    // The rate limiter decides whether the caller gets a hit.
    await startRequest(run).shared?.join(run.contextValue.signal);
  };

  const finish: ResponseCache['finish'] = (run) => {
    const state: RequestState = states.get(run) ?? {
      policy: NO_STORE_POLICY,
      key: undefined,
      shared: undefined,
    };
    if (!state.response) settle(run, state);
    const { response, contextValue } = run;
    const isReadOnly = contextValue.request?.isReadOnly ?? false;
    const headers = state.response ? responseCacheHeaders(state.response, isReadOnly) : NO_STORE_HEADERS;
    for (const [name, value] of headers) response.http.headers.set(name, value);
    const data = response.body?.kind === 'single' ? response.body.singleResult.data : undefined;
    if (data)
      contextValue.cost.byteCost = isNotModified(run, state)
        ? MIN_RESPONSE_COST
        : byteCost(state.response?.bytes ?? Buffer.byteLength(texts.textOf(data)));
  };

  const fail: ResponseCache['fail'] = (run, error) => states.get(run)?.shared?.reject(error);

  /** Caches a new response and passes it to waiting requests, or rejects their wait if it is not cacheable. */
  const settle = (run: OperationRun, state: RequestState): void => {
    const { tags, cachePolicy, caller } = run.contextValue;
    const { body } = run.response;
    const result = body?.kind === 'single' ? body.singleResult : undefined;
    if (result) addFreshness(result, cachePolicy);
    // The maximum of the policy begins now; that of the schema with the load of the oldest part.
    const ttlSeconds = Math.min(
      state.policy.maxAgeSeconds - cachePolicy.ageSeconds,
      cachePolicy.maxAgeSeconds,
    );
    const { stale, fallbacks, isRevalidating } = cachePolicy;
    const isFresh = stale.size === 0 && fallbacks.size === 0 && !isRevalidating;
    const isComplete = result?.data != null && !result.errors?.length && isFresh;
    const isReusable = state.key !== undefined && isComplete && ttlSeconds > 0;
    if (isReusable) recordPolicy(run, { tags: [...tags], ttlSeconds, hasSignedUrls: cachePolicy.isPrivate });
    if (!isReusable || cachePolicy.isPrivate) {
      if (state.key !== undefined && cachePolicy.isPrivate) uncacheable.set(state.key, true);
      state.shared?.reject(new Uncacheable('expected a cacheable response'));
      return;
    }
    const text = JSON.stringify(result.data);
    const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
    const value: CachedResponse = { text, etag, bytes: Buffer.byteLength(text) };
    const isAnonymous = caller.kind === 'anonymous';
    state.response = { ...value, tags: [...tags], ttlSeconds, isAnonymous, isHit: false };
    setText(result.data as object, value, run, state);
    state.shared?.resolve({ value, tags: [...tags], ttlSeconds });
  };

  /** Uses the text of a cached response for a `data`, and records the response if it is the whole body. */
  const setText = (data: object, response: CachedResponse, run: OperationRun, state: RequestState) => {
    const { cacheRecord } = run.contextValue;
    const operation = cachedOperationOf(run, state);
    texts.set(data, response.text, () => {
      if (cacheRecord && operation) cacheRecord.cached = { operation, response };
    });
  };

  const plugin: ApolloServerPlugin<Context> = {
    async requestDidStart() {
      return {
        async responseForOperation(run) {
          await lookUp(run);
          return null;
        },
        willSendResponse: async (run) => finish(run),
      };
    },
    // Runs instead of `willSendResponse`.
    unexpectedErrorProcessingRequest: async ({ requestContext, error }) => fail(requestContext, error),
  };
  return {
    // Apollo's plugin computes the policy during every execution; here it is computed once per document.
    plugins: [ApolloServerPluginCacheControlDisabled(), plugin],
    lookUp,
    finish,
    fail,
    hasHit: (run) => states.get(run)?.shared?.hit !== undefined,
    leave: (run) => states.get(run)?.shared?.leave(),
    async join(run) {
      await states.get(run)?.shared?.rejoin(run.contextValue.signal);
    },
    takeHit(run) {
      const state = states.get(run);
      const hit = state?.shared?.hit;
      if (!hit) return null;
      const { value, tags } = hit;
      const ttlSeconds = hit.ttlSeconds - hit.ageSeconds;
      const isAnonymous = run.contextValue.caller.kind === 'anonymous';
      state.response = { ...value, tags, ttlSeconds, isAnonymous, isHit: true };
      recordPolicy(run, { tags, ttlSeconds, hasSignedUrls: false });
      const data = {};
      setText(data, value, run, state);
      return {
        http: { headers: new HeaderMap(), status: undefined },
        body: { kind: 'single', singleResult: { data } },
      };
    },
    stringify: texts.stringify,
  };
}

const recordPolicy = ({ contextValue: { cacheRecord } }: OperationRun, policy: ContentPolicy): void => {
  if (cacheRecord) cacheRecord.policy = policy;
};

/** Returns whether `conditionalGet` responds with 304. A response with requested extensions is not cached, so it has no ETag. */
function isNotModified({ contextValue: { request } }: OperationRun, { response }: RequestState): boolean {
  if (!response || !request?.isReadOnly || request.reportsCost || request.reportsDeprecations) return false;
  return request.ifNoneMatch !== undefined && etagMatches(request.ifNoneMatch, response.etag);
}

/**
 * Returns what equal requests need to get the response again; undefined for a request that registers a persisted query,
 * because an equal one must register it again if it was evicted.
 */
function cachedOperationOf(
  { operation, contextValue }: OperationRun,
  { key }: RequestState,
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

const NO_STORE_POLICY: CacheControlPolicy = { maxAgeSeconds: 0, isPrivate: false };
