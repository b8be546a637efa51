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
import type { LoadResult, TaggedCache } from '../../../services/cache/taggedCache.ts';
import { type Context, PUBLISHED } from '../../../core/context.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { responseCacheHeaders, NO_STORE_HEADERS, type CacheableResponse } from './responseCacheHeaders.ts';
import { type CacheControlPolicy, createCacheControlPolicies } from './cacheControlPolicy.ts';

/** What whole answers are kept by. */
export interface ResponseCacheOptions {
  readonly schema: GraphQLSchema;
  readonly cache: TaggedCache;
  /** Seconds for which an answer is fresh whose fields say nothing; 0 keeps none. */
  readonly defaultMaxAgeSeconds: number;
}

/** A whole answer without errors. */
interface CachedResponse {
  /** The JSON of `data`. */
  readonly text: string;
  readonly etag: string;
}

/** The answer is for one client alone, or has errors: who waited for it asks for an own one. */
class Uncacheable extends Error {}

/** Operations of which it is known that their answers cannot be shared, and milliseconds for which that is remembered. */
const MAX_UNCACHEABLE = 5000;
const UNCACHEABLE_TTL_MS = 60_000;

type ApolloRequest = GraphQLRequestContext<Context>;

/** One request, from the look into the cache to the answer. */
interface RequestState {
  readonly policy: CacheControlPolicy;
  /** Undefined where the operation's answer is not shared at all. */
  readonly key: string | undefined;
  /** Settled by the one whose answer all wait for. */
  readonly loading: PromiseWithResolvers<LoadResult<CachedResponse>>;
  response?: CacheableResponse;
}

/**
 * Keeps whole answers by document, operation, variables as they are coerced, and audience, so that asking again costs no
 * execution. Only answers to queries about what is published, without errors, that no part marks as one client's own.
 * Many who ask at once wait for one execution.
 */
export function createResponseCache({ schema, cache, defaultMaxAgeSeconds }: ResponseCacheOptions): {
  readonly plugins: ApolloServerPlugin<Context>[];
  readonly stringify: NonNullable<ApolloServerOptions<Context>['stringifyResult']>;
} {
  const policyOf = createCacheControlPolicies(schema, defaultMaxAgeSeconds);
  // Gateways of another version may share the store, and answer with other fields.
  const schemaHash = hash('sha256', printSchema(schema), 'base64url');
  const uncacheable = new LRUCache<string, true>({ max: MAX_UNCACHEABLE, ttl: UNCACHEABLE_TTL_MS });
  const states = new WeakMap<ApolloRequest, RequestState>();
  /** The JSON of each `data` that is on its way out, so that it is written once. */
  const texts = new WeakMap<object, string>();

  const keyOf = ({ operation, queryHash, request, contextValue }: ApolloRequest): string | undefined => {
    const { perspective, scopes } = contextValue.audience;
    if (!operation || perspective !== PUBLISHED) return undefined;
    const coerced = coercedVariables(schema, operation, request.variables ?? {});
    if (!coerced) return undefined;
    const parts = [schemaHash, queryHash, operation.name?.value, perspective, scopes.toSorted(), coerced];
    return `answer:${hash('sha256', JSON.stringify(parts), 'base64url')}`;
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
      const here = startRequest(context);
      const { key, loading, policy } = here;
      if (key === undefined || uncacheable.has(key)) return null;
      const isLoader = Promise.withResolvers<undefined>();
      const load = () => {
        isLoader.resolve(undefined);
        return loading.promise;
      };
      const read = cache.read(key, load, { signal: context.contextValue.signal }).catch(() => undefined);
      const hit = await Promise.race([isLoader.promise, read]);
      if (!hit) return null;
      const { value, tags, age } = hit;
      const isAnonymous = context.contextValue.caller.kind === 'anonymous';
      here.response = { etag: value.etag, tags, ttlSeconds: policy.maxAgeSeconds - age, isAnonymous, isHit: true };
      const data = {};
      texts.set(data, value.text);
      return {
        http: { headers: new HeaderMap(), status: undefined },
        body: { kind: 'single', singleResult: { data } },
      };
    },
    async willSendResponse(context) {
      const here = states.get(context) ?? createRequestState(NO_STORE_POLICY, undefined);
      if (!here.response) settle(context, here);
      const isGet = context.request.http?.method === 'GET';
      const headers = here.response ? responseCacheHeaders(here.response, isGet) : NO_STORE_HEADERS;
      for (const [name, value] of headers) context.response.http.headers.set(name, value);
    },
  };

  /** Gives a new answer to those who wait for it, or tells them that it is not theirs. */
  const settle = ({ response, contextValue }: ApolloRequest, here: RequestState): void => {
    const { tags, cachePolicy, caller } = contextValue;
    const result = response.body?.kind === 'single' ? response.body.singleResult : undefined;
    if (result && cachePolicy.stale.size > 0)
      result.extensions = {
        ...result.extensions,
        freshness: { stale: [...cachePolicy.stale], age: Math.round(cachePolicy.age) },
      };
    if (result && cachePolicy.fallbacks.size > 0)
      result.extensions = { ...result.extensions, fallback: Object.fromEntries(cachePolicy.fallbacks) };
    const ttlSeconds = Math.min(here.policy.maxAgeSeconds, cachePolicy.maxAge) - cachePolicy.age;
    const isFresh = cachePolicy.stale.size === 0 && cachePolicy.fallbacks.size === 0;
    const isComplete = result?.data != null && !result.errors?.length && isFresh;
    if (here.key === undefined || !isComplete || cachePolicy.isPrivate || ttlSeconds <= 0) {
      if (here.key !== undefined && cachePolicy.isPrivate) uncacheable.set(here.key, true);
      here.loading.reject(new Uncacheable('expected an answer that can be shared'));
      return;
    }
    const text = JSON.stringify(result.data);
    texts.set(result.data as object, text);
    const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
    const isAnonymous = caller.kind === 'anonymous';
    here.response = { etag, tags: [...tags], ttlSeconds, isAnonymous, isHit: false };
    here.loading.resolve({ value: { text, etag }, tags: [...tags], ttl: ttlSeconds });
  };

  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => listener,
    // It answers without `willSendResponse`, and others may be waiting.
    async unexpectedErrorProcessingRequest({ requestContext, error }) {
      states.get(requestContext)?.loading.reject(error);
    },
  };
  return {
    // Its hints are told field by field while an operation is executed; here they are told once for each document.
    plugins: [ApolloServerPluginCacheControlDisabled(), plugin],
    stringify: ({ data, errors, extensions }: FormattedExecutionResult) => {
      const text = data ? texts.get(data) : undefined;
      if (text === undefined) return `${JSON.stringify({ errors, data, extensions })}\n`;
      const rest = JSON.stringify({ errors, extensions }).slice(1);
      return `{"data":${text}${rest === '}' ? rest : `,${rest}`}\n`;
    },
  };
}

function createRequestState(policy: CacheControlPolicy, key: string | undefined): RequestState {
  const loading = Promise.withResolvers<LoadResult<CachedResponse>>();
  // It is refused also where nobody waits for it.
  loading.promise.catch(() => {});
  return { policy, key, loading };
}

const NO_STORE_POLICY: CacheControlPolicy = { maxAgeSeconds: 0, isPrivate: false };
