import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CacheRecord } from '../../core/cachedOperation.ts';
import type { Context } from '../../core/context.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import {
  type CachedRequests,
  createCachedRequests,
} from '../../graphql/operations/responseCache/cachedRequests.ts';
import {
  acceptedEncoding,
  createEncodedBodies,
  encodeBody,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import { type CachedResponseServices, encodeCached, respondFromCache } from './cachedResponse.ts';

export interface GraphqlRouteOptions {
  readonly path: string;
  readonly apollo: ApolloServer<Context>;
  readonly graph: GraphServices;
  readonly cache: TaggedCache;
  /** Memory for the encoded bodies of cached responses. */
  readonly maxEncodedBytes: number;
  readonly observer: CachedResponseServices['observer'];
}

/** A request and what is known about it before its operation is executed. */
interface Exchange {
  /** Rejects if the request is not authenticated. */
  readonly principal: Promise<Principal>;
  readonly cacheRecord: CacheRecord;
}

/**
 * Serves operations over HTTP. A request that equals an earlier one, and whose response is cached, gets it without its
 * operation; all others are executed by Apollo Server.
 */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  const { path, apollo, graph, cache, maxEncodedBytes, observer } = options;
  const texts = keepBodyTexts(app);
  const requests = createCachedRequests(cache);
  const bodies = createEncodedBodies(maxEncodedBytes);
  const exchanges = new WeakMap<FastifyRequest, Exchange>();
  const execute = fastifyApolloHandler(apollo, {
    async context(request, reply) {
      const signal = createOperationSignal(reply, graph.operationTimeoutMs);
      const { principal, cacheRecord } = exchanges.get(request) as Exchange;
      return { ...graph.createContext(signal, await principal), cacheRecord };
    },
  });
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: path,
    // Whole bodies are compressed below: a compressing stream takes megabytes.
    compress: false,
    onSend: compressBody,
    async handler(request, reply) {
      const principal = graph.authenticate({ headers: request.headers, address: request.ip });
      const key = await principal.then(
        (known) => {
          const { method, url, headers } = request;
          return requests.keyOf({ method, url, headers, body: texts.get(request) }, known);
        },
        // Apollo Server reports why.
        () => undefined,
      );
      const found = key === undefined ? undefined : requests.find(key);
      if (found)
        return respondFromCache(request, reply, (await principal).caller, found, { graph, bodies, observer });
      const cacheRecord: CacheRecord = {};
      exchanges.set(request, { principal, cacheRecord });
      const body = await execute.call(app, request, reply);
      const { cached } = cacheRecord;
      if (!cached) return body;
      recordCached(requests, key, cached, reply);
      return encodeCached(request, reply, cached.response, bodies);
    },
  });
}

/** Keeps the text of JSON bodies, by which equal requests are recognized. */
function keepBodyTexts(app: FastifyInstance): WeakMap<FastifyRequest, string> {
  const texts = new WeakMap<FastifyRequest, string>();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    texts.set(request, text);
    parse(request, text, done);
  });
  return texts;
}

function recordCached(
  requests: CachedRequests,
  key: string | undefined,
  { operation }: Required<CacheRecord>['cached'],
  reply: FastifyReply,
): void {
  if (key !== undefined)
    requests.record(key, { operation, contentType: String(reply.getHeader('content-type')) });
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
