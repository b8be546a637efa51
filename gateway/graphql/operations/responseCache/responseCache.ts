import { hash } from 'node:crypto';
import {
  type ApolloServerOptions,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { type FormattedExecutionResult, type GraphQLSchema, OperationTypeNode, printSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Context, PUBLISHED } from '../../../core/context.ts';
import type { LoadResult, TaggedCache } from '../../../services/cache/taggedCache.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { type CacheControlPolicy, createCacheControlPolicies } from './cacheControlPolicy.ts';
import { type CacheableResponse, NO_STORE_HEADERS, responseCacheHeaders } from './responseCacheHeaders.ts';

export interface ResponseCacheOptions {
  readonly schema: GraphQLSchema;
  readonly cache: TaggedCache;
  /** TTL of responses whose fields have no `@cacheControl`; 0 disables the cache. */
  readonly defaultMaxAgeSeconds: number;
}

/** A complete response without errors. */
interface CachedResponse {
  /** The JSON of `data`. */
  readonly text: string;
  readonly etag: string;
}

/** The loaded response is private or has errors, so waiting requests execute their own operation. */
class Uncacheable extends Error {}

/** Operations with private responses are remembered, so that their requests do not wait for one another. */
const MAX_UNCACHEABLE_KEYS = 5000;
const UNCACHEABLE_TTL_MS = 60_000;

type ApolloRequest = GraphQLRequestContext<Context>;

/** The state of a request from the cache lookup to the response. */
interface RequestState {
  readonly policy: CacheControlPolicy;
  /** Undefined if the operation is not cacheable. */
  readonly key: string | undefined;
  /** Settled by the request that executes the operation; others wait for it. */
  readonly loading: PromiseWithResolvers<LoadResult<CachedResponse>>;
  response?: CacheableResponse;
}

/**
 * Caches complete responses by document, operation name, coerced variables and audience. Only queries of published content
 * whose response has no errors and no private part are cached. Concurrent equal requests wait for one execution.
 */
export function createResponseCache({ schema, cache, defaultMaxAgeSeconds }: ResponseCacheOptions): {
  readonly plugins: ApolloServerPlugin<Context>[];
  readonly stringify: NonNullable<ApolloServerOptions<Context>['stringifyResult']>;
} {
  const policyOf = createCacheControlPolicies(schema, defaultMaxAgeSeconds);
  // Gateways of another version, with another schema, can share the store.
  const schemaHash = hash('sha256', printSchema(schema), 'base64url');
  const uncacheable = new LRUCache<string, true>({ max: MAX_UNCACHEABLE_KEYS, ttl: UNCACHEABLE_TTL_MS });
  const states = new WeakMap<ApolloRequest, RequestState>();
  /** The JSON of each `data` that is being sent, so that it is serialized once. */
  const texts = new WeakMap<object, string>();

  const keyOf = (context: ApolloRequest) => {
    const parts = keyPartsOf(schema, context);
    return parts && `response:${hash('sha256', JSON.stringify([schemaHash, ...parts]), 'base64url')}`;
  };
  const startRequest = (context: ApolloRequest): RequestState => {
    const { operation, document } = context;
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    const policy = document && isQuery ? policyOf(document) : NO_STORE_POLICY;
    const isCacheable = defaultMaxAgeSeconds > 0 && policy.maxAgeSeconds > 0 && !policy.isPrivate;
    const key = isCacheable ? keyOf(context) : undefined;
    const state = createRequestState(policy, key);
    states.set(context, state);
    return state;
  };

  const listener: GraphQLRequestListener<Context> = {
    async responseForOperation(context) {
      const state = startRequest(context);
      const { key, loading, policy } = state;
      if (key === undefined || uncacheable.has(key)) return null;
      const startedLoading = Promise.withResolvers<undefined>();
      const load = () => {
        startedLoading.resolve(undefined);
        return loading.promise;
      };
      const read = cache.read(key, load, { signal: context.contextValue.signal }).catch(() => undefined);
      const hit = await Promise.race([startedLoading.promise, read]);
      if (!hit) return null;
      const { value, tags, ageSeconds } = hit;
      const isAnonymous = context.contextValue.caller.kind === 'anonymous';
      state.response = {
        etag: value.etag,
        tags,
        ttlSeconds: policy.maxAgeSeconds - ageSeconds,
        isAnonymous,
        isHit: true,
      };
      const data = {};
      texts.set(data, value.text);
      return {
        http: { headers: new HeaderMap(), status: undefined },
        body: { kind: 'single', singleResult: { data } },
      };
    },
    async willSendResponse(context) {
      const state = states.get(context) ?? createRequestState(NO_STORE_POLICY, undefined);
      if (!state.response) settle(context, state);
      const isGet = context.request.http?.method === 'GET';
      const headers = state.response ? responseCacheHeaders(state.response, isGet) : NO_STORE_HEADERS;
      for (const [name, value] of headers) context.response.http.headers.set(name, value);
    },
  };

  /** Caches a new response and passes it to waiting requests, or rejects their wait if it is not cacheable. */
  const settle = ({ response, contextValue }: ApolloRequest, state: RequestState): void => {
    const { tags, cachePolicy, caller } = contextValue;
    const result = response.body?.kind === 'single' ? response.body.singleResult : undefined;
    if (result) addFreshness(result, cachePolicy);
    const ttlSeconds =
      Math.min(state.policy.maxAgeSeconds, cachePolicy.maxAgeSeconds) - cachePolicy.ageSeconds;
    const isFresh = cachePolicy.stale.size === 0 && cachePolicy.fallbacks.size === 0;
    const isComplete = result?.data != null && !result.errors?.length && isFresh;
    if (state.key === undefined || !isComplete || cachePolicy.isPrivate || ttlSeconds <= 0) {
      if (state.key !== undefined && cachePolicy.isPrivate) uncacheable.set(state.key, true);
      state.loading.reject(new Uncacheable('expected a cacheable response'));
      return;
    }
    const text = JSON.stringify(result.data);
    texts.set(result.data as object, text);
    const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
    const isAnonymous = caller.kind === 'anonymous';
    state.response = { etag, tags: [...tags], ttlSeconds, isAnonymous, isHit: false };
    state.loading.resolve({ value: { text, etag }, tags: [...tags], ttlSeconds });
  };

  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => listener,
    // Runs instead of `willSendResponse`; other requests may be waiting.
    async unexpectedErrorProcessingRequest({ requestContext, error }) {
      states.get(requestContext)?.loading.reject(error);
    },
  };
  return {
    // Apollo's plugin computes the policy during every execution; here it is computed once per document.
    plugins: [ApolloServerPluginCacheControlDisabled(), plugin],
    stringify: ({ data, errors, extensions }: FormattedExecutionResult) => {
      const text = data ? texts.get(data) : undefined;
      if (text === undefined) return `${JSON.stringify({ errors, data, extensions })}\n`;
      const rest = JSON.stringify({ errors, extensions }).slice(1);
      return `{"data":${text}${rest === '}' ? rest : `,${rest}`}\n`;
    },
  };
}

/** Returns the parts of the cache key of an operation; undefined if it reads drafts or has invalid variables. */
function keyPartsOf(
  schema: GraphQLSchema,
  { operation, queryHash, request, contextValue }: ApolloRequest,
): readonly unknown[] | undefined {
  const { perspective, scopes } = contextValue.audience;
  if (!operation || perspective !== PUBLISHED) return undefined;
  const variables = coercedVariables(schema, operation, request.variables ?? {});
  return variables && [queryHash, operation.name?.value, perspective, scopes.toSorted(), variables];
}

/** Adds stale providers and fallbacks to the extensions of a response. */
function addFreshness(
  result: FormattedExecutionResult,
  { stale, ageSeconds, fallbacks }: Context['cachePolicy'],
): void {
  if (stale.size > 0)
    result.extensions = {
      ...result.extensions,
      freshness: { stale: [...stale], age: Math.round(ageSeconds) },
    };
  if (fallbacks.size > 0)
    result.extensions = { ...result.extensions, fallback: Object.fromEntries(fallbacks) };
}

function createRequestState(policy: CacheControlPolicy, key: string | undefined): RequestState {
  const loading = Promise.withResolvers<LoadResult<CachedResponse>>();
  // Prevents an unhandled rejection if no request waits.
  loading.promise.catch(() => {});
  return { policy, key, loading };
}

const NO_STORE_POLICY: CacheControlPolicy = { maxAgeSeconds: 0, isPrivate: false };
