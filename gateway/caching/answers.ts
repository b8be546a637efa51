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
import type { Fresh, TaggedCache } from '../cache.ts';
import { type Context, PUBLISHED } from '../context.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { answerHeaders, NOT_KEPT, type SharedAnswer } from './answerHeaders.ts';
import { type AnswerPolicy, createAnswerPolicies } from './answerPolicy.ts';

/** What whole answers are kept by. */
export interface AnswerCaching {
  readonly schema: GraphQLSchema;
  readonly cache: TaggedCache;
  /** Seconds for which an answer is fresh whose fields say nothing; 0 keeps none. */
  readonly defaultMaxAge: number;
}

/** A whole answer without errors. */
interface KeptAnswer {
  /** The JSON of `data`. */
  readonly text: string;
  readonly etag: string;
}

/** The answer is for one client alone, or has errors: who waited for it asks for an own one. */
class NotShared extends Error {}

/** Operations of which it is known that their answers cannot be shared, and milliseconds for which that is remembered. */
const MOST_UNSHARED = 5000;
const UNSHARED_FOR = 60_000;

type RequestContext = GraphQLRequestContext<Context>;

/** One request, from the look into the cache to the answer. */
interface Visit {
  readonly policy: AnswerPolicy;
  /** Undefined where the operation's answer is not shared at all. */
  readonly key: string | undefined;
  /** Settled by the one whose answer all wait for. */
  readonly answer: PromiseWithResolvers<Fresh<KeptAnswer>>;
  found?: SharedAnswer;
}

/**
 * Keeps whole answers by document, operation, variables as they are coerced, and audience, so that asking again costs no
 * execution. Only answers to queries about what is published, without errors, that no part marks as one client's own.
 * Many who ask at once wait for one execution.
 */
export function createAnswerCaching({ schema, cache, defaultMaxAge }: AnswerCaching): {
  readonly plugins: ApolloServerPlugin<Context>[];
  readonly stringify: NonNullable<ApolloServerOptions<Context>['stringifyResult']>;
} {
  const policyOf = createAnswerPolicies(schema, defaultMaxAge);
  // Gateways of another version may share the store, and answer with other fields.
  const schemaHash = hash('sha256', printSchema(schema), 'base64url');
  const unshared = new LRUCache<string, true>({ max: MOST_UNSHARED, ttl: UNSHARED_FOR });
  const visits = new WeakMap<RequestContext, Visit>();
  /** The JSON of each `data` that is on its way out, so that it is written once. */
  const texts = new WeakMap<object, string>();

  const keyOf = ({ operation, queryHash, request, contextValue }: RequestContext): string | undefined => {
    const { perspective, scopes } = contextValue.audience;
    if (!operation || perspective !== PUBLISHED) return undefined;
    const coerced = coercedVariables(schema, operation, request.variables ?? {});
    if (!coerced) return undefined;
    const parts = [schemaHash, queryHash, operation.name?.value, perspective, scopes.toSorted(), coerced];
    return `answer:${hash('sha256', JSON.stringify(parts), 'base64url')}`;
  };
  const visit = (context: RequestContext): Visit => {
    const { operation, document } = context;
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    const policy = document && isQuery ? policyOf(document) : NEVER_KEPT;
    const mayBeShared = defaultMaxAge > 0 && policy.maxAge > 0 && !policy.isPrivate;
    const key = mayBeShared ? keyOf(context) : undefined;
    const begun = beginVisit(policy, key);
    visits.set(context, begun);
    return begun;
  };

  const listener: GraphQLRequestListener<Context> = {
    async responseForOperation(context) {
      const here = visit(context);
      const { key, answer, policy } = here;
      if (key === undefined || unshared.has(key)) return null;
      const leads = Promise.withResolvers<undefined>();
      const load = () => {
        leads.resolve(undefined);
        return answer.promise;
      };
      const read = cache.read(key, load, { signal: context.contextValue.signal }).catch(() => undefined);
      const found = await Promise.race([leads.promise, read]);
      if (!found) return null;
      const { value, tags, age } = found;
      const isEverybodys = context.contextValue.caller.kind === 'anonymous';
      here.found = { etag: value.etag, tags, ttl: policy.maxAge - age, isEverybodys, isKept: true };
      const data = {};
      texts.set(data, value.text);
      return {
        http: { headers: new HeaderMap(), status: undefined },
        body: { kind: 'single', singleResult: { data } },
      };
    },
    async willSendResponse(context) {
      const here = visits.get(context) ?? beginVisit(NEVER_KEPT, undefined);
      if (!here.found) settle(context, here);
      const isRead = context.request.http?.method === 'GET';
      const headers = here.found ? answerHeaders(here.found, isRead) : NOT_KEPT;
      for (const [name, value] of headers) context.response.http.headers.set(name, value);
    },
  };

  /** Gives a new answer to those who wait for it, or tells them that it is not theirs. */
  const settle = ({ response, contextValue }: RequestContext, here: Visit): void => {
    const { tags, reuse, caller } = contextValue;
    const result = response.body?.kind === 'single' ? response.body.singleResult : undefined;
    if (result && reuse.stale.size > 0)
      result.extensions = {
        ...result.extensions,
        freshness: { stale: [...reuse.stale], age: Math.round(reuse.age) },
      };
    if (result && reuse.standIns.size > 0)
      result.extensions = { ...result.extensions, fallback: Object.fromEntries(reuse.standIns) };
    const ttl = Math.min(here.policy.maxAge, reuse.maxAge) - reuse.age;
    const isTrue = reuse.stale.size === 0 && reuse.standIns.size === 0;
    const isWhole = result?.data != null && !result.errors?.length && isTrue;
    if (here.key === undefined || !isWhole || reuse.isPrivate || ttl <= 0) {
      if (here.key !== undefined && reuse.isPrivate) unshared.set(here.key, true);
      here.answer.reject(new NotShared('expected an answer that can be shared'));
      return;
    }
    const text = JSON.stringify(result.data);
    texts.set(result.data as object, text);
    const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
    const isEverybodys = caller.kind === 'anonymous';
    here.found = { etag, tags: [...tags], ttl, isEverybodys, isKept: false };
    here.answer.resolve({ value: { text, etag }, tags: [...tags], ttl });
  };

  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => listener,
    // It answers without `willSendResponse`, and others may be waiting.
    async unexpectedErrorProcessingRequest({ requestContext, error }) {
      visits.get(requestContext)?.answer.reject(error);
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

function beginVisit(policy: AnswerPolicy, key: string | undefined): Visit {
  const answer = Promise.withResolvers<Fresh<KeptAnswer>>();
  // It is refused also where nobody waits for it.
  answer.promise.catch(() => {});
  return { policy, key, answer };
}

const NEVER_KEPT: AnswerPolicy = { maxAge: 0, isPrivate: false };
