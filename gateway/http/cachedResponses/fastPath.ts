import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, type TrustProxy } from '../../core/clientAddress.ts';
import { anonymousCaller, type Caller } from '../../core/context.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import type { PipelinedConnection, Pipelining } from '../hooks/pipelining.ts';
import type { RequestsInProgress } from '../hooks/requestsInProgress.ts';
import type { RequestRecorder } from '../hooks/requestTelemetry.ts';
import type { ResponseMemory } from '../hooks/responseMemory.ts';
import { closeIdleClient, limitReadTime } from '../hooks/slowClients.ts';
import { bodyBytesOf, readArrivedBody } from './arrivedBody.ts';
import type { CachedSource, KnownResponse } from './cachedSource.ts';
import type { EncodedBodies } from './encodedBodies.ts';
import { createKnownHosts, isPlain } from './plainRequests.ts';
import { createResponseHeadCache, type SentResponse, type StoredResponse } from './responseHeadCache.ts';

/** Responds to requests for cached responses in front of Fastify. */
export interface FastPath {
  /** Adds responses that can be sent in front of Fastify. */
  add(source: CachedSource): void;
  /**
   * Responds to a request that equals an earlier one, if its response is still cached.
   * @param next runs for all other requests
   */
  respond(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Records the headers of a cached response once Fastify has sent it. */
  recordWhenSent(
    source: CachedSource,
    request: FastifyRequest,
    reply: FastifyReply,
    sent: SentResponse,
  ): void;
  /** Returns the charge of a request that was rejected here; undefined if it was not charged. */
  chargeOf(request: IncomingMessage): Charge | undefined;
  /** Leaves all requests to Fastify, which closes their connections. */
  stop(): void;
}

/** The limits and the telemetry of a request, which the hooks of Fastify share. */
export interface FastPathServices {
  readonly scheduler: Pick<FairScheduler, 'canContinue'>;
  readonly recorder: RequestRecorder;
  readonly inProgress: Pick<RequestsInProgress, 'start'>;
  readonly pipelining: Pipelining;
  readonly memory: Pick<ResponseMemory, 'tryAdd'>;
  /** Returns whether load is shed now. */
  isOverloaded(): boolean;
}

interface FastPathOptions extends FastPathServices {
  readonly trustProxy: TrustProxy;
  readonly cache: Pick<TaggedCache, 'countHit'>;
  /** True if the gateway purges a CDN. */
  readonly hasCdnPurge: boolean;
  readonly bodies: Pick<EncodedBodies, 'peek'>;
  readonly rateLimiter: Pick<RateLimiter, 'charge' | 'limitOf'>;
}

/** A request that may have a cached response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly source: CachedSource;
  /** `performance.now()`. */
  readonly startedAt: number;
  next(): void;
  /** Set once the request is counted. */
  connection?: PipelinedConnection | undefined;
}

/** A cached response in the form in which it is sent. */
interface CachedReply extends StoredResponse {
  readonly known: KnownResponse;
  readonly caller: Caller;
}

/**
 * Creates the fast path. It has the limits, the charge and the telemetry of Fastify's hooks, and repeats the headers of the
 * first response that Fastify has sent for a cached value, its encoding and its status. It leaves every request that these
 * hooks could treat in another way to Fastify.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const { trustProxy, scheduler, recorder, inProgress, pipelining, memory, isOverloaded } = options;
  const { cache, rateLimiter } = options;
  const charges = new WeakMap<IncomingMessage, Charge>();
  const heads = createResponseHeadCache(options);
  const hosts = createKnownHosts(trustProxy);
  const sources: CachedSource[] = [];
  let isStopped = false;

  const tryStart = (exchange: Exchange): boolean => {
    exchange.connection ??= pipelining.tryStart(exchange.request);
    return exchange.connection !== undefined;
  };
  const leaveToFastify = ({ request, response, connection, next }: Exchange): void => {
    if (connection) pipelining.passOn(connection, request, response);
    next();
  };
  const respondWith = (exchange: Exchange, body: string): void => {
    const { request, source } = exchange;
    const canRespond = scheduler.canContinue() && !(source.isShed && isOverloaded());
    const known = canRespond ? source.find(request, body) : undefined;
    const stored = known && heads.find(request, known);
    if (!stored || !tryStart(exchange)) {
      leaveToFastify(exchange);
      return;
    }
    const address = clientAddress(request, trustProxy);
    const cachedReply: CachedReply = { known, ...stored, caller: anonymousCaller(address) };
    if (rateLimiter.limitOf(cachedReply.caller)) void chargeAndSend(exchange, cachedReply);
    else send(exchange, cachedReply, undefined);
  };

  const respondToBody = (exchange: Exchange, bytes: number): void => {
    const body = readArrivedBody(exchange.request, bytes);
    if (body === undefined) leaveToFastify(exchange);
    else respondWith(exchange, body);
  };

  const chargeAndSend = async (exchange: Exchange, cachedReply: CachedReply): Promise<void> => {
    const charge = await rateLimiter.charge(cachedReply.caller, MIN_RESPONSE_COST);
    if (!charge || charge.isGranted) {
      send(exchange, cachedReply, charge);
      return;
    }
    charges.set(exchange.request, charge);
    leaveToFastify(exchange);
  };

  const send = (exchange: Exchange, cachedReply: CachedReply, charge: Charge | undefined): void => {
    const { request, response, source, startedAt, connection } = exchange;
    const { known, head, body, caller } = cachedReply;
    // If the client has disconnected during the charge, no event would end the counts.
    const isGone = request.socket.destroyed;
    const releaseMemory = isGone ? undefined : memory.tryAdd(caller.address, body);
    if (!releaseMemory) {
      charge?.refund(MIN_RESPONSE_COST);
      if (!isGone) leaveToFastify(exchange);
      return;
    }
    const endProgress = inProgress.start(caller.address);
    const record = recorder.start(request, { kind: source.kind, route: source.route, startedAt });
    response.on('close', () => {
      if (connection) pipelining.end(connection);
      releaseMemory();
      endProgress();
      record.end({ status: response.statusCode, isCancelled: !response.writableFinished });
    });
    closeIdleClient(request, response);
    limitReadTime(request, response, body.length);
    const status = charge?.settle(head.cost);
    record.run(() => cache.countHit(known.cacheKey));
    source.record?.(known, { request, caller, context: record.context, cost: head.cost });
    response.writeHead(head.status, head.headersOf(known, record.id, status));
    response.end(body);
    // Discards the body.
    if (request.readableLength > 0) request.resume();
  };

  return {
    add: (source) => void sources.push(source),
    respond(request, response, next) {
      const source = isStopped ? undefined : sources.find((each) => each.accepts(request));
      const bytes = source && isPlain(request) ? bodyBytesOf(request) : undefined;
      if (!source || bytes === undefined || !hosts.has(request)) {
        next();
        return;
      }
      const exchange: Exchange = { request, response, source, startedAt: performance.now(), next };
      if (bytes === 0) respondWith(exchange, '');
      // Counted at once, in the order of requests: Node parses the body after this event, with those behind it.
      else if (tryStart(exchange)) process.nextTick(respondToBody, exchange, bytes);
      else next();
    },
    recordWhenSent(source, request, reply, sent) {
      const { raw } = request;
      if (!isPlain(raw) || bodyBytesOf(raw) === undefined || heads.has(request, reply, sent)) return;
      reply.raw.once('finish', () => {
        if (!heads.record(reply, sent)) return;
        hosts.add(raw);
        source.recordRequest?.(raw);
      });
    },
    chargeOf: (request) => charges.get(request),
    stop() {
      isStopped = true;
    },
  };
}
