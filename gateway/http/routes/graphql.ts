import type { GraphQLResponse } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { StatusRules } from '../../config/config.ts';
import type { CacheRecord } from '../../core/cachedOperation.ts';
import type { OperationRequest, RequestedDocument } from '../../core/operationRequest.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import {
  COST_DEBUG_HEADER,
  DEPRECATIONS_REQUEST_HEADER,
} from '../../graphql/operations/extensions/requestedExtensions.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { resolveDocument } from '../../graphql/operations/persisted/resolveDocument.ts';
import { createCachedRequests } from '../../graphql/operations/responseCache/cachedRequests.ts';
import {
  acceptedEncoding,
  type EncodedBodies,
  encodeBody,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import type { ResponseCache } from '../../graphql/operations/responseCache/responseCache.ts';
import { isSafeMethod } from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import { recordErrors, recordOperation } from '../../graphql/operations/telemetry.ts';
import { HttpError } from '../../services/auth/authErrors.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import { clientOf } from '../../services/usage/client.ts';
import { negotiateType } from '../graphql/mediaTypes.ts';
import { readParameters } from '../graphql/readRequest.ts';
import { rejection, resultOf, writeResponse } from '../graphql/writeResponse.ts';
import { recordContentPolicy } from '../pages/contentPolicies.ts';
import { encodeCached, respondFromCache } from './cachedResponse.ts';

export interface GraphqlRouteOptions {
  readonly path: string;
  readonly graph: GraphServices;
  readonly execute: ExecuteOperation;
  /** Returns the body of a response. */
  readonly stringify: ResponseCache['stringify'];
  readonly cache: TaggedCache;
  readonly bodies: EncodedBodies;
  readonly observer: Pick<RequestObserver, 'graphqlError'>;
  readonly statusRules: StatusRules;
}

/**
 * Serves operations over HTTP, by GET, POST and QUERY (RFC 10008). A request that equals an earlier one, and whose response
 * is cached, gets it without its operation; all others are executed.
 */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  const { path, graph, execute, stringify, cache, bodies, observer, statusRules: rules } = options;
  const texts = keepBodyTexts(app);
  const requests = createCachedRequests(cache);

  /** Executes the operation of a request. */
  const respond = async (request: FastifyRequest, reply: FastifyReply, principal: Principal) => {
    const { operationName, variables, ...requested } = readParameters(request);
    const document = await resolveDocument(graph.persistedQueries, principal.caller, requested);
    const cacheRecord: CacheRecord = {};
    const response = await execute(
      {
        query: document.text,
        ...(operationName !== undefined && { operationName }),
        ...(variables && { variables }),
      },
      {
        ...graph.createContext(createOperationSignal(reply, graph.operationTimeoutMs), principal),
        request: operationRequestOf(request, document, principal),
        cacheRecord,
      },
    );
    return { response, cacheRecord };
  };

  app.route({
    method: ['GET', 'POST', 'QUERY', 'OPTIONS'],
    url: path,
    // Whole bodies are compressed below: a compressing stream takes megabytes.
    compress: false,
    onSend: compressBody,
    async handler(request, reply) {
      const type = negotiateType(request.headers.accept, rules);
      const write = (response: GraphQLResponse) => {
        recordErrors(observer, resultOf(response).errors ?? []);
        return writeResponse(request, reply, response, { type, rules, stringify });
      };
      let principal: Principal | undefined;
      try {
        principal = await graph.authenticate({ headers: request.headers, address: request.ip });
        const { method, url, headers } = request;
        const key = requests.keyOf({ method, url, headers, body: texts.get(request) }, principal);
        const found = requests.find(key);
        if (found)
          return await respondFromCache(request, reply, principal.caller, found, { graph, bodies, write });
        if (!type) throw notAcceptable();
        const { response, cacheRecord } = await respond(request, reply, principal);
        const body = write(response);
        const { cached, policy } = cacheRecord;
        if (policy) recordContentPolicy(request, reply.raw, policy);
        if (!cached) return body;
        requests.record(key, { operation: cached.operation, contentType: type });
        return await encodeCached(request, reply, cached.response, bodies);
      } catch (error) {
        if (!(error instanceof GraphQLError)) {
          observer.graphqlError('INTERNAL_SERVER_ERROR');
          throw error;
        }
        const requestContext = currentRequest();
        if (requestContext && principal) recordOperation(requestContext, principal.caller, undefined);
        return write(rejection(error));
      }
    },
  });
}

const operationRequestOf = (
  { method, headers }: FastifyRequest,
  document: RequestedDocument,
  { caller }: Principal,
): OperationRequest => ({
  document,
  isReadOnly: isSafeMethod(method),
  ifNoneMatch: headers['if-none-match'],
  reportsCost: headers[COST_DEBUG_HEADER] !== undefined,
  reportsDeprecations: headers[DEPRECATIONS_REQUEST_HEADER] !== undefined,
  client: clientOf((name) => headers[name], caller),
});

/** Does not repeat the header: a shared cache could store the response. */
const notAcceptable = () =>
  new HttpError(
    406,
    'BAD_REQUEST',
    'expected an Accept header that allows application/graphql-response+json or application/json, got another',
    [],
    { allowed: ['application/graphql-response+json', 'application/json'] },
  );

/** Keeps the text of JSON bodies, by which equal requests are recognized. */
function keepBodyTexts(app: FastifyInstance): WeakMap<FastifyRequest, string> {
  const texts = new WeakMap<FastifyRequest, string>();
  const parse = app.getDefaultJsonParser('error', 'error');
  // A page of another site can send this type without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    texts.set(request, text);
    parse(request, text, done);
  });
  return texts;
}

/** Compresses a body that is not a cached response. */
async function compressBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || reply.hasHeader('content-encoding')) return payload;
  const encoding = acceptedEncoding(headers, Buffer.byteLength(payload));
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return encodeBody(Buffer.from(payload), encoding);
}

/**
 * Returns the signal of one operation. It aborts when the client disconnects or the timeout expires; after a timeout the
 * response contains what was resolved by then.
 */
function createOperationSignal(reply: FastifyReply, timeoutMs: number): AbortSignal {
  const client = new AbortController();
  const { signal, release } = withDeadline(client.signal, timeoutMs);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abort(new Error('the client disconnected'));
    release();
  });
  return signal;
}
