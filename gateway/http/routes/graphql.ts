import type { GraphQLResponse } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { HttpError } from '../../core/httpError.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { chargeLargeBody, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { RejectedOperation } from '../../graphql/operations/rejectedOperation.ts';
import { bodyOf } from '../../graphql/operations/run/responseData.ts';
import { recordErrors, recordOperation } from '../../graphql/operations/telemetry.ts';
import type { EventStreams } from '../../graphql/subscriptions/eventStream/eventStreams.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import type { RunInTurn } from '../admission/admission.ts';
import { clientIpOf, isInjected, setLifetime } from '../admission/exchange.ts';
import {
  acceptedEncoding,
  type EncodedBodies,
  type Encoding,
  encodeBody,
} from '../cachedResponses/encodedBodies.ts';
import type { FastPath } from '../cachedResponses/fastPath.ts';
import type { OperationHits } from '../cachedResponses/operationHits.ts';
import { createOperationRoute } from '../cachedResponses/operationRoute.ts';
import { recordCacheStatus, respondFromCache } from '../cachedResponses/respondFromCache.ts';
import { cacheHeaders } from '../cachedResponses/responseHead.ts';
import { GRAPHQL_ENDPOINT, isSafeMethod } from '../graphql/endpoints.ts';
import { createExecuteRequest } from '../graphql/executeRequest.ts';
import { EVENT_STREAM_TYPE, negotiateType } from '../graphql/mediaTypes.ts';
import { readOperation } from '../graphql/readOperation.ts';
import { resultOf, writeEvents, writeResponse } from '../graphql/writeResponse.ts';
import { addOperationHeaders } from '../hooks/responseHeaders.ts';
import { eventStreamRoutes } from './eventStream.ts';
import { respondWithEvents } from './operationEvents.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request to the graph; empty if it has none. */
    bodyText: string;
  }
}

export interface GraphqlRouteOptions {
  /** Where browsers that open the address are led: the explorer, or the documentation; undefined if neither is served. */
  readonly browserPath: string | undefined;
  readonly graph: GraphServices;
  readonly execute: ExecuteOperation;
  readonly cache: TaggedCache;
  readonly hits: OperationHits;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  readonly streams: EventStreams;
  readonly runInTurn: RunInTurn;
  readonly fastPath: FastPath;
}

/**
 * Serves operations over HTTP, by GET, POST and QUERY (RFC 10008). A request that equals an earlier one, and whose response
 * is cached, gets it without its operation; all others are executed.
 */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  const { browserPath, graph, execute, hits, bodies, streams } = options;
  const { runInTurn, fastPath } = options;
  parseBodies(app, runInTurn);
  const passedOn = fastPath.add(createOperationRoute(hits, graph));
  /** Returns the key of a request, its cached response, and its charge if the fast path has charged it. */
  const lookUp = (request: FastifyRequest, principal: Principal) => {
    const { method, url, headers, bodyText } = request;
    const passed = passedOn(request.raw);
    const key = passed?.key ?? hits.keyOf({ method, url, headers, body: bodyText }, principal);
    // What the fast path has found may have been invalidated since.
    const isCached = !principal.caller.preview && (!passed || passed.hit !== undefined);
    const hit = isCached ? hits.find(key) : undefined;
    return { key, hit, charge: passed?.charge };
  };
  const executeRequest = createExecuteRequest(graph, execute);
  const { path, methods } = GRAPHQL_ENDPOINT;
  app.route({
    method: [...methods, 'OPTIONS'],
    url: path,
    config: {
      kind: 'graphql',
      cors: { methods: [...methods] },
      ...(browserPath !== undefined && { browserPath }),
      isShed: true,
      rejectsKeyParameters: true,
      requiresHost: true,
    },
    // Whole bodies are compressed by the handler: a compressing stream takes megabytes.
    compress: false,
    onSend: addOperationHeaders,
    async handler(request, reply) {
      const negotiate = () => negotiateType(request.headers.accept);
      const write = (response: GraphQLResponse, type = negotiate()) => {
        recordErrors(resultOf(response).errors);
        return type === EVENT_STREAM_TYPE
          ? writeEvents(request, reply, response)
          : writeResponse(request, reply, response, type);
      };
      const writeUncached = (response: GraphQLResponse) => encodeUncached(request, reply, write(response));
      let principal: Principal | undefined;
      try {
        principal = await graph.authenticate({
          headers: request.headers,
          address: clientIpOf(request),
          isInProcess: isInjected(request),
          allowsPreview: true,
        });
        await chargeLargeBody(graph.rateLimiter, principal.caller, request.bodyText);
        const { key, hit, charge } = lookUp(request, principal);
        if (hit)
          return await respondFromCache(request, reply, principal, hit, charge, {
            ...options,
            writeUncached,
          });
        const type = negotiate();
        if (!type) throw notAcceptable();
        const operation = await readOperation(graph.persistedQueries, request, principal);
        if (type === EVENT_STREAM_TYPE)
          return await respondWithEvents(request, reply, principal, operation, {
            graph,
            streams,
            executeRequest,
            writeUncached,
          });
        const { response, cacheRecord } = await executeRequest(request, reply, principal, operation);
        const body = write(response, type);
        const { status, isNotModified, cached, lifetime } = cacheRecord;
        if (lifetime) setLifetime(request, lifetime);
        if (status) {
          recordCacheStatus(status.origin);
          reply.headers(cacheHeaders(status, isSafeMethod(request.method)));
        }
        if (cached) hits.record(key, cached.operation, type, principal);
        if (isNotModified) return reply.code(304).removeHeader('content-type').send();
        if (!cached) return await encodeUncached(request, reply, body);
        const { text, bytes, etag } = cached.entry;
        const encoding = setEncoding(request, reply, bytes);
        return await bodies.get(etag, () => bodyOf(text), encoding);
      } catch (error) {
        if (error instanceof RejectedOperation) return await writeUncached(rejectedResponse(error.errors));
        if (!(error instanceof GraphQLError)) throw error;
        const requestContext = currentRequest();
        if (requestContext && principal) recordOperation(requestContext, principal.caller, undefined);
        // `authenticate` charges what it rejects.
        if (principal) await graph.rateLimiter.charge(principal.caller, MIN_RESPONSE_COST);
        return await writeUncached(rejectedResponse([error]));
      }
    },
  });
  await app.register((scope) =>
    eventStreamRoutes(scope, {
      graph,
      streams,
      executeRequest,
      write(request, reply, response) {
        recordErrors(resultOf(response).errors);
        const type = negotiateType(request.headers.accept);
        const isEvents = type === EVENT_STREAM_TYPE;
        return writeResponse(request, reply, response, isEvents ? undefined : type);
      },
    }),
  );
}

/** Does not repeat the header: a shared cache could send the response to other clients. */
const notAcceptable = () =>
  new HttpError(
    406,
    'NOT_ACCEPTABLE',
    'expected an Accept header that allows application/graphql-response+json, application/json or text/event-stream, got one that allows none of them',
    [['cache-control', 'no-store']],
    { allowed: ['application/graphql-response+json', 'application/json', 'text/event-stream'] },
  );

/** Parses JSON bodies, and keeps their texts, by which equal requests are recognized. */
function parseBodies(app: FastifyInstance, runInTurn: RunInTurn): void {
  app.decorateRequest('bodyText', '');
  const parse = app.getDefaultJsonParser('error', 'error');
  // A page of another site can send this type without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text;
    // A body can arrive long after its headers.
    runInTurn(request, () => void parse(request, text, done));
  });
}

/** Returns a body that is not cached, compressed if the client accepts that. */
function encodeUncached(request: FastifyRequest, reply: FastifyReply, text: string): MaybePromise<Buffer> {
  // Node sends a buffer faster than a text.
  const body = Buffer.from(text);
  const encoding = setEncoding(request, reply, body.length);
  return encodeBody(body, encoding);
}

/** Sets the encoding that a client accepts. @param bytes of the body. @returns the encoding */
function setEncoding({ headers }: FastifyRequest, reply: FastifyReply, bytes: number): Encoding {
  const encoding = acceptedEncoding(headers, bytes);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return encoding;
}
